import { readFileSync } from 'node:fs'

/** A ZIP code, or the first three characters of a Canadian postal code, with the centre of its area. */
export interface Postcode {
  code: string
  state_code: string
  lat: number
  lng: number
  city: string
}

const file = new URL('../../../../data/places/postcodes.tsv', import.meta.url)
const lineEnd = 0x0a

/**
 * The file's lines, sorted by code: "M5V⇥CA-ON⇥43.6404⇥-79.3995⇥Toronto". Read at the first use and searched as bytes,
 * because an object for each code would take ten times the memory.
 */
let bytes: Buffer | undefined

/** Returns the postcodes that start with a text, in order. */
function findByPrefix(prefix: string, most: number): Postcode[] {
  bytes ??= readFileSync(file)
  const start = Buffer.from(prefix)
  let [low, high] = [0, bytes.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    // An offset of -1 would search from the end of the file.
    const from = middle === 0 ? 0 : Math.max(low, bytes.lastIndexOf(lineEnd, middle - 1) + 1)
    if (bytes.compare(start, 0, start.length, from, from + start.length) < 0) low = bytes.indexOf(lineEnd, from) + 1
    else high = from
  }
  const found: Postcode[] = []
  for (let at = low; found.length < most && bytes.subarray(at, at + start.length).equals(start);) {
    const end = bytes.indexOf(lineEnd, at)
    const [code, state_code, lat, lng, city] = bytes.toString('utf8', at, end).split('\t') as [string, ...string[]]
    found.push({ code, state_code: state_code!, lat: Number(lat), lng: Number(lng), city: city! })
    at = end + 1
  }
  return found
}

const canadian = /^([a-z]\d[a-z])[\s-]?(?:\d[a-z]?\d?)?$/i
const american = /^(\d{5})(?:[\s-]\d{0,4})?$/
const mostUnfinished = 3

/**
 * Interprets a whole text as a postcode: "M5V 2T6", "m5v2t6", "M5V", "10001", "10001-1234", or at least "M5" or "100",
 * which may start several.
 */
export function readPostcode(text: string): { isWhole: boolean; found: Postcode[] } {
  const typed = text.trim()
  const code = (canadian.exec(typed) ?? american.exec(typed))?.[1]?.toUpperCase()
  if (code !== undefined) return { isWhole: true, found: findByPrefix(code, 1) }
  const isUnfinished = /^(?:[a-z]\d|\d{3,4})$/i.test(typed)
  return { isWhole: false, found: isUnfinished ? findByPrefix(typed.toUpperCase(), mostUnfinished) : [] }
}

const atEnd = /[\s,]((?:[a-z]\d[a-z][\s-]?\d[a-z]\d)|\d{5}(?:-\d{4})?)$/i

/** Returns the postcode at the end of an address: "290 Bremner Blvd, Toronto M5V 3L9". */
export function findPostcodeAtEnd(text: string): Postcode | undefined {
  const code = atEnd.exec(text.trim())?.[1]
  return code === undefined ? undefined : readPostcode(code).found[0]
}

import { normalizeText } from '#server/features/places/normalize-text.ts'

/** Words that end or begin the name of a street, normalized: a text with one may be a street. */
const streetWords = new Set(
  'st av bd rd dr pl sq rte hwy pkwy lane ln way court ct crescent cres terrace ter trail alley row circle rue chemin ch allee'.split(
    ' ',
  ),
)

const directions: Record<string, string> = {
  n: 'north',
  s: 'south',
  e: 'east',
  w: 'west',
  ne: 'northeast',
  nw: 'northwest',
  se: 'southeast',
  sw: 'southwest',
}
const compass = new Set(Object.values(directions))

const numberWords = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ')
const suffixes = ['st', 'nd', 'rd']
const toNumeral = (n: number) => `${n}${suffixes[n - 1] ?? 'th'}`

/** Returns the words of a street's name in one spelling: "Fifth Ave. W" is "5th av west". */
export const streetWordsOf = (text: string): string[] =>
  normalizeText(text)
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => {
      const n = numberWords.indexOf(word)
      return n === -1 ? (directions[word] ?? word) : toNumeral(n + 1)
    })

/** Returns the names by which a street is found: its own, and those without its directions ("N Clark Street"). */
export function streetKeys(name: string): string[] {
  const words = streetWordsOf(name)
  const from = compass.has(words[0] ?? '') && words.length > 2 ? 1 : 0
  const to = compass.has(words.at(-1) ?? '') && words.length - from > 2 ? words.length - 1 : words.length
  return [
    ...new Set([words, words.slice(from), words.slice(0, to), words.slice(from, to)].map((entry) => entry.join(' '))),
  ]
}

/** A house number before a name: "350", "350A", "350-352"; not "5th". */
const houseNumber = /^\s*(\d{1,6}[a-z]?(?:\s?[-–]\s?\d{1,6})?)[\s,]+(?=\p{L}|\d)/iu

/** A typed street: its words, and whether a house number stood before them. */
export interface TypedStreet {
  words: string[]
  hasNumber: boolean
}

/** Reads a text as a street, with or without a house number; undefined if it looks like something else. */
export function readTypedStreet(text: string): TypedStreet | undefined {
  const number = houseNumber.exec(text)
  const words = streetWordsOf(text.slice(number?.[0].length ?? 0))
  const isStreet = words.some((word, n) => streetWords.has(word) && words.length > 1 && n < 6)
  if (words.length === 0 || (number === null && !isStreet)) return undefined
  return { words, hasNumber: number !== null }
}

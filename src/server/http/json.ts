import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { AppError } from './errors.ts'

/** Far beyond what the contract's schemas accept, and parsed in a millisecond. */
const [maxDepth, maxValues, maxText_chars, maxNumber_chars] = [32, 10_000, 100_000, 400]
/** They would change what an object inherits where it is copied. */
const reservedNames = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Parses JSON. Throws `duplicate_field`, because readers differ in which of two values they take; `payload_too_large`
 * for a body that nests too deep, has too many values, or too long a text or number; and `malformed_body`. `text_chars` is
 * the longest text, for bodies that contain pictures.
 */
export function parseJson(text: string, text_chars: number = maxText_chars): unknown {
  checkJson(text, text_chars)
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new AppError('malformed_body')
  }
}

const [space = 0, quote, comma, colon, openObject, closeObject, openArray, closeArray] = [...' ",:{}[]'].map((sign) =>
  sign.charCodeAt(0),
)

/** Checks names and sizes in one pass. What is no JSON otherwise is left to JSON.parse. */
function checkJson(text: string, text_chars: number): void {
  /** The names of each open object; undefined for an array. */
  const open: (Set<string> | undefined)[] = []
  let values = 0
  /** Characters of a number or word since its start. */
  let length = 0
  let isNameNext = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign > space && sign !== quote && sign !== comma && sign !== colon) length += 1
    else length = 0
    if (sign === quote) {
      const end = findQuote(text, at + 1)
      if (end - at > text_chars) throw new AppError('payload_too_large')
      if (isNameNext) addName(open.at(-1)!, text.slice(at + 1, end))
      isNameNext = false
      values += 1
      at = end
    } else if (sign === openObject || sign === openArray) {
      open.push(sign === openObject ? new Set() : undefined)
      isNameNext = sign === openObject
      values += 1
    } else if (sign === closeObject || sign === closeArray) {
      open.pop()
      isNameNext = false
    } else if (sign === comma) {
      isNameNext = open.at(-1) !== undefined
      values += 1
    }
    if (open.length > maxDepth || values > maxValues || length > maxNumber_chars)
      throw new AppError('payload_too_large')
  }
}

function addName(names: Set<string>, written: string): void {
  const name = written.includes('\\') ? readName(written) : written
  if (reservedNames.has(name)) throw new AppError('malformed_body')
  if (names.has(name)) throw new AppError('duplicate_field', { field: name.slice(0, 100) })
  names.add(name)
}

function readName(written: string): string {
  try {
    return JSON.parse(`"${written}"`) as string
  } catch {
    throw new AppError('malformed_body')
  }
}

/** The index of the quote that ends a text. Throws `malformed_body`. */
function findQuote(text: string, start: number): number {
  for (let end = text.indexOf('"', start); end !== -1; end = text.indexOf('"', end + 1)) {
    let first = end
    while (first > start && text[first - 1] === '\\') first -= 1
    // An even number of backslashes stands for themselves.
    if ((end - first) % 2 === 0) return end
  }
  throw new AppError('malformed_body')
}

/** Parses the JSON bodies of all routes. */
export function useJson(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => {
    // RFC 8259: JSON is UTF-8. Decoders replace what is not.
    if (!isUtf8(body)) throw new AppError('malformed_body')
    return parseJson(body.toString())
  })
}

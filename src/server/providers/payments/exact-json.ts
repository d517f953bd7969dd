import * as z from 'zod/mini'

/** What the engine has and TypeScript's library does not declare yet: the number as it was written, and as it is sent. */
interface ExactJson {
  parse(text: string, revive: (name: string, value: unknown, written: { source?: string }) => unknown): unknown
  rawJSON(text: string): unknown
}
const json = JSON as unknown as ExactJson

/** Parses JSON. A whole number that a float cannot hold becomes a bigint, so that no identifier is rounded. */
export function parseExactJson(text: string): unknown {
  return json.parse(text, (_name, value, { source }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '') ? BigInt(source!) : value,
  )
}

/** Writes JSON in which a bigint is a number with all of its digits. */
export const toExactJson = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) => (typeof part === 'bigint' ? json.rawJSON(String(part)) : part))

/** A provider's identifier, sent as a text or as a whole number of any length: a text from here on. */
export const Identifier = z.pipe(z.union([z.string(), z.int(), z.bigint()]), z.transform(String))

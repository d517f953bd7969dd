import { parseHead } from './heads.ts'
import { minutesToRead, parseText, type ParsedText, type Values } from './parse.ts'

export type Text = ParsedText & { minutes: number }

/** Parses a text and validates its head. Throws for invalid YAML, head fields, blocks and placeholders. */
export function parseContentText(name: string, text: string, values: Values): Text {
  const parsed = { ...parseText(text, values), minutes: minutesToRead(text) }
  parseHead(name, parsed.head)
  return parsed
}

/** Parses a text as it is edited: what is wrong in its body is left out. Undefined where its head is wrong. */
export function parseDraft(name: string, text: string, values: Values): Text | undefined {
  try {
    const parsed = { ...parseText(text, values, () => undefined), minutes: minutesToRead(text) }
    parseHead(name, parsed.head)
    return parsed
  } catch {
    return undefined
  }
}

/** Returns the result of `make`; if it throws, reports the error and returns the last valid value. */
export function makeOrKeepLast<T>(make: () => T, lastValid: T, report: (error: unknown) => void): T {
  try {
    return make()
  } catch (error) {
    report(error)
    return lastValid
  }
}

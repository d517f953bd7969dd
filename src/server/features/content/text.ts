import { parseHead } from './heads.ts'
import { minutesToRead, parseText, type ParsedText } from './parse.ts'

export type Text = ParsedText & { minutes: number }

/** Parses a text and validates its head. Throws for invalid YAML, head fields, blocks and placeholders. */
export function parseContentText(name: string, text: string, values: Readonly<Record<string, string | number>>): Text {
  const parsed = { ...parseText(text, values), minutes: minutesToRead(text) }
  parseHead(name, parsed.head)
  return parsed
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

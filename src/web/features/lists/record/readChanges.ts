import type { Money } from '#contract/fields.ts'

/** What an entry of the audit log says of one field. */
export interface Change {
  name: string
  from: string
  to: string
}

/** How values are written for the reader. */
export interface FormatValue {
  flag: (value: boolean) => string
  instant: (value: Date) => string
  /** A date without a time, `2026-11-23`. */
  day: (value: string) => string
  money: (value: Money) => string
  /** The word for a value of a field that has words; undefined for others. */
  word: (name: string, value: string) => string | undefined
}

const day = /^\d{4}-\d\d-\d\d$/
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** The fields that differ between the two sides of an entry, which are JSON, without the record's own id. */
export function readChanges(before: string | null, after: string | null, format: FormatValue): Change[] {
  const toText = (value: unknown, name: string): string => {
    if (value === undefined || value === null || value === '') return '–'
    if (Array.isArray(value)) return value.length === 0 ? '–' : value.map((entry) => toText(entry, name)).join(', ')
    if (typeof value === 'boolean') return format.flag(value)
    if (typeof value === 'string' && instant.test(value)) return format.instant(new Date(value))
    if (typeof value === 'string' && day.test(value)) return format.day(value)
    if (isMoney(value)) return format.money(value)
    if (typeof value === 'object') return JSON.stringify(value)
    return format.word(name, String(value)) ?? String(value)
  }
  const [was, is] = [readSide(before), readSide(after)]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((name) => {
    if (name === 'id') return []
    const [from, to] = [toText(was[name], name), toText(is[name], name)]
    return from === to ? [] : [{ name, from, to }]
  })
}

function readSide(json: string | null): Record<string, unknown> {
  const side: unknown = json === null ? {} : JSON.parse(json)
  return typeof side === 'object' && side !== null ? (side as Record<string, unknown>) : {}
}

const isMoney = (value: unknown): value is Money =>
  typeof value === 'object' &&
  value !== null &&
  'amount' in value &&
  typeof value.amount === 'number' &&
  'currency' in value

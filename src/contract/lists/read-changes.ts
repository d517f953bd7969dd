import type { Money } from '#contract/fields.ts'

/** What an entry of the audit log says of one field. */
export interface Change {
  /** The field, with those that it stands in before it. */
  names: readonly string[]
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
  /** A field within another, with its value. */
  labelled: (name: string, value: string) => string
}

type Fields = Record<string, unknown>

const day = /^\d{4}-\d\d-\d\d$/
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
/** Of another record, under a field that doesn't end in `id`. */
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
const amount = /(^|_)(amount|charge)$/
const nothing = '–'

/** The fields that differ between the two sides of an entry, which are JSON, without ids and what only versions tell. */
export function readChanges(before: string | null, after: string | null, format: FormatValue): Change[] {
  const [was, is] = [readSide(before), readSide(after)]
  const currency = findCurrency(is) ?? findCurrency(was)
  const toText = (value: unknown, name: string): string => {
    if (value === undefined || value === null || value === '') return nothing
    if (Array.isArray(value)) return value.length === 0 ? nothing : value.map((entry) => toText(entry, name)).join(', ')
    if (typeof value === 'boolean') return format.flag(value)
    if (typeof value === 'number' && currency !== undefined && amount.test(name))
      return format.money({ amount: value, currency })
    if (typeof value === 'string' && instant.test(value)) return format.instant(new Date(value))
    if (typeof value === 'string' && day.test(value)) return format.day(value)
    if (isMoney(value)) {
      const text = format.money(value)
      return 'name' in value && typeof value.name === 'string' ? `${value.name} ${text}` : text
    }
    if (isFields(value))
      return Object.entries(value)
        .map(([part, inner]) => format.labelled(part, toText(inner, part)))
        .join(' · ')
    return format.word(name, String(value)) ?? (uuid.test(String(value)) ? nothing : String(value))
  }
  const compare = (a: Fields, b: Fields, within: readonly string[]): Change[] =>
    [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((name) => {
      if (name === 'id' || name === 'version') return []
      const names = [...within, name]
      if (isFields(a[name]) && isFields(b[name]) && !isMoney(a[name])) return compare(a[name], b[name], names)
      const [from, to] = [toText(a[name], name), toText(b[name], name)]
      // The currency is only said with an amount.
      return from === to || (name === 'currency' && from === nothing) ? [] : [{ names, from, to }]
    })
  return compare(was, is, [])
}

function readSide(json: string | null): Fields {
  const side: unknown = json === null ? {} : JSON.parse(json)
  return isFields(side) ? side : {}
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const findCurrency = ({ currency }: Fields): Money['currency'] | undefined =>
  typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? (currency as Money['currency']) : undefined

const isMoney = (value: unknown): value is Money & { name?: unknown } =>
  isFields(value) && typeof value['amount'] === 'number' && typeof value['currency'] === 'string'

import type { Money } from '#contract/fields.ts'
import type { Locale } from '#contract/formats.ts'
import { areaOf } from '#contract/lists/list-facts.ts'
import type { DeskColumn, DeskListDescription, DeskRow } from '#contract/lists/lists.ts'
import { wallTime } from '#contract/wall-clock.ts'
import { translate } from '#server/output/translate.ts'

/**
 * A cell of an exported table. Days and times are local, without a zone, as spreadsheets have them: all times of a file are in
 * one zone, which the headings name.
 */
export type ExportedCell = string | number | { local_time: string } | { amount: number; currency: string } | null

/** The columns of an export with their headings: those that were chosen, or those that a list shows at first. */
export function toExportedColumns(
  list: DeskListDescription,
  chosen: readonly string[] | undefined,
  locale: Locale,
): { key: string; column: DeskColumn; heading: string }[] {
  const keys = chosen ?? Object.keys(list.columns).filter((key) => list.columns[key]!.extra !== true)
  return keys.map((key) => ({
    key,
    column: list.columns[key]!,
    heading: translate(locale, `desk.lists.${areaOf(list.name)}.columns.${key}`),
  }))
}

/** The headings of a column in CSV: a time's names its zone, a distance's its unit, and an amount has its currency in a column beside it. */
export function toHeadings(
  { column, heading }: { column: DeskColumn; heading: string },
  locale: Locale,
  timezone: string,
): string[] {
  if (column.kind === 'instant') return [`${heading} (${timezone})`]
  if (column.kind === 'distance') return [translate(locale, 'desk.in_metres', { name: heading })]
  return column.kind === 'money' ? [heading, translate(locale, 'desk.currency_of', { name: heading })] : [heading]
}

/** Converts a row's value for a file: choices in words, times in the reader's time zone. */
export function toExportedCell(
  { key, column }: { key: string; column: DeskColumn },
  row: DeskRow,
  locale: Locale,
  timezone: string,
): ExportedCell {
  const value = row[key] as string | number | boolean | string[] | Money | null
  if (value === null) return null
  const toWord = (text: string) =>
    column.words === undefined ? text : translate(locale, `desk.words.${column.words}.${text}`)
  if (Array.isArray(value)) return value.map(toWord).join(', ')
  if (typeof value === 'object') return value
  if (typeof value === 'boolean') return translate(locale, value ? 'desk.yes' : 'desk.no')
  if (column.kind === 'instant') return { local_time: formatLocalTime(new Date(value as string), timezone) }
  return column.kind === 'choice' ? toWord(String(value)) : value
}

/** A row's value in CSV: an amount takes two cells. */
export function toCsvCells(
  column: { key: string; column: DeskColumn },
  row: DeskRow,
  locale: Locale,
  timezone: string,
): (string | number)[] {
  const cell = toExportedCell(column, row, locale, timezone)
  if (cell === null) return column.column.kind === 'money' ? ['', ''] : ['']
  if (typeof cell !== 'object') return [cell]
  return 'local_time' in cell ? [cell.local_time] : [cell.amount, cell.currency]
}

/** `2026-11-23 14:05` in a time zone. */
const formatLocalTime = (at: Date, timeZone: string): string => wallTime(at, timeZone).replace('T', ' ')

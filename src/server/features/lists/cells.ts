import { formatShortMoment } from '#contract/dates.ts'
import { deskRecords } from '#contract/desk/records.ts'
import type { Money } from '#contract/fields.ts'
import type { Locale } from '#contract/formats.ts'
import { describeChanges, findChanged, writeChanges } from '#contract/lists/change-words.ts'
import { headingKey, wordsKey } from '#contract/lists/list-facts.ts'
import type { DeskColumn, DeskListDescription, DeskRow } from '#contract/lists/lists.ts'
import { translate } from '#server/output/translate.ts'
import { formatLocalTime, formatZone } from './local-times.ts'

/**
 * A cell of an exported table. Days and times are local, without a zone, as spreadsheets have them: the zone of a time at a place
 * stands in a cell of its own, and that of the others in their heading.
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
    heading: translate(locale, headingKey(list.name, key) as 'desk.state'),
  }))
}

/** The headings of a column: a distance's names its unit; beside a time at a place stands its zone, and beside an amount in CSV its currency. */
export function toHeadings(
  { column, heading }: { column: DeskColumn; heading: string },
  locale: Locale,
  timezone: string,
  format: 'csv' | 'xlsx',
): string[] {
  if (column.kind === 'instant')
    return column.zone === undefined
      ? [`${heading} (${timezone})`]
      : [heading, translate(locale, 'desk.zone_of', { name: heading })]
  if (column.kind === 'distance') return [translate(locale, 'desk.in_metres', { name: heading })]
  return column.kind === 'money' && format === 'csv'
    ? [heading, translate(locale, 'desk.currency_of', { name: heading })]
    : [heading]
}

/** Converts a row's value for a file: choices in words, times in the zone of the row's place, with its short name, or in the reader's. */
export function toExportedCells(
  { key, column }: { key: string; column: DeskColumn },
  row: DeskRow,
  locale: Locale,
  timezone: string,
): ExportedCell[] {
  const value = row[key] as string | number | boolean | string[] | Money | null
  if (column.kind === 'instant' && column.zone !== undefined) {
    if (value === null) return [null, null]
    const [at, zone] = [new Date(value as string), (row[column.zone] as string | null) ?? timezone]
    return [{ local_time: formatLocalTime(at, zone) }, formatZone(at, zone, locale)]
  }
  if (column.changes !== undefined) return [toChanges(column.changes, row, value as string | null, locale, timezone)]
  if (value === null) return [null]
  const words = wordsKey(column)
  const toWord = (text: string) => (words === undefined ? text : translate(locale, `${words}.${text}`))
  if (Array.isArray(value)) return [value.map(toWord).join(', ')]
  if (typeof value === 'object') return [value]
  if (typeof value === 'boolean') return [translate(locale, value ? 'desk.yes' : 'desk.no')]
  if (column.kind === 'instant') return [{ local_time: formatLocalTime(new Date(value as string), timezone) }]
  return [column.kind === 'choice' ? toWord(String(value)) : value]
}

/** What an entry of the audit log changed, in words, with moments in a zone. */
function toChanges(
  changes: NonNullable<DeskColumn['changes']>,
  row: DeskRow,
  own: string | null,
  locale: Locale,
  timezone: string,
): string {
  const labelled = (name: string, value: string) => translate(locale, 'common.labelled', { name, value })
  const toWords = describeChanges(findChanged(changes, row, deskRecords), {
    locale,
    labelled,
    translateKey: (key) => translate(locale, key),
    instant: (at) => formatShortMoment(at, timezone, locale),
  })
  const write = (change: object) => translate(locale, 'desk.record.change', { ...change })
  return writeChanges(changes, row, own, { toWords, write, labelled })
}

/** A row's value in CSV: an amount takes two cells. */
export function toCsvCells(
  column: { key: string; column: DeskColumn },
  row: DeskRow,
  locale: Locale,
  timezone: string,
): (string | number)[] {
  const cells: (string | number)[] = []
  for (const cell of toExportedCells(column, row, locale, timezone)) {
    if (cell === null) cells.push(...(column.column.kind === 'money' ? ['', ''] : ['']))
    else if (typeof cell !== 'object') cells.push(cell)
    else if ('local_time' in cell) cells.push(cell.local_time)
    else cells.push(cell.amount, cell.currency)
  }
  return cells
}

import type { DeskRecord } from '#contract/lists/records.ts'

/** The title of a record for its reader: in their language, if it is a text that the record has in both. */
export function readTitle(record: DeskRecord, language: string): string {
  if (language !== 'fr') return record.title
  const named = Object.keys(record).find((name) => record[name] === record.title && `${name}_fr` in record)
  const title = named === undefined ? null : record[`${named}_fr`]
  return typeof title === 'string' && title !== '' ? title : record.title
}

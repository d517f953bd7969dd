import { isDeskRecord, type ServedRecord } from '#contract/lists/records.ts'
import { deskExports, type DeskExport } from './register.ts'

export type DeskRecordExport = Extract<DeskExport, ServedRecord>
export type DeskRecordName = DeskRecordExport['list']['name']

/** The records of the desk by the name of their list, which stands before their id in the address. */
export const deskRecords = Object.fromEntries(
  deskExports.filter(isDeskRecord).map((record) => [record.list.name, record]),
) as Readonly<Record<DeskRecordName, ServedRecord>>

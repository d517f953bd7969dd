import type { DeskRecord, DeskRecordDescription } from '#contract/lists/records.ts'
import { paths } from '#web/paths.ts'
import { readRows } from '../list/shownRows.ts'

/** The address of the list that a record is in, as it was last shown, or of the tab of the record that it belongs to. */
export function findWayBack({ list, parent }: DeskRecordDescription, record?: DeskRecord): string {
  if (parent !== undefined && record !== undefined)
    return `${paths.desk(`${parent.list.name}/${String(record[parent.id])}`)}?tab=${parent.tab}`
  return readRows(list.name)?.address ?? paths.desk(list.name)
}

import type { DeskRow } from '#contract/lists/lists.ts'
import { readTabValue, writeTabValue } from '#web/storage/tabStorage.ts'

/** The rows that were last shown of a list in this tab, and the address that shows them. */
export interface ShownRows {
  ids: string[]
  address: string
}

const keyOf = (list: string) => `desk_rows_${list}`

/** Keeps which rows a list shows, so that a record leads to the next one and back to the list. */
export function rememberRows(list: string, rows: readonly DeskRow[]): void {
  const { pathname, search } = window.location
  writeTabValue(keyOf(list), { ids: rows.map(({ id }) => id), address: pathname + search } satisfies ShownRows)
}

export const readRows = (list: string): ShownRows | undefined => readTabValue(keyOf(list)) as ShownRows | undefined

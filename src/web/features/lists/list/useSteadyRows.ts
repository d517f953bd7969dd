import { useState } from 'react'
import type { DeskPage, DeskRow } from '#contract/lists/lists.ts'

const noIds: readonly string[] = []

/**
 * The rows of a page that refreshes itself, without moving what somebody is about to press: rows that are shown get their new
 * values, and rows that have come are counted until they are asked for. `key` names the page, undefined while another one is
 * shown in its place; a page is shown as it is when it comes.
 */
export function useSteadyRows(
  page: DeskPage | undefined,
  key: string | undefined,
): { rows: DeskRow[]; added: number; showAdded: () => void } {
  const [steady, setSteady] = useState<{ key: string | undefined; ids: readonly string[] }>({
    key: undefined,
    ids: noIds,
  })
  const fresh = page?.items ?? []
  const freshIds = fresh.map(({ id }) => id)
  const isNew = page !== undefined && key !== undefined && (steady.key !== key || steady.ids.length === 0)
  if (isNew && (freshIds.length > 0 || steady.key !== key)) setSteady({ key, ids: freshIds })
  if (key === undefined || isNew) return { rows: fresh, added: 0, showAdded: () => undefined }
  const byId = new Map(fresh.map((row) => [row.id, row]))
  return {
    rows: steady.ids.flatMap((id) => byId.get(id) ?? []),
    added: freshIds.filter((id) => !steady.ids.includes(id)).length,
    showAdded: () => setSteady({ key, ids: freshIds }),
  }
}

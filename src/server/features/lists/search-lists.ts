import { mostFound, type FoundRecord } from '#contract/lists/search.ts'
import type { Language } from '#contract/places/places.ts'
import type { Db } from '#server/database/connect.ts'
import type { Access } from '#server/http/caller.ts'
import { findInLists } from './run-list.ts'
import type { ServedList } from './serve-list.ts'

/**
 * Finds records in the lists that a person may see and whose records they may open, with the permission and the scope of
 * each list, as its own search does.
 */
export async function searchLists(
  db: Db,
  lists: readonly ServedList[],
  text: string,
  { access, language, now }: { access: Access; language: Language; now: Date },
): Promise<FoundRecord[]> {
  const open = lists.flatMap(({ list, source }) => {
    const scope = access.get(list.permission)
    const { namedBy, opens } = list
    if (scope === undefined || namedBy === undefined || opens === undefined || !access.has(opens.permission)) return []
    return [{ list, source, scope }]
  })
  const searched = await Promise.all(
    open.map(async ({ list, source, scope }) => ({
      list,
      source: await source({ scope, access, language, now }),
      scope,
    })),
  )
  const screens = new Map(searched.map(({ list }) => [list.name, list.opens!.screen]))
  const rows = await findInLists(db, searched, text, mostFound)
  return rows.map(({ names, ...row }) => ({
    ...row,
    path: `${screens.get(row.list)!}/${encodeURIComponent(row.id)}`,
    names: names.filter((name) => name !== null && name !== '') as string[],
  }))
}

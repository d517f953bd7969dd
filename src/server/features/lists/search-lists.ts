import { mostFound, type FoundRecord } from '#contract/lists/search.ts'
import type { Language } from '#contract/places/places.ts'
import type { Deps } from '#server/deps.ts'
import type { Access } from '#server/http/caller.ts'
import { findInLists } from './find-in-lists.ts'
import { minuteOf, type ServedList } from './served.ts'
import { withState } from './source.ts'

/**
 * Finds records in the lists that a person may see and whose records they may open, with the permission and the scope of
 * each list, as its own search does.
 */
export async function searchLists(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  lists: readonly ServedList[],
  text: string,
  { access, language }: { access: Access; language: Language },
): Promise<FoundRecord[]> {
  const open = lists.flatMap(({ list, source }) => {
    const scope = access.get(list.permission)
    const { namedBy, opens } = list
    if (scope === undefined || namedBy === undefined || opens === undefined || !access.has(opens.permission)) return []
    return [{ list, source, scope }]
  })
  const read_at = clock()
  const reader = { db, access, language, now: minuteOf(read_at), read_at }
  const searched = await Promise.all(
    open.map(async ({ list, source, scope }) => ({
      list,
      source: withState(
        list,
        await source({ ...reader, scope, query: { page: 1, sort: list.sort, search: text, format: 'json' } }),
      ),
      scope,
    })),
  )
  const screens = new Map(searched.map(({ list }) => [list.name, list.opens!.screen]))
  const rows = await findInLists(db, searched, text, mostFound)
  return rows.map(({ names, facts, ...row }) => ({
    ...row,
    path: `${screens.get(row.list)!}/${encodeURIComponent(row.id)}`,
    facts: facts as FoundRecord['facts'],
    names: names.filter((name) => name !== null && name !== '') as string[],
  }))
}

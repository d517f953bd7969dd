import type { FastifyInstance } from 'fastify'
import { deskRecords } from '#contract/desk/records.ts'
import { deskScreens } from '#contract/desk/screens.ts'
import { searchDesk } from '#contract/lists/search.ts'
import { saveListSize as saveListSizeEndpoint } from '#contract/lists/views.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { AppError } from '#server/http/errors.ts'
import { mount } from '#server/http/mount.ts'
import { searchLists } from './search-lists.ts'
import { serveBulk } from './serve-bulk.ts'
import { serveList } from './serve-list.ts'
import type { ServedList } from './served.ts'
import { saveListSize } from './sizes.ts'

/** Mounts every list of the desk, the change of many of each record that allows it, and the search over all lists. */
export function listRoutes(app: FastifyInstance, deps: Deps, lists: readonly ServedList[]): void {
  for (const { list, source } of lists) serveList(app, deps, list, source)
  for (const record of Object.values(deskRecords)) if (record.bulk !== undefined) serveBulk(app, record)
  mountChange(app, deps, saveListSizeEndpoint, async (tx, { user, params, body }) => {
    if (!app.mounted.has(`GET /api/v1/admin/${params.list}`)) throw new AppError('not_found')
    await saveListSize(tx, user.user_id, params.list, body.size)
  })
  const searched = toMenuOrder(lists)
  mount(app, searchDesk, async ({ query, user, language }) => ({
    items: await searchLists(deps, searched, query.q, { access: user.access, language }),
  }))
}

/** Lists as the menu has them, those of tabs last: of equal finds, the first list's stand first. */
function toMenuOrder(lists: readonly ServedList[]): ServedList[] {
  const names: string[] = deskScreens.map(({ name }) => name)
  const placeOf = ({ list }: ServedList) => (names.includes(list.name) ? names.indexOf(list.name) : names.length)
  return lists.toSorted((a, b) => placeOf(a) - placeOf(b))
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import { parkReportList } from '#contract/bookings/desk/park-reports.ts'
import { eventList, eventParkList } from '#contract/events/desk.ts'
import { gateScanList } from '#contract/gate/desk.ts'
import { leadList } from '#contract/leads/desk.ts'
import { listSorts, type DeskListDescription } from '#contract/lists/lists.ts'
import { couponList, couponUseList } from '#contract/promos/desk.ts'
import { reviewList } from '#contract/reviews/desk/reviews.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

const lists = [couponList, couponUseList, eventList, eventParkList, gateScanList, leadList, parkReportList, reviewList]

let world: World
let admin: Driver
beforeAll(async () => {
  world = await createWorld()
  admin = await world.buildDriver({ role: 'admin' })
})
afterAll(() => world.close())

const hostile = ['%_\\', "'; drop table users --", '00000000-0000-0000-0000-000000000000', 'é'.repeat(120)]

test.each(lists.map((list) => [list.name, list] as const))(
  'the list of %s answers every order, state, filter and search, and refuses unknown ones',
  async (_name, list) => {
    const read = (query: Record<string, unknown>) =>
      world.call(list.endpoint as typeof couponList.endpoint, { token: admin.token, query })
    const { states = [], filters } = list as DeskListDescription
    const queries: Record<string, unknown>[] = [
      ...listSorts(list).map((sort) => ({ sort })),
      ...states.map((state) => ({ state })),
      ...hostile.map((search) => ({ search })),
      { format: 'csv', columns: Object.keys(list.columns).join(',') },
      ...Object.entries(filters).flatMap(([key, filter]): Record<string, unknown>[] => {
        if (filter.kind === 'days') return [{ [`${key}_from`]: '2026-11-01', [`${key}_to`]: '2026-11-30' }]
        if (filter.kind === 'choice') return filter.values.map((value) => ({ [key]: value }))
        return (filter.kind === 'flag' ? ['true', 'false'] : hostile).map((value) => ({ [key]: value }))
      }),
    ]
    await world.db.updateTable('sessions').set({ confirmed_at: world.clock.now }).execute()
    for (const query of queries) expect([query, (await read(query)).status]).toEqual([query, 200])
    for (const query of [{ sort: 'id' }, { state: 'lost' }, { columns: 'password' }, { secret: 'x' }])
      expect([query, (await read(query)).status]).toEqual([query, 422])
  },
)

import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCapacity } from '#contract/parks/desk/capacity.ts'
import { changeParks, listParkChanges, undoParkChange, type ParkChangeBody } from '#contract/parks/desk/park-changes.ts'
import { getParkRecord, updatePark } from '#contract/parks/desk/park-record.ts'
import { getTariffs } from '#contract/parks/desk/tariffs.ts'
import { day_ms } from '#contract/time.ts'
import { buildPaidBooking, callQuote, outcomeOf, windowOf } from '#test/kits/bookings-kit.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'

let world: World
let staff: Driver
let ofPartner: Driver
let parks: TestPark[]
let foreign: TestPark
beforeAll(async () => {
  world = await createWorld()
  staff = await world.buildDriver({ role: 'staff' })
  ofPartner = await world.buildDriver({ role: 'partner', partner: 'Eko Gate' })
  parks = [
    await world.buildPark({ name: 'A', partner: 'Eko Gate', increment_minor: 333n }),
    await world.buildPark({ name: 'B', partner: 'Eko Gate', increment_minor: 400n }),
  ]
  foreign = await world.buildPark({ name: 'C' })
})
afterAll(() => world.close())

type Change = Omit<ParkChangeBody, 'ids' | 'stores' | 'digest'>
const idsOf = (chosen: TestPark[]) => chosen.map(({ id }) => id)
const call = ({ token }: Driver, body: ParkChangeBody) => world.call(changeParks, { token, body })
const preview = (by: Driver, change: Change, chosen = parks) =>
  call(by, { ...change, ids: idsOf(chosen), stores: false })
async function store(by: Driver, change: Change, chosen = parks) {
  const { digest } = (await preview(by, change, chosen)).body
  return call(by, { ...change, ids: idsOf(chosen), stores: true, digest })
}
const undo = ({ token }: Driver, id: string) => world.call(undoParkChange, { token, params: { id } })
const hoursOf = async ({ id }: TestPark) =>
  (await world.call(getParkRecord, { token: staff.token, params: { id } })).body.opening_hours
const dayAfter = (days: number) => new Date(world.clock.now.getTime() + days * day_ms).toISOString().slice(0, 10)

test('opening hours are previewed, stored and undone as one, and kept by the next import', async () => {
  const change = { change: 'hours' as const, opening_hours: 'Mo-Fr 08:00-18:00; Dec 25 off' }
  const seen = await preview(ofPartner, change, [...parks, foreign])
  // A car park of somebody else is not there.
  expect(seen.body).toMatchObject({ stored: false, changed: 2, refused: 0 })
  expect(seen.body.rows[0]).toMatchObject({
    name: 'A',
    edits: [{ field: 'opening_hours', before: '24/7', after: change.opening_hours }],
  })
  expect(await hoursOf(parks[0]!)).toBe('24/7')
  const stored = await store(ofPartner, change)
  expect(stored.body).toMatchObject({ stored: true, change: { changed: 2, name: 'hours', undo: 'possible' } })
  const record = await world.call(getParkRecord, { token: staff.token, params: { id: parks[1]!.id } })
  expect([record.body.opening_hours, record.body.overrides.map(({ field }) => field)]).toEqual([
    change.opening_hours,
    ['opening_hours'],
  ])
  const { id } = stored.body.change!
  const listed = (driver: Driver) => world.call(listParkChanges, { token: driver.token })
  expect((await listed(ofPartner)).body.items.map((item) => item.id)).toEqual([id])
  expect((await undo(ofPartner, id)).body.undo).toBe('undone')
  expect([await hoursOf(parks[0]!), await hoursOf(parks[1]!)]).toEqual(['24/7', '24/7'])
  expect(outcomeOf(await undo(ofPartner, id))).toBe('409 undo_done')
  const entries = await world.db
    .selectFrom('audit_log')
    .select(['action', 'record_id'])
    .where('kind', '=', 'park')
    .execute()
  expect(entries.map(({ action }) => action).toSorted()).toEqual([
    'changeParks',
    'changeParks',
    'undoParkChange',
    'undoParkChange',
  ])
})

test('prices change by a percentage, rounded, for new bookings alone, and come back', async () => {
  const [park] = parks
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  await buildPaidBooking(world, driver, park!)
  const priceOf = async () =>
    (
      await world.call(getTariffs, {
        token: staff.token,
        params: { id: park!.id },
        query: { vehicle_type_id: 1 },
      })
    ).body.versions.map(({ tariff }) => tariff.increment_amount)
  const quoted = async () =>
    (await callQuote(world, { park_id: park!.id, ...windowOf(world, 8, 8) })).body.lines[0]!.amount
  const before = await quoted()
  const change = { change: 'prices' as const, percent: 10, round_to: 0.05 }
  const stored = await store(staff, change)
  expect(stored.body).toMatchObject({ stored: true, prices: stored.body.rows.length })
  const price = { field: 'price', of: 'CAD Car, 1 h', before: 3.33, after: 3.65 }
  expect(stored.body.rows[0]!.edits).toContainEqual(price)
  expect(await priceOf()).toEqual([3.65, 3.33])
  expect(await quoted()).not.toBe(before)
  expect((await undo(staff, stored.body.change!.id)).status).toBe(200)
  expect(await priceOf()).toEqual([3.33, 3.65, 3.33])
  expect(await quoted()).toBe(before)
})

test('a closure of whole days blocks the spaces of each car park, and is taken back', async () => {
  const change = { change: 'closure' as const, first_day: dayAfter(2), last_day: dayAfter(3), reason: 'Marathon' }
  const stored = await store(ofPartner, change)
  expect(stored.body).toMatchObject({ stored: true, changed: 2 })
  const closed = async (park: TestPark) => {
    const { body } = await world.call(getCapacity, { token: staff.token, params: { id: park.id }, query: {} })
    return [body.closures.length, body.pools[0]!.days.filter((day) => day.closed.every(Boolean)).map(({ day }) => day)]
  }
  expect(await closed(parks[0]!)).toEqual([1, [dayAfter(2), dayAfter(3)]])
  expect((await undo(ofPartner, stored.body.change!.id)).status).toBe(200)
  expect(await closed(parks[1]!)).toEqual([0, []])
})

test('what was changed since is neither stored nor undone, and mistakes are named', async () => {
  const hours = { change: 'hours' as const, opening_hours: 'Mo-Su 07:00-22:00' }
  const { digest } = (await preview(staff, hours)).body
  const edit = async (park: TestPark, opening_hours: string) => {
    const { version } = (await world.call(getParkRecord, { token: staff.token, params: { id: park.id } })).body
    const body = { opening_hours, version }
    expect((await world.call(updatePark, { token: staff.token, params: { id: park.id }, body })).status).toBe(200)
  }
  await edit(parks[0]!, 'Mo-Su 06:00-22:00')
  const stale = await call(staff, { ...hours, ids: idsOf(parks), stores: true, digest })
  expect([stale.body.stored, stale.body.is_stale]).toEqual([false, true])
  const stored = await store(staff, hours)
  await edit(parks[1]!, '24/7')
  const refused = await undo(staff, stored.body.change!.id)
  expect([outcomeOf(refused), refused.problem.message]).toEqual(['409 undo_changed', expect.stringContaining('B')])
  // Somebody else's change, of car parks that are not theirs.
  const others = await store(staff, { change: 'hours', opening_hours: 'Mo-Su 05:00-22:00' }, [foreign])
  expect(outcomeOf(await undo(ofPartner, others.body.change!.id))).toBe('404 not_found')
  for (const [change, field] of [
    [{ change: 'hours' }, 'opening_hours'],
    [{ change: 'hours', opening_hours: 'whenever' }, 'opening_hours'],
    [{ change: 'prices' }, 'percent'],
    [{ change: 'prices', percent: 1.234 }, 'percent'],
    [{ change: 'prices', percent: -95 }, 'percent'],
    [{ change: 'closure', first_day: dayAfter(1), last_day: dayAfter(0), reason: 'Why' }, 'last_day'],
    [
      { change: 'closure', first_day: dayAfter(1), last_day: dayAfter(1), reason: 'Why', notice_en: 'Closed' },
      'notice_fr',
    ],
  ] as const) {
    const wrong = await preview(staff, change as Change)
    expect([outcomeOf(wrong), wrong.problem.errors?.[0]?.field]).toEqual(['422 validation_failed', field])
  }
  expect(outcomeOf(await preview(await world.buildDriver(), hours))).toBe('403 forbidden')
})

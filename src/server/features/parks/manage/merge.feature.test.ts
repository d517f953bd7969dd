import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeBookingStatus } from '#contract/bookings/bookings.ts'
import { closePark, getCapacity } from '#contract/parks/desk/capacity.ts'
import { addGuard, getParkRecord, listGuards, mergePark, updatePark } from '#contract/parks/desk/park-record.ts'
import { parkList } from '#contract/parks/desk/parks.ts'
import { getPark } from '#contract/parks/parks.ts'
import { importParks } from '#server/features/park-import/import.ts'
import {
  expectConsistentData,
  buildPaidBooking,
  callQuote,
  sumLedgerEntries,
  windowOf,
} from '#test/kits/bookings-kit.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'

let world: World
let staff: Driver
beforeAll(async () => {
  world = await createWorld()
  staff = await world.buildDriver({ role: 'staff' })
})
afterAll(() => world.close())

const read = (park: TestPark) => world.call(getParkRecord, { token: staff.token, params: { id: park.id } })
const merge = async (park: TestPark, into: TestPark, confirm?: string, token = staff.token) => {
  const { title, version } = (await read(park)).body
  const body = { into: into.park_code.toLowerCase(), confirm: confirm ?? title, version }
  return world.call(mergePark, { token, params: { id: park.id }, body })
}
const outcomeOf = ({ status, problem }: { status: number; problem: { code?: string } }) =>
  status < 400 ? status : `${status} ${problem.code}`
/** A record that only lists the car park: it has no spaces, rates or operator. */
const newListing = async (name: string) => {
  const park = await world.buildPark({ partner: null, name })
  for (const table of ['pools', 'tariffs'] as const)
    await world.db.deleteFrom(table).where('park_id', '=', park.id).execute()
  return park
}
const shown = (handle: string) => world.call(getPark, { params: { parkId: handle } })

test('spaces, rates and bookings move to the record that stays, and the old addresses lead there', async () => {
  const [seller, listing] = [
    await world.buildPark({ name: 'Marina', capacity: 3 }),
    await newListing('Marina car park'),
  ]
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  const guard = await world.buildDriver()
  await world.call(addGuard, { token: staff.token, params: { id: seller.id }, body: { email: guard.email } })
  await world.call(updatePark, {
    token: staff.token,
    params: { id: seller.id },
    body: { max_height_cm: 190, version: (await read(seller)).body.version },
  })
  const booking = await buildPaidBooking(world, driver, seller)
  const quote = await callQuote(world, { park_id: seller.id, ...windowOf(world, 40, 8) })
  const owed = await sumLedgerEntries(world, 'park_payable', seller.id)
  expect(owed).toBeGreaterThan(0n)
  const merged = await merge(seller, listing)
  expect([outcomeOf(merged), merged.body.status, merged.body.merged_into]).toEqual([200, 'merged', listing.park_code])
  expect(merged.body.actions).toEqual([])
  for (const handle of [seller.slug, seller.park_code, seller.id, listing.slug])
    expect((await shown(handle)).body).toMatchObject({ id: listing.id, bookable: true })
  expect((await read(listing)).body).toMatchObject({ title: 'Marina car park', max_height_cm: 190 })
  const row = await world.db.selectFrom('bookings').selectAll().where('id', '=', booking.id).executeTakeFirstOrThrow()
  expect([row.park_id, row.pool_id]).toEqual([listing.id, seller.pool_id])
  const guards = await world.call(listGuards, { token: staff.token, params: { id: listing.id } })
  expect(guards.body.items).toMatchObject([{ email: guard.email }])
  // A price that was given before is still that of the car park.
  const stored = await world.db
    .selectFrom('quotes')
    .select('park_id')
    .where('id', '=', quote.body.quote_id)
    .executeTakeFirst()
  expect(stored?.park_id).toBe(listing.id)
  // What is owed for it has moved with it: a refund is taken from there.
  const owedTo = async (park: TestPark) => sumLedgerEntries(world, 'park_payable', park.id)
  expect([await owedTo(seller), await owedTo(listing)]).toEqual([0n, owed])
  const params = { id: booking.id }
  await world.call(changeBookingStatus, { token: driver.token, params, query: { status: 'cancelled' } })
  expect([await owedTo(seller), await owedTo(listing)]).toEqual([0n, 0n])
  expect((await buildPaidBooking(world, driver, listing, 60, 4)).status).toBe('active')
  const listed = await world.call(parkList.endpoint, { token: staff.token, query: { search: 'Marina' } })
  expect(listed.body.items.map(({ id }) => id)).toEqual([listing.id])
  await expectConsistentData(world)
})

test('a merged record stays merged when its source is imported again', async () => {
  const candidate = (source_id: string, name: string) => ({
    source_id,
    row: {
      source: 'test',
      source_id,
      name,
      lat: 43.7,
      lng: -79.4,
      country_code: 'CA',
      state_code: 'ON',
      city: 'Toronto',
      kind: 'surface',
    },
  })
  const rows = [candidate('one', 'Wharf'), candidate('two', 'Wharf lot')]
  await world.buildPark()
  const first = await importParks(world.db, rows as never)
  expect(first).toMatchObject({ added: 2, refused: [] })
  const parkOf = async (source_id: string) =>
    (await world.db
      .selectFrom('parks')
      .select(['id', 'slug', 'park_code'])
      .where('source_id', '=', source_id)
      .executeTakeFirst()) as TestPark
  const [value, second] = [await parkOf('one'), await parkOf('two')]
  expect(outcomeOf(await merge(second, value))).toBe(200)
  expect(await importParks(world.db, rows as never)).toMatchObject({ added: 0, changed: 0, unchanged: 2 })
  const renamed = await importParks(world.db, [rows[0], candidate('two', 'Wharf lot B')] as never)
  expect(renamed).toMatchObject({ added: 0, changed: 1, unchanged: 1 })
  expect(await parkOf('two')).toBeUndefined()
  expect((await shown(second.slug)).body.id).toBe(value.id)
})

test('is refused while both sell spaces, have open bookings or different partners', async () => {
  const [first, second] = [await world.buildPark({ name: 'Pier' }), await world.buildPark({ name: 'Pier garage' })]
  expect(outcomeOf(await merge(first, second))).toBe('409 merge_sells')
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  await buildPaidBooking(world, driver, first, 4, 4)
  await world.call(updatePark, {
    token: staff.token,
    params: { id: first.id },
    body: { is_on_sale: false, version: (await read(first)).body.version },
  })
  expect(outcomeOf(await merge(first, second))).toBe('409 merge_bookings')
  await world.db.updateTable('bookings').set({ status: 'completed' }).where('pool_id', '=', first.pool_id).execute()
  expect(outcomeOf(await merge(first, second))).toBe(200)
  expect((await shown(first.slug)).body).toMatchObject({ id: second.id, bookable: true })
  const foreign = await newListing('Pier listing')
  const other = await world.buildPark({ partner: 'Northline', name: 'Pier tower' })
  await world.db
    .updateTable('parks')
    .set(({ selectFrom }) => ({ partner_id: selectFrom('parks').select('partner_id').where('id', '=', second.id) }))
    .where('id', '=', foreign.id)
    .execute()
  expect(outcomeOf(await merge(other, foreign))).toBe('409 merge_partners')
})

test('is refused with the field that is wrong, to partners, and a second time', async () => {
  const [first, two] = [await newListing('Depot'), await newListing('Depot car park')]
  const abroad = await world.buildPark({ country_code: 'NG', timezone: 'Africa/Lagos' })
  const fieldOf = ({ problem }: Awaited<ReturnType<typeof merge>>) => problem.errors?.[0]?.field
  expect(fieldOf(await merge(first, two, 'Something else'))).toBe('confirm')
  expect(fieldOf(await merge(first, { ...two, park_code: 'PXXXXXX' }))).toBe('into')
  expect(fieldOf(await merge(first, first))).toBe('into')
  expect(fieldOf(await merge(first, abroad))).toBe('into')
  const partner = await world.buildDriver({ role: 'partner', partner: 'Test partner' })
  const [own, second] = [await world.buildPark({ name: 'Own' }), await world.buildPark({ name: 'Own 2' })]
  expect(outcomeOf(await merge(own, second, undefined, partner.token))).toBe('403 forbidden')
  expect(outcomeOf(await merge(first, two))).toBe(200)
  const again = { into: two.park_code, confirm: 'Depot', version: (await read(first)).body.version }
  const refused = await world.call(mergePark, { token: staff.token, params: { id: first.id }, body: again })
  expect(outcomeOf(refused)).toBe('404 not_found')
  const log = await world.db.selectFrom('audit_log').select('record_id').where('action', '=', 'mergePark').execute()
  expect(log.map(({ record_id }) => record_id)).toEqual(expect.arrayContaining([first.id, two.id]))
})

test('closures move with the spaces', async () => {
  const [seller, listing] = [await world.buildPark({ name: 'Quay' }), await newListing('Quay car park')]
  const body = { vehicle_class: null, starts_at: '2026-11-25T10:00', ends_at: '2026-11-25T12:00', reason: 'Works' }
  await world.call(closePark, { token: staff.token, params: { id: seller.id }, body })
  expect(outcomeOf(await merge(seller, listing))).toBe(200)
  const { body: after } = await world.call(getCapacity, { token: staff.token, params: { id: listing.id } })
  expect(after.closures).toMatchObject([{ reason: 'Works' }])
})

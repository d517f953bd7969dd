import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getProfile } from '#contract/accounts/auth.ts'
import { auditList } from '#contract/accounts/desk/audit.ts'
import { disableCustomer } from '#contract/accounts/desk/customer-record.ts'
import { createRole, updateRole } from '#contract/accounts/desk/roles.ts'
import { correctPlate } from '#contract/bookings/desk/booking-record.ts'
import { getTariffs, saveTariff } from '#contract/parks/desk/tariffs.ts'
import { createCoupon, deactivateCoupon } from '#contract/promos/desk.ts'
import { assignRole } from '#server/features/access/assignments.ts'
import { buildPaidBooking, outcomeOf } from '#test/kits/bookings-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
let admin: Driver
let customer: Driver
let booking: { id: string; booking_code: string }
let coupon: string

beforeAll(async () => {
  world = await createWorld()
  admin = await world.buildDriver({ role: 'admin' })
  const { token } = admin
  customer = await world.buildDriver({ balance_minor: 10_000n })
  await world.db
    .updateTable('users')
    .set({ first_name: 'Éloïse', last_name: 'Obi' })
    .where('id', '=', customer.user_id)
    .execute()
  const park = await world.buildPark({ name: 'Harbour Garage' })
  booking = await buildPaidBooking(world, customer, park)
  const body = {
    code: 'WINTER-20',
    discount_type: 'percentage',
    discount: 20,
    currency: null,
    minimum_order_amount: null,
    maximum_discount: null,
    limit_per_user: null,
    start_date: '2026-11-01T00:00:00Z',
    end_date: '2026-12-01T00:00:00Z',
  } as const
  coupon = (await world.call(createCoupon, { token, body })).body.id
  world.clock.advance(1)
  await world.call(deactivateCoupon, { token, params: { id: coupon } })
  const plate = { params: { id: booking.id }, body: { plate: 'NEW 4711' } }
  expect(outcomeOf(await world.call(correctPlate, { token, ...plate }))).toBe('200')
  const block = { params: { id: customer.user_id }, body: { reason: 'Fraud' } }
  expect(outcomeOf(await world.call(disableCustomer, { token, ...block }))).toBe('200')
  const params = { id: park.id }
  const { version, versions } = (await world.call(getTariffs, { token, params, query: { vehicle_type_id: 1 } })).body
  const tariff = { ...versions[0]!.tariff, day_cap_amount: 42 }
  const save = { vehicle_type_ids: [1], tariff, from: world.clock.now.toISOString().slice(0, 10), version }
  expect(outcomeOf(await world.call(saveTariff, { token, params, body: save }))).toBe('200')
})
afterAll(() => world.close())

const find = async (query: object) =>
  (await world.call(auditList.endpoint, { token: admin.token, query })).body.items.map(({ action, name }) => [
    action,
    name,
  ])

test('entries name their record as it is called today', async () => {
  expect(await find({})).toEqual(
    expect.arrayContaining([
      ['createCoupon', 'WINTER-20'],
      ['deactivateCoupon', 'WINTER-20'],
      ['correctPlate', booking.booking_code],
      ['disableCustomer', 'Éloïse Obi'],
    ]),
  )
})

test('entries are found by the record’s name, its id, and everyday words', async () => {
  const ofCoupon = [
    ['deactivateCoupon', 'WINTER-20'],
    ['createCoupon', 'WINTER-20'],
  ]
  expect(await find({ search: 'winter' })).toEqual(ofCoupon)
  expect(await find({ record: 'WINTER-20' })).toEqual(ofCoupon)
  expect(await find({ record: coupon })).toEqual(ofCoupon)
  expect(await find({ search: booking.booking_code.toLowerCase() })).toEqual([['correctPlate', booking.booking_code]])
  expect(await find({ search: customer.email })).toEqual([['disableCustomer', 'Éloïse Obi']])
  expect(await find({ search: 'coupon' })).toEqual(ofCoupon)
  expect(await find({ search: 'plaque' })).toEqual([['correctPlate', booking.booking_code]])
  for (const search of ['rates', 'Prices', 'tarif', 'harbour'])
    expect(await find({ search })).toEqual([['saveTariff', 'Harbour Garage']])
  expect(await find({ kind: 'booking', search: 'rates' })).toEqual([])
})

test('names and exported changes are in the reader’s language', async () => {
  const { token } = admin
  await world.db.updateTable('sessions').set({ confirmed_at: world.clock.now }).execute()
  const names = { name: 'Harbour master', name_fr: 'Capitaine de port', permissions: ['parks.view' as const] }
  const { id, version } = (await world.call(createRole, { token, body: names })).body
  world.clock.advance(1)
  const body = { ...names, name: 'Dock master', name_fr: 'Chef de quai', version }
  expect(outcomeOf(await world.call(updateRole, { token, params: { id }, body }))).toBe('200')
  // Whoever holds it sees its name: a role that staff have made has no words of its own.
  const clerk = await world.buildDriver()
  const assigned = { user_id: clerk.user_id, role_id: id, scope: 'everywhere' } as const
  await world.db.transaction().execute((tx) => assignRole(tx, assigned, world.clock.now))
  const profileOf = async ({ token: own }: Driver) => (await world.call(getProfile, { token: own })).body
  expect(await profileOf(clerk)).toMatchObject({ role_name: { en: 'Dock master', fr: 'Chef de quai' } })
  expect(await profileOf(admin)).toMatchObject({ role: 'admin', role_name: null })
  const read = async (language: string, query: object = {}) =>
    await world.call(auditList.endpoint, {
      token,
      query: { kind: 'role', ...query } as never,
      headers: { 'accept-language': language },
    })
  expect((await read('fr')).body.items[0]).toMatchObject({ name: 'Chef de quai', role: 'Administrateur principal' })
  expect((await read('en', { record: 'quai' })).body.items[0]).toMatchObject({ name: 'Dock master' })
  const { raw } = await read('fr', { format: 'csv', columns: 'name,after,before' })
  const [, row] = parse(raw, { bom: true, record_delimiter: '\r\n' }) as string[][]
  expect(row).toEqual([
    'Chef de quai',
    'Nom : Harbour master → Dock master · Nom en français : Capitaine de port → Chef de quai',
    'Nom : Harbour master · Nom en français : Capitaine de port',
  ])
  expect(row!.join()).not.toMatch(/[{}"]/)
})

test('a colleague is named, found by name and address, and by address where there is no name', async () => {
  const read = async (query: object = {}) =>
    (await world.call(auditList.endpoint, { token: admin.token, query: { kind: 'coupon', ...query } as never })).body
  const name = (first_name: string, last_name: string | null) =>
    world.db.updateTable('users').set({ first_name, last_name }).where('id', '=', admin.user_id).execute()
  await name('Folaké', 'Adeyemi')
  expect((await read()).items[0]).toMatchObject({ person: 'Folaké Adeyemi', email: admin.email })
  for (const query of [{ person: 'adeyemi' }, { person: admin.email }, { search: admin.email }])
    expect((await read(query)).total).toBe(2)
  expect((await read({ person: 'somebody else' })).total).toBe(0)
  await name('', null)
  expect((await read()).items[0]).toMatchObject({ person: admin.email })
})

test('an erased customer has no name in the log', async () => {
  await world.db
    .updateTable('users')
    .set({ first_name: '', last_name: null, erased_at: world.clock.now })
    .where('id', '=', customer.user_id)
    .execute()
  expect(await find({ kind: 'user' })).toEqual([['disableCustomer', null]])
})

import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { confirmLogin, sendConfirmationCode } from '#contract/accounts/account.ts'
import { auditList } from '#contract/accounts/desk/audit.ts'
import { customerList } from '#contract/accounts/desk/customers.ts'
import { bookingList } from '#contract/bookings/desk/bookings.ts'
import { deskPageSizes } from '#contract/lists/list-facts.ts'
import { listSorts, type DeskListDescription } from '#contract/lists/lists.ts'
import { saveListSize } from '#contract/lists/views.ts'
import { listParkCities, parkList } from '#contract/parks/desk/parks.ts'
import { createCoupon } from '#contract/promos/desk.ts'
import { buildPaidBooking } from '#test/kits/bookings-kit.ts'
import { newestCode, wrongCode } from '#test/kits/mailbox.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

const all = [customerList, bookingList, parkList, auditList]

let world: World
let admin: Driver
let ofPartner: Driver
let bookings: { own: string; foreign: string }
beforeAll(async () => {
  world = await createWorld()
  admin = await world.buildDriver({ role: 'admin' })
  ofPartner = await world.buildDriver({ role: 'partner', partner: 'Eko Gate' })
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  const [own, foreign] = [
    await world.buildPark({ partner: 'Eko Gate', name: 'Own garage' }),
    await world.buildPark({ partner: 'Northline', name: 'Foreign garage' }),
  ]
  const [first, second] = [
    await buildPaidBooking(world, driver, own, 4, 4),
    await buildPaidBooking(world, driver, foreign, 4, 4),
  ]
  bookings = { own: first.booking_code, foreign: second.booking_code }
  const body = {
    code: 'DESK-1',
    discount_type: 'percentage',
    discount: 10,
    currency: null,
    minimum_order_amount: null,
    maximum_discount: null,
    limit_per_user: null,
    start_date: '2026-11-01T00:00:00Z',
    end_date: '2026-12-01T00:00:00Z',
  }
  expect((await world.call(createCoupon, { token: admin.token, body })).status).toBe(201)
})
afterAll(() => world.close())

const read = (list: (typeof all)[number], query: Record<string, unknown> = {}, token = admin.token) =>
  world.call(list.endpoint as typeof bookingList.endpoint, { token, query })
const markConfirmed = () =>
  world.db.updateTable('sessions').set({ confirmed_at: world.clock.now }).where('user_id', '=', admin.user_id).execute()

describe.each(all.map((list) => [list.name, list] as const))('the list of %s', (_name, list) => {
  test('answers every page size, order, state and filter', async () => {
    for (const size of deskPageSizes) expect((await read(list, { size })).body).toMatchObject({ size, page: 1 })
    for (const sort of listSorts(list)) {
      const { status, body } = await read(list, { sort })
      expect([sort, status]).toEqual([sort, 200])
      expect(body.items.length).toBeGreaterThan(0)
    }
    const { states = [] } = list as DeskListDescription
    const { counts, total } = (await read(list)).body
    expect(Object.keys(counts)).toEqual([...states])
    if (states.length > 0) expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(total)
    for (const state of states) expect((await read(list, { state })).body.total).toBe(counts[state])
    for (const [key, filter] of Object.entries(list.filters)) {
      const queries =
        filter.kind === 'days'
          ? [{ [`${key}_from`]: '2026-11-01', [`${key}_to`]: '2026-11-30' }]
          : filter.kind === 'choice'
            ? (filter.values as readonly string[]).map((value) => ({ [key]: value }))
            : filter.kind === 'flag'
              ? [{ [key]: 'true' }, { [key]: 'false' }]
              : [{ [key]: 'x' }, { [key]: '%_\\' }]
      for (const query of queries) expect([query, (await read(list, query)).status]).toEqual([query, 200])
    }
    for (const search of ['ada', '%', '\\', "'; drop table users --", bookings.own, 'A1'])
      expect([search, (await read(list, { search })).status]).toEqual([search, 200])
  })

  test.each([
    [{ size: 20 }, 'size'],
    [{ size: 1001 }, 'size'],
    [{ size: 0 }, 'size'],
    [{ page: 0 }, 'page'],
    [{ sort: 'password_hash' }, 'sort'],
    [{ state: 'lost' }, 'state'],
    [{ columns: 'id,password_hash' }, 'columns'],
    [{ timezone: 'Moon/Base' }, 'timezone'],
    [{ format: 'exe' }, 'format'],
  ])('refuses %o with its field', async (query, field) => {
    const refused = await read(list, query)
    expect([refused.status, refused.problem.errors?.map((error) => error.field)]).toEqual([422, [field]])
  })
})

test('a list has the page size that the person last chose for it, on all their devices, else 25 rows', async () => {
  const sizeOf = async (list: (typeof all)[number], token = admin.token) => (await read(list, {}, token)).body.size
  const remember = (list: string, size: number) =>
    world.call(saveListSize, { token: admin.token, params: { list }, body: { size } })
  expect(await sizeOf(parkList)).toBe(25)
  expect((await remember('parks', 100)).status).toBe(204)
  expect((await remember('parks', 50)).status).toBe(204)
  expect([await sizeOf(parkList), await sizeOf(bookingList), await sizeOf(parkList, ofPartner.token)]).toEqual([
    50, 25, 25,
  ])
  // A link with a size shows it, and changes nothing.
  expect((await read(parkList, { size: 10 })).body.size).toBe(10)
  expect(await sizeOf(parkList)).toBe(50)
  expect((await remember('parks', 20)).problem.errors?.[0]?.field).toBe('size')
  expect((await remember('passwords', 25)).status).toBe(404)
  expect((await world.call(saveListSize, { params: { list: 'parks' }, body: { size: 25 } })).status).toBe(401)
})

test('days are those of the reader, both included, in order and at most 400', async () => {
  const within = async (created_from: string, created_to: string, timezone = 'UTC') =>
    (await read(customerList, { created_from, created_to, timezone })).body.total
  // The clock of the tests stands at 09:03 UTC on 21 November.
  expect(await within('2026-11-21', '2026-11-21')).toBe(3)
  expect(await within('2026-11-21', '2026-11-21', 'Pacific/Auckland')).toBe(3)
  expect(await within('2026-11-20', '2026-11-20', 'Pacific/Auckland')).toBe(0)
  expect(await within('2026-11-20', '2026-11-20', 'Pacific/Honolulu')).toBe(3)
  for (const query of [
    { created_from: '2026-11-21', created_to: '2026-11-20' },
    { created_from: '2025-01-01', created_to: '2026-11-20' },
  ])
    expect((await read(customerList, query)).problem.errors?.[0]?.field).toBe('created_to')
})

test('a partner sees their own car parks and bookings alone, in lists, counts, searches and files', async () => {
  const parks = (await read(parkList, {}, ofPartner.token)).body
  expect(parks.items).toMatchObject([{ name: 'Own garage', tariff: { amount: 2, currency: 'CAD' } }])
  expect([parks.total, parks.counts]).toEqual([1, { bookable: 1, listed: 0 }])
  const own = (await read(bookingList, {}, ofPartner.token)).body
  expect(own.items).toMatchObject([{ booking_code: bookings.own, customer: null }])
  expect(Object.values(own.counts).reduce((sum, count) => sum + count, 0)).toBe(1)
  expect((await read(bookingList, { search: bookings.foreign }, ofPartner.token)).body.total).toBe(0)
  expect((await read(parkList, { format: 'csv' }, ofPartner.token)).raw.toString()).not.toContain('Foreign')
  for (const list of [customerList, auditList])
    if (list === customerList) expect((await read(list, {}, ofPartner.token)).status).toBe(403)
    else expect((await read(list, {}, ofPartner.token)).body.total).toBe(0)
})

test('car parks are counted by city, as search and scope select them, and a name in quotation marks is the whole name', async () => {
  const operator = await world.buildDriver({ role: 'partner', partner: 'Sahel' })
  for (const [country_code, city] of [
    ['CA', 'London'],
    ['CA', 'London East'],
    ['CA', 'London'],
    ['SN', 'Dakar'],
    ['NG', 'London'],
  ] as const)
    await world.buildPark({ partner: 'Sahel', name: `Quay ${city}`, country_code, city })
  // An operator has car parks in several countries.
  await world.db
    .updateTable('parks')
    .set({
      partner_id: sql<string>`(select a.partner_id from role_assignments a where a.user_id = ${operator.user_id})`,
    })
    .where('name', 'like', 'Quay %')
    .execute()
  const citiesOf = async (query: Record<string, unknown> = {}, token = operator.token) =>
    (await world.call(listParkCities, { token, query: query as never })).body
  const countries = [
    {
      code: 'CA',
      count: 3,
      cities: [
        { name: 'London', count: 2 },
        { name: 'London East', count: 1 },
      ],
      elsewhere: 0,
    },
    { code: 'NG', count: 1, cities: [{ name: 'London', count: 1 }], elsewhere: 0 },
    { code: 'SN', count: 1, cities: [{ name: 'Dakar', count: 1 }], elsewhere: 0 },
  ]
  expect(await citiesOf()).toEqual({ countries, is_capped: false })
  // The city that is chosen leaves the others in sight.
  expect(await citiesOf({ country: 'CA', city: '"London"' })).toEqual({ countries, is_capped: false })
  expect((await citiesOf({ search: 'Dakar' })).countries).toEqual([countries[2]])
  expect((await citiesOf({}, ofPartner.token)).countries).toMatchObject([{ code: 'CA', count: 1 }])
  const totalOf = async (query: Record<string, unknown>) => (await read(parkList, query, operator.token)).body.total
  expect([
    await totalOf({ country: 'CA', city: '"London"' }),
    await totalOf({ country: 'CA', city: 'london' }),
    await totalOf({ city: '"London"' }),
    await totalOf({ city: '"london"' }),
    await totalOf({ city: '"' }),
  ]).toEqual([2, 3, 3, 0, 0])
  // Without a city, and with quotation marks of its own.
  await world.db.updateTable('parks').set({ city: null }).where('city', '=', 'London East').execute()
  await world.db.updateTable('parks').set({ city: 'Da"kar%' }).where('city', '=', 'Dakar').execute()
  expect((await citiesOf()).countries).toMatchObject([
    { code: 'CA', count: 3, elsewhere: 1 },
    { code: 'NG' },
    { cities: [{ name: 'Da"kar%' }] },
  ])
  expect(await totalOf({ city: '"Da"kar%"' })).toBe(1)
})

test('names are for those who may see contacts', async () => {
  const manager = await world.buildDriver({ role: 'branch_manager' })
  const shown = async (token: string) => (await read(bookingList, { search: bookings.own }, token)).body.items[0]!
  expect(await shown(admin.token)).toMatchObject({ customer: 'Ada' })
  expect(await shown(manager.token)).toMatchObject({ customer: null })
})

test('an unchanged list is answered 304 without a body, and a changed one as a whole', async () => {
  const ask = (etag?: unknown, query = {}) =>
    world.call(parkList.endpoint, {
      token: admin.token,
      query,
      ...(etag !== undefined && { headers: { 'if-none-match': String(etag) } }),
    })
  const first = await ask()
  const { etag } = first.headers
  expect([first.status, first.headers['cache-control']]).toEqual([200, 'private, no-store'])
  const second = await ask(etag)
  expect([second.status, second.raw.length, second.headers['etag']]).toEqual([304, 0, etag])
  expect((await ask(etag, { search: 'Own' })).status).toBe(200)
  expect(
    (await world.call(parkList.endpoint, { token: ofPartner.token, headers: { 'if-none-match': String(etag) } }))
      .status,
  ).toBe(200)
  expect((await world.call(parkList.endpoint, { headers: { 'if-none-match': String(etag) } })).status).toBe(401)
  await world.db.updateTable('parks').set({ city: 'Hamilton' }).where('name', '=', 'Own garage').execute()
  const changed = await ask(etag)
  expect([changed.status, changed.body.items.some(({ city }) => city === 'Hamilton')]).toEqual([200, true])
})

describe('an export', () => {
  test('of personal data asks for the password again and is logged', async () => {
    const refused = await read(customerList, { format: 'csv' })
    expect([refused.status, refused.problem.code]).toEqual([403, 'reauth_required'])
    await markConfirmed()
    const file = await read(customerList, { format: 'csv' })
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(file.headers['content-disposition']).toBe('attachment; filename="parkwell-customers-2026-11-21.csv"')
    const { items } = (await read(auditList, { search: 'export_csv' })).body
    expect(items).toMatchObject([
      { action: 'export_csv', kind: 'list', record: 'customers', person: 'Ada', email: admin.email },
    ])
    world.clock.advance(11)
    expect((await read(customerList, { format: 'csv' })).status).toBe(403)
    world.clock.advance(-11)
  })

  test('asks accounts without a password for a mailed code', async () => {
    const { token, email } = await world.buildDriver({ role: 'admin' })
    expect((await world.call(confirmLogin, { token, body: { password: 'whatever it is' } })).status).toBe(422)
    expect((await world.call(sendConfirmationCode, { token })).status).toBe(202)
    const code = await newestCode(world, email)
    expect((await world.call(confirmLogin, { token, body: { code: wrongCode(code) } })).problem.code).toBe(
      'invalid_code',
    )
    expect((await read(customerList, { format: 'csv' }, token)).status).toBe(403)
    expect((await world.call(confirmLogin, { token, body: { code } })).body).toEqual({ minutes: 10 })
    expect((await read(customerList, { format: 'csv' }, token)).status).toBe(200)
  })

  test('has the rows, columns and order of the list, in the reader’s language, and no formula', async () => {
    await markConfirmed()
    await world.db.updateTable('users').set({ first_name: '=1+1' }).where('id', '=', admin.user_id).execute()
    const file = await world.call(customerList.endpoint, {
      token: admin.token,
      query: { format: 'csv', columns: 'name,balance,created_at', sort: '-created_at', timezone: 'Africa/Lagos' },
      headers: { 'accept-language': 'fr' },
    })
    const rows = parse(file.raw, { bom: true, record_delimiter: '\r\n' }) as string[][]
    expect(rows[0]).toEqual(['Nom', 'Solde', 'Solde\u00a0: devise', 'Inscription (Africa/Lagos)'])
    expect(rows).toHaveLength((await read(customerList)).body.total + 1)
    const row = rows.find(([name]) => name === "'=1+1")!
    expect(row.slice(1)).toEqual(['', '', '2026-11-21 10:03'])
    expect(rows.find(([, balance]) => balance !== '' && balance !== 'Solde')!.slice(1, 3)).toEqual([
      expect.stringMatching(/^\d+(\.\d+)?$/),
      'CAD',
    ])
  })

  test('as XLSX is a spreadsheet file', async () => {
    await markConfirmed()
    const file = await read(bookingList, { format: 'xlsx' })
    expect(file.headers['content-type']).toContain('spreadsheetml')
    expect(file.raw.subarray(0, 2).toString()).toBe('PK')
  })
})

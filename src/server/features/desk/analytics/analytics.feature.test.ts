import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBooking, createQuote } from '#contract/bookings/bookings.ts'
import type { Branch } from '#contract/branches/desk/branches.ts'
import { addCartLine, listCartSlots } from '#contract/cart/cart.ts'
import { analyticsList, getAnalytics, type AnalyticsStep } from '#contract/desk/analytics.ts'
import { countVisit } from '#contract/figures/visits.ts'
import { newCode, newId } from '#server/database/ids.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { buildOrder } from '#test/kits/order-kit.ts'
import { buildBranch, buildItem, order } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'

const browsers = {
  phone: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
  desktop: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
}
const hours = { start_time: '2026-11-22T10:00:00Z', end_time: '2026-11-22T12:00:00Z' }

let world: World
let staff: Driver
let branches: Record<'own' | 'foreign', Branch>
let parks: { own: TestPark; foreign: TestPark; example: TestPark }

/**
 * A search, the page, two quotes and a booking of each car park; pages of an item, three carts, two checkouts and an order,
 * with three orders of before, of whose device nothing is known; then three top-ups, one of which was credited.
 */
beforeAll(async () => {
  world = await createWorld()
  staff = await world.buildDriver({ role: 'staff' })
  parks = {
    own: await world.buildPark({ partner: 'Eko Gate' }),
    foreign: await world.buildPark({ partner: 'Northline' }),
    example: await world.buildPark({ partner: 'Northline' }),
  }
  await world.db
    .updateTable('parks')
    .set({ examples: ['tariff'] })
    .where('id', '=', parks.example.id)
    .execute()
  const { token, user_id } = await world.buildDriver({ balance_minor: 100_000n })
  for (const [park, device] of [
    [parks.own, 'phone'],
    [parks.foreign, 'desktop'],
    [parks.example, 'phone'],
  ] as const) {
    const headers = { 'user-agent': browsers[device] }
    const visit = (address: string) => world.call(countVisit, { body: { address, country: 'CA' }, headers })
    if (park !== parks.example) await visit('/search?lat=43.7&lng=-79.4')
    await visit(`/park/${park.slug}`)
    const body = { park_id: park.id, ...hours }
    for (const _time of [1, 2]) await world.call(createQuote, { body, headers })
    const booked = await world.call(createBooking, { token, body: { ...body, plate: 'ABC 123' }, headers })
    expect(booked.status).toBe(201)
  }
  const admin = await world.buildDriver({ role: 'admin' })
  const item_id = await buildItem(world, { slug: 'counted', prices: { CAD: 1_000n } })
  branches = { own: await buildBranch(world, admin.token), foreign: await buildBranch(world, admin.token) }
  const lines = [{ item_id, goods_minor: 1_000n }]
  for (const branch of [branches.own, branches.own, branches.foreign])
    await buildOrder(world, { user_id }, branch, { lines })
  for (const source of ['phone', 'pos']) {
    const { id } = await buildOrder(world, { user_id }, branches.own, { lines })
    await world.db.updateTable('orders').set({ source }).where('id', '=', id).execute()
  }
  const headers = { 'user-agent': browsers.phone }
  for (const _time of [1, 2, 3, 4])
    await world.call(countVisit, { body: { address: '/marketplace/counted', country: 'CA' }, headers })
  for (const [at, steps] of [
    [branches.own, 3],
    [branches.own, 1],
    [branches.foreign, 2],
  ] as const) {
    const customer = await world.buildDriver({ balance_minor: 100_000n })
    await world.call(addCartLine, { token: customer.token, body: { branch: at.slug, item_id }, headers })
    const query = { order_type: 'takeaway' } as const
    if (steps > 1) await world.call(listCartSlots, { token: customer.token, query, headers })
    if (steps > 2) expect((await order(world, customer, { total: 11 }, headers)).status).toBe(201)
  }
  await buildOrder(world, { user_id }, branches.own, {
    lines,
    held_until: new Date(world.clock.now.getTime() + 600_000),
  })
  await world.deps.search.current()
  await world.deps.visits.flush(world.db, world.deps.search)
  const started = { user_id, provider: 'stripe', amount_minor: 1_000n, currency: 'CAD', next_check_at: world.clock.now }
  for (const [status, opened] of [
    ['success', true],
    ['pending', true],
    // No provider answered: nobody could pay.
    ['failed', false],
  ] as const)
    await world.db
      .insertInto('top_ups')
      .values({
        id: newId(),
        reference: `PW-${newCode(12)}`,
        ...started,
        status,
        device: 'phone',
        payment_info: opened ? '{}' : null,
        created_at: world.clock.now,
      })
      .execute()
})
afterAll(() => world.close())

const read = async ({ token }: Driver, query: object = {}) => {
  const { body, status, problem } = await world.call(getAnalytics, { token, query: query as never })
  const counts = Object.fromEntries((body.steps ?? []).map(({ step, count }) => [step, count]))
  return { ...body, status, problem, counts: counts as Partial<Record<AnalyticsStep, number>> }
}
const parking = { search: 2, park_page: 2, quote: 4, booking: 2 }
const shop = { item_page: 4, cart: 3, checkout: 2, order: 4 }
const real = { ...parking, ...shop, top_up_started: 2, top_up_completed: 1 }

describe('the way from a search to a booking, and from an item to an order', () => {
  test('is counted by step, device and day, without examples', async () => {
    const { counts, steps, days, from, to } = await read(staff)
    expect(counts).toEqual(real)
    expect([from, to]).toEqual(['2026-11-15', '2026-11-21'])
    expect(steps.map(({ percent }) => percent)).toEqual([null, 100, 200, 50, null, 75, 66.7, 200, null, 50])
    expect(steps.find(({ step }) => step === 'booking')!.devices).toEqual({
      phone: 1,
      tablet: 0,
      desktop: 1,
      unknown: 0,
    })
    expect(steps.find(({ step }) => step === 'order')!.devices).toEqual({ phone: 1, tablet: 0, desktop: 0, unknown: 3 })
    expect(days).toHaveLength(7)
    expect(days.at(-1)).toEqual({ day: '2026-11-21', counts: real })
    expect(days[0]!.counts.search).toBe(0)
  })

  test('examples are counted apart', async () => {
    const { counts } = await read(staff, { example: 'true' })
    expect(counts).toEqual({
      search: 0,
      park_page: 1,
      quote: 2,
      booking: 1,
      item_page: 0,
      cart: 0,
      checkout: 0,
      order: 0,
      top_up_started: 0,
      top_up_completed: 0,
    })
  })

  test('is that of a country', async () => {
    expect((await read(staff, { country: 'CA' })).counts).toEqual(real)
    const elsewhere = (await read(staff, { country: 'SN' })).counts
    expect(elsewhere).toEqual(Object.fromEntries(Object.keys(real).map((step) => [step, 0])))
  })

  test('is that of a person’s own car parks, to which searches and top-ups do not belong', async () => {
    const manager = await world.buildDriver({ role: 'branch_manager', partner: 'Eko Gate' })
    expect((await read(manager)).counts).toEqual({ park_page: 1, quote: 2, booking: 1 })
    const stranger = await world.buildDriver({ role: 'employee', partner: 'Lone Pine' })
    expect((await read(stranger)).counts).toEqual({ park_page: 0, quote: 0, booking: 0 })
  })

  test('counts the carts, checkouts and orders of a person’s own branches, without what is held for its payment', async () => {
    const park_id = parks.own.id
    await world.db.insertInto('branch_parks').values({ branch_id: branches.own.id, park_id }).execute()
    for (const role of ['pos_operator', 'employee', 'branch_manager'] as const) {
      const person = await world.buildDriver()
      await giveRole(world.db, { user_id: person.user_id, role, branch_id: branches.own.id })
      expect((await read(person)).counts).toEqual({ booking: 1, cart: 2, checkout: 1, order: 3 })
    }
    const other = await world.buildDriver()
    await giveRole(world.db, { user_id: other.user_id, role: 'employee', branch_id: branches.foreign.id })
    expect((await read(other)).counts).toEqual({ booking: 0, cart: 1, checkout: 1, order: 1 })
    const manager = await world.buildDriver()
    await giveRole(world.db, { user_id: manager.user_id, role: 'administrator', country_code: 'CA' })
    expect((await read(manager)).counts).toMatchObject(shop)
  })

  test('is for those with the permission', async () => {
    for (const role of ['pos_operator', 'employee', 'administrator', 'admin'] as const)
      expect((await read(await world.buildDriver({ role }))).counts).toEqual(real)
    for (const role of ['guard', 'delivery_boy', 'customer'] as const)
      expect((await read(await world.buildDriver({ role }))).status).toBe(403)
  })

  test.each([
    [{ period: 'custom', from: '2026-03-02', to: '2026-03-01' }, 'to'],
    [{ period: 'custom', to: '2026-03-01' }, 'from'],
    [{ period: 'custom', from: '2020-01-01', to: '2026-03-01' }, 'to'],
    [{ period: 'century' }, 'period'],
    [{ country: 'Atlantis' }, 'country'],
    [{ example: 'maybe' }, 'example'],
  ])('refuses %o with its field', async (query, field) => {
    const { status, problem } = await read(staff, query)
    expect([status, problem.errors?.[0]?.field]).toEqual([422, field])
  })
})

describe('the list of days', () => {
  const list = async ({ token }: Driver, query: object = {}) =>
    world.call(analyticsList.endpoint, { token, query: query as never })

  test('has a row for each day, country, device and kind of data, which add up to the steps', async () => {
    const { items, total } = (await list(staff, { example: 'false', sort: '-search' })).body
    expect(total).toBe(3)
    for (const [step, count] of Object.entries(real))
      expect([step, items.reduce((sum, row) => sum + Number(row[step as AnalyticsStep]), 0)]).toEqual([step, count])
    expect((await list(staff)).body.total).toBe(4)
    expect((await list(staff, { device: 'desktop' })).body.items).toMatchObject([
      { day: '2026-11-21', country: 'CA', device: 'desktop', search: 1, booking: 1, top_up_started: 0, example: false },
    ])
  })

  test('has the days of its rows in every time zone', async () => {
    for (const timezone of ['UTC', 'Pacific/Auckland', 'Pacific/Honolulu', 'America/Toronto']) {
      const days = async (day_from: string, day_to: string) =>
        (await list(staff, { day_from, day_to, timezone })).body.total
      expect([timezone, await days('2026-11-21', '2026-11-21')]).toEqual([timezone, 4])
      expect([timezone, await days('2026-11-20', '2026-11-20')]).toEqual([timezone, 0])
      expect([timezone, await days('2026-11-22', '2026-11-22')]).toEqual([timezone, 0])
    }
  })

  test('shows a partner their own car parks, in pages, counts and files', async () => {
    const partner = await world.buildDriver({ role: 'partner', partner: 'Eko Gate' })
    const { items, total } = (await list(partner)).body
    expect(total).toBe(1)
    expect(items).toMatchObject([
      { device: 'phone', search: null, park_page: 1, quote: 2, booking: 1, top_up_started: null },
    ])
    const file = await list(partner, { format: 'csv' })
    expect(parse(file.raw, { bom: true })).toHaveLength(2)
  })
})

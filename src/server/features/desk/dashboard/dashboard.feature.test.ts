import { afterAll, beforeAll, expect, test } from 'vitest'
import { stockList } from '#contract/catalogue/desk/stock.ts'
import { createExchangeRate } from '#contract/currencies/desk.ts'
import {
  compareToday,
  countWaiting,
  getDashboard,
  type DashboardFigure,
  type DashboardFigureName,
} from '#contract/desk/dashboard.ts'
import { orderList } from '#contract/orders/desk/orders.ts'
import { payeeList } from '#contract/payouts/desk/payees.ts'
import { wallDay } from '#contract/wall-clock.ts'
import { buildPaidBooking } from '#test/kits/bookings-kit.ts'
import { findOrCreatePartner, giveRole } from '#test/kits/desk/access-kit.ts'
import { buildCounterSale } from '#test/kits/desk/counter-kit.ts'
import { buildPayout } from '#test/kits/desk/payouts-kit.ts'
import { buildStock, buildOrder } from '#test/kits/order-kit.ts'
import { buildBranch, buildItem } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const read = async ({ token }: Driver, query: object = {}) => {
  const { body } = await world.call(getDashboard, { token, query: query as never })
  const figures = Object.fromEntries(body.figures.map((figure) => [figure.name, figure])) as Partial<
    Record<DashboardFigureName, DashboardFigure>
  >
  return { ...body, figures }
}

test('bookings and revenue of a period stand next to those before, and each figure leads to its list', async () => {
  const administrator = await world.buildDriver({ role: 'administrator' })
  const start = await read(administrator)
  const driver = await world.buildDriver({ balance_minor: 10_000n })
  const booking = await buildPaidBooking(world, driver, await world.buildPark(), 0, 4)
  const { from, to, figures, days, hours } = await read(administrator)
  expect(figures.bookings).toMatchObject({
    value: Number(start.figures.bookings!.value) + 1,
    list: `bookings?created_from=${from}&created_to=${to}`,
  })
  const revenueOf = ({ revenue }: typeof figures) =>
    (revenue!.value as { amount: number; currency: string }[]).find(({ currency }) => currency === booking.currency)
      ?.amount ?? 0
  expect(revenueOf(figures) - revenueOf(start.figures)).toBeCloseTo(booking.total)
  expect(days.map(({ bookings }) => bookings).reduce((a, b) => a + b)).toBe(figures.bookings!.value)
  expect(hours.map(({ bookings }) => bookings).reduce((a, b) => a + b)).toBe(figures.bookings!.value)
  expect(days).toHaveLength(7)
  // A week later it counts for the period before.
  world.clock.now = new Date(world.clock.now.getTime() + 7 * 86_400_000)
  const later = await read(await world.buildDriver({ role: 'administrator' }))
  expect(later.figures.bookings!.previous).toBe(figures.bookings!.value)
})

test('a partner sees the figures of their own car parks, and nobody sees figures of lists that they may not open', async () => {
  const partner_id = await findOrCreatePartner(world.db, 'CA', 'Own operator')
  const operator = await world.buildDriver({ role: 'partner', partner: 'Own operator', country_code: 'CA' })
  const driver = await world.buildDriver({ balance_minor: 10_000n })
  const own = await world.buildPark()
  await buildPaidBooking(world, driver, await world.buildPark(), 0, 4)
  expect((await read(operator)).figures.bookings!.value).toBe(0)
  await world.db.updateTable('parks').set({ partner_id }).where('id', '=', own.id).execute()
  await buildPaidBooking(world, driver, own, 8, 12)
  const { figures } = await read(operator)
  expect(figures.bookings!.value).toBe(1)
  expect(Object.keys(figures)).not.toEqual(expect.arrayContaining(['new_customers']))
  expect(Object.keys(figures)).not.toEqual(expect.arrayContaining(['failed_mails']))
  const guard = await world.buildDriver({ role: 'guard' })
  expect((await world.call(getDashboard, { token: guard.token })).status).toBe(403)
})

test('the shop’s figures are those of the branches that a person works for, and lead to the lists that show the same', async () => {
  const { token } = await world.buildDriver({ role: 'admin' })
  const branch = await buildBranch(world, token, { name: 'Front Street' })
  const elsewhere = await buildBranch(world, token, { name: 'Elsewhere' })
  const item_id = await buildItem(world, { slug: 'wipers', prices: { CAD: 1_000n } })
  await world.db.updateTable('items').set({ tracks_stock: true, low_stock: 3 }).where('id', '=', item_id).execute()
  for (const { id } of [branch, elsewhere]) await buildStock(world, id, item_id, 2)
  const manager = await world.buildDriver()
  await giveRole(world.db, { user_id: manager.user_id, role: 'branch_manager', branch_id: branch.id })
  const customer = await world.buildDriver({ balance_minor: 100_000n })
  const place = (at: typeof branch) =>
    buildOrder(world, customer, at, { lines: [{ item_id, quantity: 1, goods_minor: 1_000n }] })
  await place(branch)
  await place(branch)
  await place(elsewhere)
  const sale = { manager: manager.token, token: manager.token, branch_id: branch.id, item_id }
  await buildCounterSale(world, sale)
  const { from, to, figures } = await read(manager)
  const counterList = `pos-orders?created_from=${from}&created_to=${to}`
  expect(figures).toMatchObject({
    counter_orders: { value: 1, previous: 0, list: counterList },
    counter_sales: { value: [{ amount: 11, currency: 'CAD' }], previous: [], list: counterList },
    orders: { value: 2, previous: 0, list: `online-orders?created_from=${from}&created_to=${to}` },
    sales: { value: [{ amount: 22, currency: 'CAD' }], previous: [] },
    average_order: { value: [{ amount: 11, currency: 'CAD' }] },
    open_orders: { value: 2, previous: null, list: 'order-board' },
    late_orders: { value: 0 },
    open_returns: { value: 0, list: 'order-returns?state=requested' },
    low_stock: { value: 1, list: 'stock?state=low' },
    // The branch serves no car park.
    bookings: { value: 0 },
    new_customers: { value: 1 },
  })
  for (const name of ['documents_waiting', 'new_messages', 'failed_mails'] as const)
    expect(figures[name]).toBeUndefined()
  const listed = await world.call(orderList.endpoint, {
    token: manager.token,
    query: { created_from: from, created_to: to },
  })
  expect(listed.body.total).toBe(2)
  const stock = await world.call(stockList.endpoint, { token: manager.token, query: { state: 'low' } })
  expect(stock.body.total).toBe(1)
  world.clock.advance(60 * 24)
  expect((await read(manager)).figures.late_orders!.value).toBe(2)
  world.clock.advance(60 * 24 * 6)
  expect((await read(manager)).figures.orders).toMatchObject({ value: 0, previous: 2 })
})

test('one branch alone, its orders by state, what sold most, and sales by day and hour beside the period before', async () => {
  const { token } = await world.buildDriver({ role: 'admin' })
  const branch = await buildBranch(world, token, { name: 'Queen Street' })
  const other = await buildBranch(world, token, { name: 'King Street' })
  const [coffee, tea] = await Promise.all(
    ['dash-coffee', 'dash-tea'].map((slug) => buildItem(world, { slug, prices: { CAD: 1_000n } })),
  )
  const customer = await world.buildDriver({ balance_minor: 100_000n })
  const place = (at: typeof branch, item_id: string, quantity: number) =>
    buildOrder(world, customer, at, { lines: [{ item_id, quantity, goods_minor: 1_000n }] })
  await place(branch, coffee!, 3)
  await place(branch, tea!, 1)
  const canceled = await place(branch, tea!, 9)
  const refund = { status: 'canceled', refunded_minor: 550n, refund_status: 'partial' }
  await world.db.updateTable('orders').set(refund).where('id', '=', canceled.id).execute()
  await place(other, tea!, 9)
  const manager = await world.buildDriver()
  await giveRole(world.db, { user_id: manager.user_id, role: 'branch_manager', branch_id: branch.id })
  await giveRole(world.db, { user_id: manager.user_id, role: 'branch_manager', branch_id: other.id })
  const all = await read(manager)
  expect(all.branches.map(({ name }) => name)).toEqual(['King Street', 'Queen Street'])
  expect(all.figures.orders!.value).toBe(4)
  const { figures, shop, from, to } = await read(manager, { branch: branch.id })
  const list = `online-orders?branch=${branch.id}&created_from=${from}&created_to=${to}`
  expect(figures).toMatchObject({
    orders: { value: 3, list },
    open_orders: { list: `order-board?branch=${branch.id}` },
    refunded_orders: {
      value: [{ amount: 5.5, currency: 'CAD' }],
      previous: [],
      list: expect.stringMatching(new RegExp(`^online-orders\\?branch=${branch.id}&.+&columns=.+,refunded,`)) as string,
    },
  })
  expect(figures.bookings).toBeUndefined()
  expect(shop!.states).toEqual([
    { status: 'pending', count: 2, list: `${list}&state=pending` },
    { status: 'canceled', count: 1, list: `${list}&state=canceled` },
  ])
  expect(shop!.top_items).toMatchObject([
    { quantity: 3, list: `items/${coffee}` },
    { quantity: 1, list: `items/${tea}` },
  ])
  const amount = (some: { amount: number }[]) => some[0]?.amount ?? 0
  const sum = (rows: readonly { sales: { amount: number }[] }[]) =>
    rows.reduce((all_, { sales }) => all_ + amount(sales), 0)
  const sales = amount(figures.sales!.value as { amount: number }[])
  expect([sum(shop!.days), sum(shop!.hours)]).toEqual([sales, sales])
  expect(shop!.days.map(({ orders }) => orders)).toEqual([0, 0, 0, 0, 0, 0, 3])
  world.clock.advance(60 * 24 * 7)
  const later = (await read(await world.buildDriver({ role: 'admin' }), { branch: branch.id })).shop!
  expect(amount(later.days[6]!.previous)).toBe(sales)
  const afterwards = await read(await world.buildDriver({ role: 'admin' }), { branch: branch.id })
  expect(afterwards.figures.refunded_orders).toMatchObject({ value: [], previous: [{ amount: 5.5, currency: 'CAD' }] })
  const { status } = await world.call(getDashboard, {
    token: (await world.buildDriver({ role: 'partner', partner: 'Own operator' })).token,
    query: { branch: branch.id },
  })
  expect(status).toBe(404)
})

test('today stands beside the same hours of yesterday and a week ago, by the countries and branches of one’s own', async () => {
  const { token } = await world.buildDriver({ role: 'admin' })
  const toronto = await buildBranch(world, token, { name: 'Compared in Toronto' })
  const lagos = await buildBranch(world, token, { name: 'Compared in Lagos', country_code: 'NG' })
  const item_id = await buildItem(world, { slug: 'compared', prices: { CAD: 1_000n, NGN: 100_000n } })
  const buyers = {
    CA: await world.buildDriver({ balance_minor: 1_000_000n }),
    NG: await world.buildDriver({ country_code: 'NG', balance_minor: 10_000_000n }),
  }
  const place = async () => {
    await buildOrder(world, buyers.CA, toronto, { lines: [{ item_id, quantity: 1, goods_minor: 1_000n }] })
    await buildOrder(world, buyers.NG, lagos, { lines: [{ item_id, quantity: 1, goods_minor: 100_000n }] })
  }
  const park = await world.buildPark()
  await place()
  world.clock.advance(60 * 24 * 6)
  await place()
  // Later than this time of the day: it does not count for yesterday.
  world.clock.advance(60)
  await place()
  world.clock.advance(60 * 23)
  await place()
  await place()
  await buildPaidBooking(world, buyers.CA, park, 0, 4)
  const compare = async ({ token: own }: Driver, query: object = {}) =>
    (await world.call(compareToday, { token: own, query: query as never })).body
  const own = { yesterday: 1, week_ago: 1, today: 2 }
  const nigerian = await world.buildDriver({ country_code: 'NG' })
  await giveRole(world.db, { user_id: nigerian.user_id, role: 'administrator', country_code: 'NG' })
  const { countries, branches, day } = await compare(nigerian)
  expect(day).toBe(world.clock.now.toISOString().slice(0, 10))
  expect(countries).toEqual([
    {
      country: 'NG',
      currency: 'NGN',
      bookings: { today: 0, yesterday: 0, week_ago: 0 },
      revenue: { today: 0, yesterday: 0, week_ago: 0 },
      orders: own,
      sales: { today: 2_200, yesterday: 1_100, week_ago: 1_100 },
    },
  ])
  expect(branches).toMatchObject([{ id: lagos.id, country: 'NG', orders: own, bookings: null, revenue: null }])
  const all = await compare(await world.buildDriver({ role: 'administrator' }))
  expect(all.countries.find(({ country }) => country === 'CA')).toMatchObject({ bookings: { today: 1 }, orders: own })
  const manager = await world.buildDriver()
  await giveRole(world.db, { user_id: manager.user_id, role: 'branch_manager', branch_id: toronto.id })
  expect((await compare(manager)).branches.map(({ id }) => id)).toEqual([toronto.id])
  expect(await compare(manager, { branch: toronto.id })).toMatchObject({ countries: [], branches: [{ orders: own }] })
  const elsewhere = await world.call(compareToday, { token: manager.token, query: { branch: lagos.id } })
  expect(elsewhere.status).toBe(404)
  // A branch's manager in the evening of Lagos: the day is the reader's.
  const inAuckland = await compare(manager, { timezone: 'Pacific/Auckland' })
  expect(inAuckland.day).toBe(wallDay(world.clock.now, 'Pacific/Auckland'))
})

test('wrong days are refused by name', async () => {
  const { token } = await world.buildDriver({ role: 'administrator' })
  const outcome = async (query: object) => {
    const { status, problem } = await world.call(getDashboard, { token, query: query as never })
    return [status, problem.errors?.[0]?.field]
  }
  expect(await outcome({ period: 'custom', from: '2026-03-02', to: '2026-03-01' })).toEqual([422, 'to'])
  expect(await outcome({ period: 'custom' })).toEqual([422, 'from'])
  expect(await outcome({ period: 'custom', from: '2020-01-01', to: '2026-03-01' })).toEqual([422, 'to'])
  expect(await outcome({ period: 'century' })).toEqual([422, 'period'])
  expect(await outcome({ timezone: 'Mars/Olympus' })).toEqual([422, 'timezone'])
})

test('sales and revenue are converted at the rate of each day, and a missing rate is named', async () => {
  const { token } = await world.buildDriver({ role: 'admin' })
  const [toronto, lagos] = [
    await buildBranch(world, token, { name: 'In dollars' }),
    await buildBranch(world, token, { name: 'In naira', country_code: 'NG' }),
  ]
  const item_id = await buildItem(world, { slug: 'converted', prices: { CAD: 1_000n, NGN: 100_000n } })
  const manager = await world.buildDriver()
  for (const { id } of [toronto, lagos])
    await giveRole(world.db, { user_id: manager.user_id, role: 'branch_manager', branch_id: id })
  const buyers = [
    await world.buildDriver({ balance_minor: 100_000n }),
    await world.buildDriver({ country_code: 'NG', balance_minor: 1_000_000n }),
  ]
  const today = world.clock.now.toISOString().slice(0, 10)
  await buildOrder(world, buyers[0]!, toronto, { lines: [{ item_id, quantity: 1, goods_minor: 1_000n }] })
  await buildOrder(world, buyers[1]!, lagos, { lines: [{ item_id, quantity: 1, goods_minor: 100_000n }] })
  const totals = async (query: object) => (await read(manager, query)).totals
  expect(await totals({})).toBeNull()
  expect(await totals({ currency: 'NGN' })).toMatchObject({ sales: null, missing: ['CAD'] })
  const enter = (rate: number, day: string) =>
    world.call(createExchangeRate, {
      token,
      params: { id: 'CAD' },
      body: { against: 'NGN', rate, day, source: 'Bank of Canada' },
    })
  expect((await enter(1_000, '2026-01-02')).status).toBe(200)
  expect(await totals({ currency: 'NGN' })).toEqual({
    currency: 'NGN',
    // 11.00 dollars, and 1,100 naira.
    sales: { amount: 12_100, currency: 'NGN' },
    revenue: { amount: 0, currency: 'NGN' },
    rates: [{ currency: 'CAD', rate: 1_000, day: '2026-01-02', source: 'Bank of Canada' }],
    missing: [],
  })
  await enter(1_250, today)
  expect((await totals({ currency: 'NGN' }))!.sales).toEqual({ amount: 14_850, currency: 'NGN' })
  expect((await totals({ currency: 'CAD' }))!.sales).toEqual({ amount: 11.88, currency: 'CAD' })
  expect((await world.call(getDashboard, { token, query: { currency: 'BTC' } as never })).status).toBe(422)
})

test('an operator sees what they are owed and how full their car parks were; staff see what waits for them', async () => {
  world.clock.now = new Date('2027-01-12T08:00:00.000Z')
  const partner = 'Busy operator'
  const [own, other] = [await world.buildPark({ partner, capacity: 2 }), await world.buildPark({ capacity: 2 })]
  const owner = await world.buildDriver({ role: 'partner', partner, country_code: 'CA' })
  const attendant = await world.buildDriver()
  const partner_id = await findOrCreatePartner(world.db, 'CA', partner)
  await giveRole(world.db, { user_id: attendant.user_id, role: 'partner_attendant', partner_id })
  const administrator = await world.buildDriver({ role: 'administrator' })
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  // Two hours of the 48 that two spaces have on a day.
  for (const park of [own, other]) await buildPaidBooking(world, driver, park, 4, 8)
  const occupancyOf = ({ days }: Awaited<ReturnType<typeof read>>) => days.at(-1)!.occupancy
  expect([occupancyOf(await read(owner)), occupancyOf(await read(attendant))]).toEqual([4.2, 4.2])
  expect(occupancyOf(await read(administrator))).toBeNull()

  const id = await buildPayout(world, partner_id, administrator.user_id)
  const { owed } = await read(owner)
  expect(owed).toMatchObject([{ payee: partner, unstated: { amount: 0 }, last: { id, state: 'proposed' } }])
  const [payee] = owed!
  expect(payee!.balance.amount).toBeGreaterThan(0)
  expect(payee!.last!.amount).toEqual(payee!.payable)
  expect([(await read(attendant)).owed, (await read(administrator)).owed]).toEqual([null, null])
  const waiting = async ({ token }: Driver) =>
    Object.fromEntries(
      (await world.call(countWaiting, { token })).body.items.map(({ name, value, list }) => [name, `${value} ${list}`]),
    )
  expect(await waiting(administrator)).toMatchObject({ payouts_waiting: '1 payouts?state=proposed' })
  await world.db.updateTable('payees').set({ identity: 'pending' }).where('id', '=', payee!.payee_id).execute()
  expect(await waiting(administrator)).toMatchObject({ payees_waiting: '1 payees?to_check=true' })
  const listed = await world.call(payeeList.endpoint, { token: administrator.token, query: { to_check: 'true' } })
  expect(listed.body.items.map(({ id: of }) => of)).toEqual([payee!.payee_id])
  expect(await waiting(owner)).toEqual({})
})

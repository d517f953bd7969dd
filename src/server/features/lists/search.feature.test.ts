import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assignRoles } from '#contract/accounts/desk/people.ts'
import { createRole } from '#contract/accounts/desk/roles.ts'
import { deskScreens } from '#contract/desk/screens.ts'
import { searchDesk } from '#contract/lists/search.ts'
import { createCoupon } from '#contract/promos/desk.ts'
import { buildPaidBooking } from '#test/kits/bookings-kit.ts'
import { buildOrder } from '#test/kits/order-kit.ts'
import { buildBranch, buildItem } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
let admin: Driver
let driver: Driver
let bookings: { own: string; foreign: string }
beforeAll(async () => {
  world = await createWorld()
  admin = await world.buildDriver({ role: 'admin' })
  driver = await world.buildDriver({ balance_minor: 100_000n })
  const [own, foreign] = [
    await world.buildPark({ partner: 'Eko Gate', name: 'Lagoon garage' }),
    await world.buildPark({ partner: 'Northline', name: 'Lagoon tower' }),
  ]
  const [first, second] = [
    await buildPaidBooking(world, driver, own, 4, 4),
    await buildPaidBooking(world, driver, foreign, 4, 4),
  ]
  bookings = { own: first.booking_code, foreign: second.booking_code }
})
afterAll(() => world.close())

const search = async (q: string, { token } = admin) => {
  const { status, body } = await world.call(searchDesk, { token, query: { q } })
  expect(status).toBe(200)
  return body.items
}
const kindsOf = (items: Awaited<ReturnType<typeof search>>) => [...new Set(items.map(({ list }) => list))].sort()

test('finds records of each kind by what people have in their hands, exact codes first', async () => {
  const [booking] = await search(bookings.own.toLowerCase())
  expect(booking).toMatchObject({
    list: 'bookings',
    exact: true,
    names: [bookings.own, 'Lagoon garage', 'ABC 123', 'Ada'],
  })
  expect(booking!.path).toBe(`bookings/${booking!.id}`)
  // Their wallet's transactions and bookings are found by the address as well.
  const byEmail = await search(driver.email)
  expect(byEmail[0]).toMatchObject({ list: 'customers', id: driver.user_id, exact: true })
  expect(kindsOf(byEmail)).toEqual(expect.arrayContaining(['bookings', 'customers', 'transactions']))
  expect(kindsOf(await search('lagoon'))).toEqual(['bookings', 'parks'])
  expect(kindsOf(await search('northline'))).toEqual(['parks', 'partners'])
  expect((await search('northline'))[0]).toMatchObject({ list: 'partners', exact: true })
  expect(kindsOf(await search('Administrat'))).toEqual(['roles'])
  expect((await search(admin.email)).map(({ path }) => path)).toContain(`people/${admin.user_id}`)
})

test('an exact code stands before everything that contains it', async () => {
  const body = {
    code: 'LAGOON',
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
  const found = await search('lagoon')
  expect(found[0]).toMatchObject({ list: 'coupons', exact: true })
  expect(found.slice(1).filter(({ exact }) => exact)).toEqual([])
})

test('has at most five of a kind and twenty in all', async () => {
  for (let n = 0; n < 7; n += 1) await world.buildPark({ partner: 'Crowd', name: `Crowd ${n}` })
  const items = await search('crowd')
  expect(items.filter(({ list }) => list === 'parks')).toHaveLength(5)
  expect(items.length).toBeLessThanOrEqual(20)
  expect((await search('e.')).length).toBeLessThanOrEqual(20)
})

test('a partner finds nothing of others, and nobody what they may not open', async () => {
  const partner = await world.buildDriver({ role: 'partner', partner: 'Eko Gate' })
  const found = (await search('lagoon', partner)).map(({ names }) => names[0])
  expect(new Set(found)).toEqual(new Set([bookings.own, 'Lagoon garage']))
  expect(await search(bookings.foreign, partner)).toEqual([])
  expect(await search(driver.email, partner)).toEqual([])
  expect(await search('northline', partner)).toEqual([])
  const [own] = await search(bookings.own, partner)
  // Without the permission to see contacts there is no name either.
  expect(own).toMatchObject({ list: 'bookings', names: [bookings.own, 'Lagoon garage', 'ABC 123'] })
  const employee = await world.buildDriver({ role: 'employee' })
  expect(kindsOf(await search('lagoon', employee))).toEqual(['coupons'])
  // A driver who has ordered nothing lately is nobody's customer but those of staff.
  expect(kindsOf(await search(driver.email, employee))).toEqual([])
  expect(kindsOf(await search(driver.email, await world.buildDriver({ role: 'staff' })))).toContain('customers')
  expect((await world.call(searchDesk, { token: driver.token, query: { q: 'lagoon' } })).status).toBe(403)
})

test('whoever has any role of the desk finds what they may open', async () => {
  const confirmed = { confirmed_at: world.clock.now }
  await world.db.updateTable('sessions').set(confirmed).where('user_id', '=', admin.user_id).execute()
  const body = { name: 'Attendant', name_fr: 'Agent', permissions: ['parks.view'] }
  const role = await world.call(createRole, { token: admin.token, body })
  const person = await world.buildDriver()
  await world.call(assignRoles, {
    token: admin.token,
    params: { id: person.user_id },
    body: { assignments: [{ role_id: role.body.id, scope: 'everywhere', place_id: null }] },
  })
  expect(kindsOf(await search('lagoon', person))).toEqual(['parks'])
})

describe('what people have in their hands', () => {
  let order: { order_number: string }
  let user_id: string
  beforeAll(async () => {
    const customer = await world.buildDriver({ balance_minor: 500_000n, country_code: 'CA' })
    user_id = customer.user_id
    const names = { first_name: 'Aïssatou', last_name: "N'Diaye-Œuvray", phone: '+14165550123' }
    await world.db.updateTable('users').set(names).where('id', '=', user_id).execute()
    const branch = await buildBranch(world, admin.token, { country_code: 'CA', name: 'Île Notre-Dame' })
    const item_id = await buildItem(world, { slug: 'wash', prices: { CAD: 1_234n } })
    order = await buildOrder(world, customer, branch, {
      lines: [{ item_id, goods_minor: 123_450n, name: 'Wash', kind: 'service' }],
    })
  })
  const orderTotal = async () =>
    (
      await world.db
        .selectFrom('orders')
        .select('total_minor')
        .where('order_number', '=', order.order_number)
        .executeTakeFirstOrThrow()
    ).total_minor

  test.each([
    ['diaye aissatou', ['customers', 'online-orders']],
    ['AÏSSATOU N’Diaye', ['customers', 'online-orders']],
    ['(416) 555-0123', ['customers', 'online-orders']],
    ['001 416 555 0123', ['customers', 'online-orders']],
    ['555-0123', ['customers', 'online-orders']],
    ['ile notre dame', []],
    ['ILE notre-dame', ['branches', 'online-orders']],
    ['c 12', ['bookings', 'customers']],
  ])('finds by %j', async (q, kinds) => {
    expect(kindsOf(await search(q))).toEqual(expect.arrayContaining(kinds))
  })

  test('finds an order, its transaction and its customer by the amount, however it is written', async () => {
    const total = await orderTotal()
    const [whole, cents] = [total / 100n, String(total % 100n).padStart(2, '0')]
    const grouped = String(whole).replace(/(\d)(?=\d{3}$)/, '$1,')
    for (const q of [`${whole}.${cents}`, `$${grouped}.${cents}`, `${grouped.replace(',', ' ')},${cents} CAD`])
      expect([q, kindsOf(await search(q))]).toEqual([q, expect.arrayContaining(['online-orders', 'transactions'])])
    expect(kindsOf(await search(`₦${grouped}.${cents}`))).not.toContain('online-orders')
  })

  test('finds the transactions of an order by its number, and orders by a part of it', async () => {
    expect(kindsOf(await search(order.order_number))).toEqual(expect.arrayContaining(['online-orders', 'transactions']))
    expect((await search(order.order_number))[0]).toMatchObject({ list: 'online-orders', exact: true })
    expect(kindsOf(await search(order.order_number.slice(2, 7)))).toContain('online-orders')
  })

  test('says what each is: kind or state, amount, time and place, and shows no identifier', async () => {
    const [found] = await search(order.order_number)
    expect(found!.facts).toMatchObject({ status: expect.any(String), total: { currency: 'CAD' } })
    expect(found!.names).toContain('Île Notre-Dame')
    for (const q of [order.order_number, bookings.own, driver.email, 'lagoon', 'ada', user_id])
      for (const { names, facts } of await search(q))
        expect(JSON.stringify([names, facts])).not.toMatch(/[\da-f]{8}-[\da-f]{4}-/)
  })
})

test.each([['a'], ['x'.repeat(121)], ['']])('refuses %j', async (q) => {
  const { status, problem } = await world.call(searchDesk, { token: admin.token, query: { q } })
  expect([status, problem.errors?.[0]?.field]).toEqual([422, 'q'])
})

test.each([
  ['%'.repeat(3)],
  ["'; drop table users --"],
  ['\\\\'],
  ['0801 234 5678'],
  ['XYZ-98'],
  [crypto.randomUUID()],
])('takes %j as text', async (q) => expect(await search(q)).toEqual([]))

test('finds only what some screen shows', async () => {
  const screens = new Set<string>(deskScreens.map(({ name }) => name))
  for (const { list } of await search('ada')) expect(screens.has(list)).toBe(true)
})

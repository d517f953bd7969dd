import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignRoles } from '#contract/accounts/desk/people.ts'
import { createRole } from '#contract/accounts/desk/roles.ts'
import { deskScreens } from '#contract/desk/screens.ts'
import { searchDesk } from '#contract/lists/search.ts'
import { createCoupon } from '#contract/promos/desk.ts'
import { buildPaidBooking } from '#test/kits/bookings-kit.ts'
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
  expect(kindsOf(await search('lagoon'))).toEqual(['parks'])
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
  expect((await search('lagoon')).map(({ list }) => list)).toEqual(['coupons', 'parks', 'parks'])
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
  expect((await search('lagoon', partner)).map(({ names }) => names[0])).toEqual(['Lagoon garage'])
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

test.each([['a'], ['x'.repeat(121)], ['']])('refuses %j', async (q) => {
  const { status, problem } = await world.call(searchDesk, { token: admin.token, query: { q } })
  expect([status, problem.errors?.[0]?.field]).toEqual([422, 'q'])
})

test.each([
  ['%'.repeat(3)],
  ["'; drop table users --"],
  ['\\\\'],
  ['0801 234 5678'],
  ['ABC-12'],
  [crypto.randomUUID()],
])('takes %j as text', async (q) => expect(await search(q)).toEqual([]))

test('finds only what some screen shows', async () => {
  const screens = new Set<string>(deskScreens.map(({ name }) => name))
  for (const { list } of await search('ada')) expect(screens.has(list)).toBe(true)
})

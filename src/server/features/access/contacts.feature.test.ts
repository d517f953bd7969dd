import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getCustomerRecord, listCustomerDevices } from '#contract/accounts/desk/customer-record.ts'
import { customerList } from '#contract/accounts/desk/customers.ts'
import { employeeList, getPerson } from '#contract/accounts/desk/people.ts'
import { searchDesk } from '#contract/lists/search.ts'
import { getOrderRecord } from '#contract/orders/desk/order-record.ts'
import { orderList } from '#contract/orders/desk/orders.ts'
import type { ShippedRole } from '#contract/shipped-roles.ts'
import { outcomeOf } from '#test/kits/bookings-kit.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { buildOrder, type TestOrder } from '#test/kits/order-kit.ts'
import { buildBranch, buildItem } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
let branch: { id: string; currency: string }
let recent: Driver
let past: Driver
let stranger: Driver
let orders: Record<'recent' | 'past', TestOrder>
const day = 24 * 60
beforeAll(async () => {
  world = await createWorld()
  const { token } = await world.buildDriver({ role: 'admin' })
  branch = await buildBranch(world, token)
  const item_id = await buildItem(world, { slug: 'mats', prices: { CAD: 1_000n } })
  const buy = (by: Driver) => buildOrder(world, by, branch, { lines: [{ item_id }] })
  const newCustomer = async (phone: string) => {
    const customer = await world.buildDriver({ balance_minor: 10_000n })
    await world.db.updateTable('users').set({ phone }).where('id', '=', customer.user_id).execute()
    return customer
  }
  past = await newCustomer('+14165550111')
  recent = await newCustomer('+14165550122')
  stranger = await newCustomer('+14165550133')
  const before = await buy(past)
  world.clock.advance(2 * day)
  orders = { past: before, recent: await buy(recent) }
  world.clock.advance(29 * day)
})
afterAll(() => world.close())

const newStaff = async (role: ShippedRole, place: { branch_id?: string } = {}) => {
  const person = await world.buildDriver()
  await giveRole(world.db, { user_id: person.user_id, role, ...place })
  await world.db
    .updateTable('users')
    .set({ phone: '+14165550144', first_name: 'Colleague' })
    .where('id', '=', person.user_id)
    .execute()
  await world.db
    .updateTable('sessions')
    .set({ confirmed_at: world.clock.now })
    .where('user_id', '=', person.user_id)
    .execute()
  return person
}

describe.each([
  ['an employee of all branches', 'employee', false, [['recent']], false],
  ['an employee of the branch', 'employee', true, [['recent']], false],
  ['a POS operator', 'pos_operator', true, [], undefined],
  ['a branch manager', 'branch_manager', true, [['recent', 'past']], true],
  ['staff', 'staff', false, [['recent', 'past', 'stranger']], true],
] as const)('%s', (_name, role, isAtBranch, [seen], reachesColleagues) => {
  let reader: Driver
  let colleague: Driver
  beforeAll(async () => {
    const place = isAtBranch ? { branch_id: branch.id } : {}
    reader = await newStaff(role, place)
    colleague = await newStaff('employee', { branch_id: branch.id })
  })
  const shown = (name: 'recent' | 'past' | 'stranger') =>
    (seen as readonly string[] | undefined)?.includes(name) ?? false

  test('sees the customers that the grid says, and finds no others', async () => {
    const { token } = reader
    const people = { recent, past, stranger }
    for (const [name, person] of Object.entries(people)) {
      const isShown = shown(name as keyof typeof people)
      const params = { id: person.user_id }
      const list = await world.call(customerList.endpoint, { token, query: { search: person.email } })
      const none = seen === undefined ? '403 forbidden' : '404 not_found'
      expect(list.status).toBe(seen === undefined ? 403 : 200)
      if (seen !== undefined) {
        expect([name, list.body.items.map(({ email, phone }) => email !== null && phone !== null)]).toEqual([
          name,
          isShown ? [true] : [],
        ])
        const file = await world.call(customerList.endpoint, { token, query: { format: 'csv' } })
        expect(file.raw.toString().includes(person.email)).toBe(isShown)
      }
      for (const endpoint of [getCustomerRecord, listCustomerDevices])
        expect(outcomeOf(await world.call(endpoint as typeof getCustomerRecord, { token, params }))).toBe(
          isShown ? '200' : none,
        )
      const found = (await world.call(searchDesk, { token, query: { q: person.email } })).body.items
      expect(found.some(({ list: of }) => of === 'customers')).toBe(isShown)
    }
  })

  test('reads how to reach the customer of an order only where they see the customer', async () => {
    const { token } = reader
    for (const name of ['recent', 'past'] as const) {
      const { phone: number, email } = {
        recent: { ...recent, phone: '+14165550122' },
        past: { ...past, phone: '+14165550111' },
      }[name]
      const query = { search: orders[name].order_number }
      const [row] = (await world.call(orderList.endpoint, { token, query })).body.items
      expect([row!.customer, row!.phone]).toEqual(['Ada', shown(name) ? number : null])
      const record = await world.call(getOrderRecord, { token, params: { id: orders[name].id } })
      const { customer, phone, email: address, customer_id } = record.body
      expect([customer, phone !== null, address, customer_id !== null]).toEqual([
        'Ada',
        shown(name),
        shown(name) ? email : null,
        shown(name),
      ])
    }
  })

  test('reads how to reach colleagues from branch manager up', async () => {
    const { token } = reader
    const list = await world.call(employeeList.endpoint, { token, query: { search: 'Colleague', size: 1000 } })
    const byAddress = await world.call(employeeList.endpoint, { token, query: { search: colleague.email } })
    const person = await world.call(getPerson, { token, params: { id: colleague.user_id } })
    const file = await world.call(employeeList.endpoint, {
      token,
      query: { format: 'csv', columns: 'name,email,phone' } as never,
    })
    if (reachesColleagues === undefined) {
      for (const { status } of [list, byAddress, person, file]) expect(status).toBe(403)
      return
    }
    const row = list.body.items.find(({ id }) => id === colleague.user_id)!
    expect(row).toMatchObject({
      name: 'Colleague',
      roles: 'Employee (Front Street)',
      email: reachesColleagues ? colleague.email : null,
      phone: reachesColleagues ? '+14165550144' : null,
    })
    expect(byAddress.body.total).toBe(reachesColleagues ? 1 : 0)
    expect(person.body).toMatchObject({ name: 'Colleague', email: reachesColleagues ? colleague.email : null })
    expect(file.raw.toString().includes(colleague.email)).toBe(reachesColleagues)
    // Nobody finds a customer among the people, whom they may not see as one.
    expect(outcomeOf(await world.call(getPerson, { token, params: { id: stranger.user_id } }))).toBe(
      shown('stranger') ? '200' : '404 not_found',
    )
  })
})

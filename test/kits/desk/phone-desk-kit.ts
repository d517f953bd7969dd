import * as contract from '#contract/orders/desk/phone-orders.ts'
import { payOrder } from '#contract/orders/orders.ts'
import { newId } from '#server/database/ids.ts'
import { setBalance } from '../bookings-kit.ts'
import { buildAddon, buildExtra, firstSlot, buildBranch, buildItem, buildShopCoupon, outcomeOf } from '../shop-kit.ts'
import { createWorld, type Driver } from '../world.ts'
import { giveRole } from './access-kit.ts'

export type PhoneDesk = Awaited<ReturnType<typeof openPhoneDesk>>
type Caller = Pick<Driver, 'token'>

/**
 * A branch with a car park that sells blades, a wash with wax and coffee beside it; its employee and manager, the employee
 * of another branch, and a customer, whom `renewCustomer` replaces. Prices with tax: blades 11.00, coffee 3.30.
 */
export async function openPhoneDesk(options: Parameters<typeof createWorld>[0] = {}) {
  const world = await createWorld(options)
  const { token: admin } = await world.buildDriver({ role: 'admin' })
  const branch = await buildBranch(world, admin, { capacity: 40 })
  const elsewhere = await buildBranch(world, admin, { name: 'Elsewhere' })
  const blades = await buildItem(world, { slug: 'blades', name: 'Blades', name_fr: 'Balais', prices: { CAD: 1_000n } })
  const coffee = await buildItem(world, { slug: 'coffee', kind: 'food', prices: { CAD: 300n } })
  const variations = { car: 2_000n, motorcycle: 1_000n }
  const wash = await buildItem(world, { slug: 'wash', kind: 'service', work_group: 'wash', variations })
  const wax = await buildExtra(world, wash, { name: 'Wax', name_fr: 'Cire', price: 500n })
  await buildAddon(world, wash, coffee)
  await buildShopCoupon(world, { code: 'PHONE10' })
  const park = await world.buildPark()
  await world.db.insertInto('branch_parks').values({ branch_id: branch.id, park_id: park.id }).execute()
  const staffAt = async (role: 'employee' | 'branch_manager', branch_id: string) => {
    const person = await world.buildDriver()
    await giveRole(world.db, { user_id: person.user_id, role, branch_id })
    return person
  }
  const employee = await staffAt('employee', branch.id)
  const stranger = await staffAt('employee', elsewhere.id)
  const manager = await staffAt('branch_manager', branch.id)
  const desk = {
    world,
    branch,
    blades,
    coffee,
    wash,
    wax,
    park,
    employee,
    stranger,
    manager,
    customer: await world.buildDriver({ country_code: 'CA' }),
    async renewCustomer() {
      world.clock.now = new Date('2026-11-21T11:00:00.000Z')
      desk.customer = await world.buildDriver({ country_code: 'CA' })
    },
    find: (search: string, { token }: Caller = employee) =>
      world.call(contract.findOrderCustomers, { token, body: { search, country_code: 'CA' } }),
    open: (changes: object, { token }: Caller = employee) =>
      world.call(contract.openCustomer, {
        token,
        body: {
          email: `${newId()}@drivers.example`,
          first_name: 'Awa',
          language: 'en',
          country_code: 'CA',
          ...changes,
        },
      }),
    /** Two blades for the customer to collect, for 22.00, unless changed. */
    place: (changes: object = {}, { token }: Caller = employee, headers: Record<string, string> = {}) => {
      const chosen = {
        branch: branch.slug,
        customer_id: desk.customer.user_id,
        lines: [{ item_id: blades, quantity: 2 }],
        order_type: 'takeaway',
        slot: firstSlot,
        total: 22,
      }
      return world.call(contract.placePhoneOrder, { token, body: { ...chosen, ...changes } as never, headers })
    },
    pay: (id: string) => world.call(payOrder, { token: desk.customer.token, params: { id } }),
    async paidOrder(changes: object = {}) {
      await setBalance(world, desk.customer, 10_000n)
      const { body } = await desk.place(changes)
      if (outcomeOf(await desk.pay(body.id)) !== 200) throw new Error('the order was not paid')
      return body
    },
    /** Adds a coffee to an order, for 3.30, unless changed. */
    add: (id: string, changes: object = {}, { token }: Caller = employee) =>
      world.call(contract.placeAddition, {
        token,
        params: { id },
        body: { lines: [{ item_id: coffee, quantity: 1 }], total: 3.3, ...changes },
      }),
  }
  return desk
}

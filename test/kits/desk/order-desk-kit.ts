import type { Endpoint } from '#contract/endpoint.ts'
import * as contract from '#contract/orders/desk/order-record.ts'
import { sumLedgerEntries } from '../bookings-kit.ts'
import { buildStock, buildOrder, type TestOrder } from '../order-kit.ts'
import { buildBranch, buildItem, outcomeOf } from '../shop-kit.ts'
import { createWorld, type Driver } from '../world.ts'
import { giveRole } from './access-kit.ts'

export type OrderDesk = Awaited<ReturnType<typeof openOrderDesk>>

/**
 * A branch with an item in stock, an employee and a manager of it, the manager of another branch, and a customer with
 * 10,000.00, whom `renewCustomer` replaces.
 */
export async function openOrderDesk() {
  const world = await createWorld()
  const { token: admin } = await world.buildDriver({ role: 'admin' })
  const branch: { id: string; currency: string } = await buildBranch(world, admin)
  const elsewhere = await buildBranch(world, admin, { name: 'Elsewhere' })
  const item_id = await buildItem(world, { slug: 'wipers', prices: { CAD: 1_000n } })
  const stock = await buildStock(world, branch.id, item_id, 1_000)
  const park_id = (await world.buildPark()).id
  const staffAt = async (role: 'employee' | 'branch_manager', branch_id: string) => {
    const person = await world.buildDriver()
    await giveRole(world.db, { user_id: person.user_id, role, branch_id })
    return person
  }
  const employee = await staffAt('employee', branch.id)
  const manager = await staffAt('branch_manager', branch.id)
  const stranger = await staffAt('branch_manager', elsewhere.id)
  const newCustomer = () => world.buildDriver({ balance_minor: 1_000_000n })
  const desk = {
    world,
    branch,
    elsewhere,
    item_id,
    stock,
    park_id,
    employee,
    manager,
    stranger,
    customer: await newCustomer(),
    async renewCustomer() {
      world.clock.now = new Date('2026-11-21T17:00:00.000Z')
      desk.customer = await newCustomer()
    },
    /** An order of the customer: three of the item, for 33.00 with tax, unless changed. */
    place: (options: Partial<Parameters<typeof buildOrder>[3]> = {}) =>
      buildOrder(world, desk.customer, branch, {
        lines: [{ item_id, quantity: 3, goods_minor: 3_000n, stock_level_id: stock }],
        ...options,
      }),
    /** Does something with an order, as the employee unless another is given: the outcome as status and code. */
    async act(endpoint: Endpoint, { id }: TestOrder, body?: object, { token }: Pick<Driver, 'token'> = employee) {
      return outcomeOf(
        await world.call(endpoint as unknown as typeof contract.startOrder, {
          token,
          params: { id },
          ...(body && { body }),
        }),
      )
    },
    see: async ({ id }: TestOrder, { token }: Pick<Driver, 'token'> = manager) =>
      (await world.call(contract.getOrderRecord, { token, params: { id } })).body,
    /** What the customer's wallet holds, in minor units. */
    balance: () => sumLedgerEntries(world, 'customer', desk.customer.user_id),
  }
  return desk
}

import type { Endpoint } from '#contract/endpoint.ts'
import * as record from '#contract/orders/desk/order-record.ts'
import { refundOrderByStaff } from '#contract/orders/desk/order-refunds.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { setBalance } from '../bookings-kit.ts'
import { buildOrder, buildStock, type TestOrder } from '../order-kit.ts'
import { buildBranch, buildItem } from '../shop-kit.ts'
import type { Driver, World } from '../world.ts'
import { giveRole } from './access-kit.ts'

/** A branch whose orders a report counts. */
export interface ReportBranch {
  id: string
  name: string
  slug: string
  currency: 'CAD' | 'NGN'
  item_id: string
  manager: Driver
  stock: string
}
export interface ReportShop {
  admin: Driver
  customer: Driver
  branches: { ca: ReportBranch; near: ReportBranch; ng: ReportBranch }
}

/** Two branches in Canada and one in Nigeria, each with a manager, an item in stock, and a customer with money. */
export async function buildReportShop(world: World): Promise<ReportShop> {
  const admin = await world.buildDriver({ role: 'admin' })
  await world.db.updateTable('sessions').set({ confirmed_at: world.clock.now }).execute()
  const customer = await world.buildDriver({ balance_minor: 100_000_000n })
  await setBalance(world, customer, 100_000_000n, 'NGN')
  const build = async (country_code: CountryCode, name: string): Promise<ReportBranch> => {
    const branch = await buildBranch(world, admin.token, { country_code, name })
    const currency = country_code === 'CA' ? 'CAD' : 'NGN'
    const item_id = await buildItem(world, { slug: `wax-${branch.id.slice(-6)}`, prices: { [currency]: 1_000n } })
    const stock = await buildStock(world, branch.id, item_id, 100_000)
    const manager = await world.buildDriver()
    await giveRole(world.db, { user_id: manager.user_id, role: 'branch_manager', branch_id: branch.id })
    const { slug } = await world.db
      .selectFrom('branches')
      .select('slug')
      .where('id', '=', branch.id)
      .executeTakeFirstOrThrow()
    return { id: branch.id, name, slug, currency, item_id, manager, stock }
  }
  const branches = {
    ca: await build('CA', 'Harbour branch'),
    near: await build('CA', 'Airport branch'),
    ng: await build('NG', 'Ikeja branch'),
  }
  return { admin, customer, branches }
}

/** What becomes of an order. */
export interface ReportOrder {
  goods_minor: bigint
  delivery_minor: bigint
  end: 'open' | 'completed' | 'canceled'
  /** Refunded by amount, in hundredths of the currency, as far as there is something left. */
  refund: number
}

/** Places an order, brings it to its end and refunds a part of it, all by the product's own commands. */
export async function buildReportOrder(
  world: World,
  { admin, customer }: ReportShop,
  branch: ReportBranch,
  { goods_minor, delivery_minor, end, refund }: ReportOrder,
): Promise<TestOrder> {
  const order = await buildOrder(world, customer, branch, {
    order_type: delivery_minor > 0n ? 'delivery' : 'takeaway',
    delivery_minor,
    lines: [{ item_id: branch.item_id, goods_minor, quantity: 2, stock_level_id: branch.stock }],
  })
  const call = async (endpoint: Endpoint, body?: object) => {
    const input = { token: admin.token, params: { id: order.id }, ...(body && { body }) }
    return world.call(endpoint as unknown as typeof record.rejectOrder, input as never)
  }
  if (end === 'canceled') await call(record.cancelOrderByBranch, { reason: 'closed' })
  if (end === 'completed') {
    await call(record.acceptOrder, {})
    await call(record.prepareOrder)
    await call(record.markOrderReady)
    if (delivery_minor > 0n) await call(record.sendOrder)
    await call(record.handOverOrder, { code: delivery_minor > 0n ? '4711' : order.order_number })
    // A delivered order is completed by its customer or the clock; a refund before is one of money that waits.
  }
  if (refund > 0) await call(refundOrderByStaff, { amount: refund / 100, cause: 'goodwill', reason: 'Sorry' })
  return order
}

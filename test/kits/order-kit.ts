import sharp from 'sharp'
import type { OrderStatus, OrderType } from '#contract/orders/order-states.ts'
import { newCode, newId } from '#server/database/ids.ts'
import { writeOrderHistory } from '#server/features/orders/lifecycle/change-status.ts'
import { toHold, totalOf, type OrderAmounts } from '#server/features/orders/order-postings.ts'
import { reserveStock } from '#server/features/orders/stock.ts'
import { postTransfer } from '#server/features/wallet/ledger/ledger.ts'
import { registerVerifiedUser } from './mailbox.ts'
import type { Driver, World } from './world.ts'

interface Line {
  item_id: string
  name?: string
  kind?: 'good' | 'service' | 'food'
  work_group?: string
  quantity?: number
  /** Net, for all units; a tax of 10 % comes on top. */
  goods_minor?: bigint
  stock_level_id?: string | null
}
interface Options {
  lines: readonly Line[]
  order_type?: OrderType
  slot_starts_at?: Date
  park_id?: string | null
  delivery_minor?: bigint
  commission?: bigint
  /** Held and unpaid until then. */
  held_until?: Date | null
  /** To be paid in cash when it is handed over. */
  in_cash?: boolean
  promo_code_id?: string | null
}
export interface TestOrder {
  id: string
  order_number: string
  line_ids: string[]
  total_minor: bigint
}

const taxOf = (net: bigint) => (net * 10n) / 100n
const tax = (amount_minor: bigint) => ({
  code: 'vat',
  name: 'VAT',
  name_fr: 'TVA',
  kind: 'percentage',
  value: '10000',
  amount_minor: String(amount_minor),
  source: 'Test',
  source_date: '2026-01-01',
})

/** Counts a stock level of an item at a branch, as received. */
export async function buildStock(world: World, branch_id: string, item_id: string, on_hand: number): Promise<string> {
  const id = newId()
  await world.db.insertInto('stock_levels').values({ id, branch_id, item_id, on_hand }).execute()
  const movement = { id: newId(), stock_level_id: id, at: world.clock.now, kind: 'received', on_hand }
  await world.db.insertInto('stock_movements').values(movement).execute()
  return id
}

/** Writes a placed order of a customer as placing does: money held, stock reserved, one unit of each slot taken. */
export async function buildOrder(
  world: Pick<World, 'db' | 'clock'>,
  customer: Pick<Driver, 'user_id'>,
  branch: { id: string; currency: string },
  { lines, order_type = 'takeaway', delivery_minor = 0n, commission = 10_000n, in_cash = false, ...options }: Options,
): Promise<TestOrder> {
  const { db, clock } = world
  const at = new Date(clock.now)
  const id = newId(at.getTime())
  const order_number = newCode(8)
  const slot_starts_at = options.slot_starts_at ?? new Date(at.getTime() + 3 * 60 * 60_000)
  const rows = lines.map(({ goods_minor = 1_000n, quantity = 1, ...line }, position) => ({
    id: newId(at.getTime()),
    order_id: id,
    position,
    item_id: line.item_id,
    stock_level_id: line.stock_level_id ?? null,
    item_slug: `item-${position}`,
    name: line.name ?? `Item ${position + 1}`,
    name_fr: line.name ?? `Article ${position + 1}`,
    kind: line.kind ?? 'good',
    work_group: line.work_group ?? 'counter',
    quantity,
    unit_minor: goods_minor / BigInt(quantity),
    subtotal_minor: goods_minor,
    goods_minor,
    taxes: JSON.stringify([tax(taxOf(goods_minor))]),
    total_minor: goods_minor + taxOf(goods_minor),
  }))
  const goods_minor = rows.reduce((sum, row) => sum + row.goods_minor, 0n)
  const tax_minor = rows.reduce((sum, row) => sum + row.total_minor - row.goods_minor, 0n) + taxOf(delivery_minor)
  const amounts: OrderAmounts = {
    goods_minor,
    promotion_minor: 0n,
    delivery_minor,
    taxes: [{ code: 'vat', amount_minor: tax_minor }],
  }
  const total_minor = totalOf(amounts)
  const isHeld = options.held_until !== undefined && options.held_until !== null
  const ends_at = new Date(slot_starts_at.getTime() + 30 * 60_000)
  const groups = [...new Set(rows.map((row) => row.work_group)), ...(order_type === 'delivery' ? ['delivery'] : [])]
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('orders')
      .values({
        id,
        order_number,
        token: 1 + (Number.parseInt(id.slice(-3), 16) % 999),
        user_id: customer.user_id,
        branch_id: branch.id,
        currency: branch.currency,
        status: 'pending',
        payment_status: isHeld || in_cash ? 'unpaid' : 'paid',
        order_type,
        slot_starts_at,
        slot_ends_at: ends_at,
        handover_code: '4711',
        park_id: options.park_id ?? null,
        address:
          order_type === 'delivery' && options.park_id === undefined
            ? JSON.stringify({
                label: 'home',
                line: '2 King Street',
                apartment: null,
                city: 'Toronto',
                state: 'ON',
                note: null,
                lat: 43.65,
                lng: -79.38,
                distance_m: 800,
              })
            : null,
        promo_code_id: options.promo_code_id ?? null,
        language: 'en',
        includes_tax: false,
        subtotal_minor: goods_minor,
        offer_minor: 0n,
        coupon_minor: 0n,
        delivery_charge_minor: delivery_minor,
        delivery_net_minor: delivery_minor,
        delivery_taxes: JSON.stringify(delivery_minor > 0n ? [tax(taxOf(delivery_minor))] : []),
        delivery_total_minor: delivery_minor + taxOf(delivery_minor),
        total_minor,
        goods_minor,
        promotion_minor: 0n,
        tax_minor,
        payment_method: isHeld ? null : in_cash ? 'cash' : 'wallet',
        commission,
        delivered_by: 'branch',
        held_until: options.held_until ?? null,
        created_at: at,
      })
      .execute()
    await tx.insertInto('order_lines').values(rows).execute()
    const actor = { actor: 'customer' as const, actor_id: customer.user_id }
    const cause = isHeld ? 'held' : 'placed'
    await writeOrderHistory(tx, { order_id: id, from: null, to: 'pending', cause, ...actor, at })
    if (!isHeld && !in_cash) {
      const terms = { user_id: customer.user_id, branch_id: branch.id, commission_thousandths: commission }
      const { transfer_id } = await postTransfer(tx, {
        kind: 'order',
        reference: id,
        description: `order:${order_number}`,
        currency: branch.currency as 'CAD',
        at,
        postings: toHold(amounts, { ...terms, delivered_by: 'branch' }),
      })
      const payment = { id: newId(), order_id: id, transfer_id, method: 'wallet', amount_minor: total_minor, at }
      await tx.insertInto('order_payments').values(payment).execute()
    }
    await reserveStock(tx, { id, actor_id: customer.user_id }, rows, at)
    for (const work_group of groups) {
      const slot = { branch_id: branch.id, work_group, starts_at: slot_starts_at }
      await tx
        .insertInto('slot_days')
        .values({ ...slot, cap: 40, used: 1 })
        .onConflict((conflict) =>
          conflict.columns(['branch_id', 'work_group', 'starts_at']).doUpdateSet((of) => ({
            used: of('slot_days.used', '+', 1),
          })),
        )
        .execute()
      await tx
        .insertInto('order_slots')
        .values({ order_id: id, ...slot, units: 1 })
        .execute()
    }
  })
  return { id, order_number, line_ids: rows.map((row) => row.id), total_minor }
}

/** The state, the payment and the refund of an order as they are stored. */
export const readOrder = (world: World, id: string) =>
  world.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
    .then((row) => ({ ...row, status: row.status as OrderStatus }))

/** Stock of a level as `on hand/reserved`. */
export async function readStock(world: World, id: string): Promise<string> {
  const { on_hand, reserved } = await world.db
    .selectFrom('stock_levels')
    .select(['on_hand', 'reserved'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return `${on_hand}/${reserved}`
}

/** A small photo as a phone sends it. */
export const buildPhoto = (): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: '#ffc531' } })
    .jpeg()
    .toBuffer()

/** Sends a file as the field `photo` of a form. */
export async function callAddPhoto(
  world: World,
  path: string,
  { token }: { token?: string },
  file: Buffer | string,
): Promise<{ status: number; id: string; problem: { code: string; errors?: { field: string; message: string }[] } }> {
  const form = new FormData()
  form.set('photo', typeof file === 'string' ? file : new File([new Uint8Array(file)], 'a.jpg', { type: 'image/jpeg' }))
  const request = new Request('http://parkwell.test', { method: 'POST', body: form })
  const answer = await world.app.inject({
    method: 'POST',
    url: path,
    headers: {
      'content-type': request.headers.get('content-type')!,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  const body = answer.json<{ id: string; code: string; errors?: { field: string; message: string }[] }>()
  return { status: answer.statusCode, id: body.id, problem: body }
}

/** Registers somebody in Canada who can have their account erased, with money in the wallet. */
export async function registerPayingUser(
  world: World,
  amount_minor: bigint,
): Promise<{ email: string; token: string; user_id: string }> {
  const account = await registerVerifiedUser(world, { country_code: 'CA' })
  const { id: user_id } = await world.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', account.email)
    .executeTakeFirstOrThrow()
  await world.db.transaction().execute((tx) =>
    postTransfer(tx, {
      kind: 'adjustment',
      reference: newId(),
      description: 'test',
      currency: 'CAD',
      at: world.clock.now,
      postings: [
        { account: { kind: 'customer', owner: user_id }, amount_minor },
        { account: { kind: 'adjustment', owner: '' }, amount_minor: -amount_minor },
      ],
    }),
  )
  return { ...account, user_id }
}

import type { AnswerOf, ParsedBody } from '#contract/endpoint.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import type {
  priceSubstitute as priceSubstituteEndpoint,
  substituteLine as substituteLineEndpoint,
} from '#contract/orders/desk/phone-orders.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { findRefundLimits, readLimits } from '#server/features/access/amount-limits.ts'
import { includesBranch } from '#server/features/access/scopes.ts'
import { requireVersion } from '#server/features/access/versions.ts'
import { sumNeeds, type WorkNeed } from '#server/features/branches/slots.ts'
import { AppError } from '#server/http/errors.ts'
import { substituteAtOnce } from '../create/pay.ts'
import { holdSubstitute } from '../create/place.ts'
import { lockOrder, type OrderRow } from '../lifecycle/change-status.ts'
import { withdrawSubstitutes } from '../lifecycle/end-order.ts'
import type { OrderLine } from '../lifecycle/refund-order.ts'
import { planReplacedLine } from '../lifecycle/replaced-lines.ts'
import { offerSubstitute } from '../lifecycle/substitutions.ts'
import type { OrderCommand } from '../staff/commands.ts'
import { sumRequestedRefunds } from '../staff/refunds.ts'
import { findOrderId, lockStaffOrder, toAuthor, type Staff } from '../staff/staff-order.ts'
import { getOrderRecord } from '../staff/staff-record.ts'
import { isReplaceable } from './amendable.ts'
import { checkAddition } from './place.ts'
import { priceAdded } from './price.ts'

type ReplaceableOrder = OrderRow & { user_id: string }
interface Params {
  id: string
  line_id: string
}

function requireReplaceable(order: OrderRow, now: Date): ReplaceableOrder {
  if (!isReplaceable(order, now)) throw new AppError('order_state')
  return order as ReplaceableOrder
}

/** What staff may still give back of an order: nothing without the permission to refund at its branch. */
async function findLeftToGive(db: Db | Tx, { access }: Staff, { id, branch_id, currency }: OrderRow): Promise<bigint> {
  const refunds = access.get('orders.refund')
  if (refunds === undefined || !includesBranch(refunds, branch_id)) return 0n
  const { own_minor } = findRefundLimits(await readLimits(db), access, currency as Currency, 'orders')
  const left = own_minor - (await sumRequestedRefunds(db, id))
  return left > 0n ? left : 0n
}

/** Prices what would replace a line. Throws like `priceAdded`, `not_found`, `order_state` and `refund_too_much`. */
export async function priceSubstitute(
  { db }: Deps,
  staff: Staff,
  { id: handle, line_id }: Params,
  { quantity, ...chosen }: ParsedBody<typeof priceSubstituteEndpoint>,
): Promise<AnswerOf<typeof priceSubstituteEndpoint>> {
  const { scope, locale, now } = staff
  const id = await findOrderId(db, handle, scope)
  const row = (await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()) as OrderRow
  const order = requireReplaceable(row, now)
  const currency = order.currency as Currency
  const money = (minor: bigint) => ({ amount: toMajor(minor > 0n ? minor : 0n, currency), currency })
  const { refund_minor } = await planReplacedLine(db, order, { line_id, quantity })
  const { cart, total_minor } = await priceAdded(db, { order, locale, now }, chosen)
  const left_minor = await findLeftToGive(db, staff, order)
  const back_minor = refund_minor - total_minor
  return {
    cart,
    refund: money(refund_minor),
    due: money(-back_minor),
    back: money(back_minor),
    limit: back_minor > left_minor ? money(left_minor) : null,
  }
}

/** What units of a line no longer take of their order's work. */
async function findFreedWork(tx: Tx, line: OrderLine, quantity: number): Promise<WorkNeed[]> {
  if (line.item_id === null) return []
  const item = await tx
    .selectFrom('items')
    .select(['work_units', 'duration_min'])
    .where('id', '=', line.item_id)
    .executeTakeFirst()
  const work_group = line.work_group as WorkNeed['work_group']
  return item === undefined ? [] : sumNeeds([{ ...item, work_group, quantity }], 'takeaway')
}

/**
 * Replaces units of a line by an order that adds to theirs. Where that costs no more, the line is refunded and the order paid of it at
 * once; otherwise it is held, its customer gets a link to pay the difference, and the line stays until then. What was offered for
 * the line before is withdrawn. Throws `not_found`, `order_state`, `changed_meanwhile`, `substitute_back` above what the caller may
 * give back, and like `checkAddition`.
 */
export async function substituteLine(
  tx: Tx,
  deps: Deps,
  staff: Staff,
  { id: handle, line_id }: Params,
  { quantity, stock, version, ...chosen }: ParsedBody<typeof substituteLineEndpoint>,
): Promise<OrderCommand> {
  const { now } = staff
  const first = requireReplaceable(await lockStaffOrder(tx, deps, staff, handle), now)
  await requireVersion(tx, { kind: 'order', id: first.id, version: first.version }, version)
  const currency = first.currency as Currency
  const money = (minor: bigint) => ({ amount: toMajor(minor, currency), currency })
  const planned = await planReplacedLine(tx, first, { line_id, quantity })
  await withdrawSubstitutes(tx, deps, first.id, now, line_id)
  const freed = await findFreedWork(tx, planned.line, quantity)
  const { checked, caller } = await checkAddition(tx, staff, first, chosen, freed)
  const back_minor = planned.refund_minor - checked.priced.sale.total_minor
  const left_minor = await findLeftToGive(tx, staff, first)
  if (back_minor > 0n && back_minor > left_minor)
    throw new AppError('substitute_back', { back: money(back_minor), limit: money(left_minor) })
  const { id } = await holdSubstitute(tx, deps, checked, { ...caller, staff: { ...caller.staff, isQuiet: true } })
  const order = await lockOrder(tx, id)
  const author = toAuthor(staff, first)
  await offerSubstitute(tx, deps, { first, order, planned }, { quantity, stock }, author)
  if (back_minor >= 0n) await substituteAtOnce(tx, deps, order, author)
  const { order_number, branch_id } = order
  const after = {
    replaced: `${quantity} × ${planned.line.name}`,
    stock,
    ...(back_minor >= 0n ? { refunded: money(back_minor) } : { due: money(-back_minor) }),
  }
  return {
    answer: await getOrderRecord(tx, first.id, staff),
    changes: [
      { kind: 'order', id: first.id, branch_id, after: { ...after, order_number } },
      { kind: 'order', id, branch_id, after: { order_number, amends: first.order_number, ...after } },
    ],
  }
}

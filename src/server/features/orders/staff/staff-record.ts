import { sql } from 'kysely'
import { roundToCash } from '#contract/cash/cash.ts'
import { type Currency, toMajor } from '#contract/money.ts'
import type { StaffDiscount, StaffPayment } from '#contract/orders/desk/order-payments.ts'
import type { OrderRecord } from '#contract/orders/desk/order-record.ts'
import type { OrderStatus } from '#contract/orders/order-states.ts'
import type { Language } from '#contract/places/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { colleagueName, customerName, isVisibleCustomer } from '#server/features/access/contacts.ts'
import { includesBranch } from '#server/features/access/scopes.ts'
import { findOutstandingAmount } from '#server/features/bookings/lifecycle/outstanding-debts.ts'
import type { LabelRow } from '#server/features/parks/label.ts'
import { isDueInCash, type OrderDetail, type OrderRow } from '../lifecycle/change-status.ts'
import type { OrderLineRow } from '../order-amounts.ts'
import { promisedAt, readReason } from '../order-mails.ts'
import { isAmendable, isReplaceable, isWaitingForPayment, isWithdrawable } from '../phone/amendable.ts'
import { amendedBy } from '../queries.ts'
import { countPhotosLeft, findShownPhotos } from '../shown-photos.ts'
import { findReplaced, findSubstitutions } from '../substitution-views.ts'
import { describeDestination } from './describe-destination.ts'
import { findOpenAdditions } from './open-additions.ts'
import { findOwnReasons, toChoices } from './own-reasons.ts'
import { listOrderActions } from './staff-actions.ts'
import { findOrderId, type Staff } from './staff-order.ts'

interface StoredTax {
  code: string
  name: string
  name_fr: string
  kind: 'percentage' | 'fixed'
  /** Thousandths of a percent. */
  value: string | number
  amount_minor: string | number
}

/** Returns an order as staff of its branch sees it. Throws `not_found`, also for another branch's. */
export async function getOrderRecord(db: Db | Tx, handle: string, staff: Staff): Promise<OrderRecord> {
  const { language } = staff
  const id = await findOrderId(db, handle, staff.scope)
  const row = await findRow(db, id, staff)
  const { currency: code, ...order } = row
  const currency = code as Currency
  const money = (minor: bigint) => ({ amount: toMajor(minor, currency), currency })
  const lines = await db.selectFrom('order_lines').selectAll().where('order_id', '=', id).orderBy('position').execute()
  const photos = await findShownPhotos(db, id)
  const own = await findOwnReasons(db, row.branch_id)
  const isKnown = row.user_id !== null && row.erased_at === null
  const isVisible = isKnown && row.is_visible
  const owed_minor = isKnown ? await findOutstandingAmount(db, row.user_id!, currency) : 0n
  return {
    id,
    title: order.order_number,
    actions: [
      ...listOrderActions(row, row.proof),
      ...((await findOpenAdditions(db, row)).length > 0 ? ['cancel_additions'] : []),
      ...(isWaitingForPayment(row) ? ['send_pay_link'] : []),
      ...(isWithdrawable(row, staff.user_id) ? ['withdraw'] : []),
    ],
    version: order.version,
    order_number: order.order_number,
    token: order.token,
    status: order.status,
    payment_status: order.payment_status as OrderRecord['payment_status'],
    refund_status: order.refund_status as OrderRecord['refund_status'],
    order_type: order.order_type,
    source: order.source as OrderRecord['source'],
    placed_by: row.placed_by_name,
    branch_id: order.branch_id,
    branch: row.branch,
    branch_slug: row.branch_slug,
    can_add: isAmendable(row, staff.now),
    can_replace: isReplaceable(row, staff.now),
    timezone: row.timezone,
    currency,
    customer_id: isVisible ? row.user_id : null,
    has_account: row.user_id !== null,
    customer: isKnown ? row.customer_name : row.contact_name,
    email: isVisible ? row.email : null,
    phone: isVisible ? row.phone : row.contact_phone,
    outstanding: owed_minor > 0n ? money(owed_minor) : null,
    slot_starts_at: order.slot_starts_at.toISOString(),
    promised_at: promisedAt(row).toISOString(),
    delay_minutes: order.delay_minutes === 0 ? null : order.delay_minutes,
    held_until: order.payment_status === 'unpaid' ? (order.held_until?.toISOString() ?? null) : null,
    cash_due: isDueInCash(row) ? money(roundToCash(order.total_minor, row.cash_step_minor)) : null,
    destination: describeDestination(row, row, language),
    distance_m: order.distance_m,
    plate: order.plate,
    vehicle_type: language === 'fr' ? row.vehicle_fr : row.vehicle,
    key_holder: order.key_holder as OrderRecord['key_holder'],
    customer_note: order.note,
    booking_code: row.booking_code,
    coupon: order.promo_code,
    codes_locked_until: order.codes_locked_until?.toISOString() ?? null,
    amends: row.amends_number,
    amended_by: row.amended_by,
    additions: row.amended_by.length === 0 ? null : row.amended_by.join(', '),
    replaces: (await findReplaced(db, row, language)).replaces?.name ?? null,
    substitutions: await findSubstitutions(db, row, language),
    subtotal: money(order.subtotal_minor),
    offers: money(order.offer_minor),
    coupon_amount: money(order.coupon_minor),
    delivery_charge: order.order_type === 'delivery' ? money(order.delivery_charge_minor) : null,
    includes_tax: order.includes_tax,
    delivery: order.order_type === 'delivery' ? money(order.delivery_total_minor) : null,
    delivery_refunded: money(order.delivery_refunded_minor),
    taxes: sumTaxes([...lines.map(({ taxes }) => taxes), order.delivery_taxes], language, money),
    total: money(order.total_minor),
    refunded: money(order.refunded_minor),
    refundable: money(order.payment_status === 'paid' ? order.total_minor - order.refunded_minor : 0n),
    is_example: order.is_example,
    created_at: order.created_at.toISOString(),
    reject_reasons: toChoices(own.reject, language),
    bring_back_reasons: toChoices(own.bring_back, language),
    ...toPoint(row),
    photos,
    photos_left: countPhotosLeft(row, lines, photos),
    lines: lines.map((line) => toLine(line, language, money)),
    payments: await findPayments(db, id, money),
    discount: order.source === 'pos' ? await findDiscount(db, id, staff.access) : null,
    refunds: await findRefunds(db, row, staff, money),
    history: await findHistory(db, id, staff),
  }
}

const findRow = async (db: Db | Tx, id: string, { access, now }: Staff) => {
  const row = await db
    .selectFrom('orders as o')
    .innerJoin('branches as b', 'b.id', 'o.branch_id')
    .innerJoin('branch_setup as e', 'e.branch_id', 'b.id')
    .innerJoin('currency_settings as y', 'y.code', 'o.currency')
    .leftJoin('users as u', 'u.id', 'o.user_id')
    .leftJoin('parks as p', 'p.id', 'o.park_id')
    .leftJoin('bookings as k', 'k.id', 'o.booking_id')
    .leftJoin('orders as a', 'a.id', 'o.amends')
    .leftJoin('users as s', (join) => join.onRef('s.id', '=', 'o.placed_by').on('s.erased_at', 'is', null))
    .leftJoin('vehicle_types as v', 'v.id', 'o.vehicle_type_id')
    .selectAll('o')
    .select([
      'e.proof',
      'y.cash_step_minor',
      'b.name as branch',
      'b.slug as branch_slug',
      'b.timezone',
      'u.email',
      'u.phone',
      'u.erased_at',
    ])
    .select(['k.booking_code', 'a.order_number as amends_number', 'v.name as vehicle', 'v.name_fr as vehicle_fr'])
    .select(['p.name as park_name', 'p.near as park_near', 'p.address as park_address', 'p.city as park_city'])
    .select(['p.park_code', 'p.lat as park_lat', 'p.lng as park_lng'])
    .select([amendedBy.as('amended_by'), colleagueName('s', access).as('placed_by_name')])
    .select([customerName('u', access, now).as('customer_name'), isVisibleCustomer('u', access, now).as('is_visible')])
    .where('o.id', '=', id)
    .executeTakeFirstOrThrow()
  return row as typeof row & OrderRow & LabelRow
}

/** Where the order is brought: the car park, or the address; nothing for takeaway and after erasure. */
function toPoint({
  park_lat,
  park_lng,
  address,
}: {
  park_lat: number | null
  park_lng: number | null
  address: unknown
}) {
  const { lat, lng } = (address ?? {}) as { lat?: number | null; lng?: number | null }
  return { lat: park_lat ?? lat ?? null, lng: park_lng ?? lng ?? null }
}

type ToMoney = (minor: bigint) => { amount: number; currency: Currency }

function toLine(line: OrderLineRow, language: Language, money: ToMoney): OrderRecord['lines'][number] {
  const isFrench = language === 'fr'
  const offer_name = isFrench ? line.offer_name_fr : line.offer_name
  const extras = line.extras as { name: string; name_fr: string }[]
  return {
    id: line.id,
    parent_id: line.parent_id,
    item_id: line.item_id,
    name: isFrench ? line.name_fr : line.name,
    variation: isFrench ? line.variation_name_fr : line.variation_name,
    extras: extras.map((extra) => (isFrench ? extra.name_fr : extra.name)),
    note: line.note,
    work_group: line.work_group as OrderRecord['lines'][number]['work_group'],
    quantity: line.quantity,
    unit: money(line.unit_minor),
    subtotal: money(line.subtotal_minor),
    offer: offer_name === null ? null : { name: offer_name, amount: money(line.offer_minor) },
    coupon: line.coupon_minor === 0n ? null : money(line.coupon_minor),
    taxes: (line.taxes as StoredTax[]).map((tax) => ({
      name: isFrench ? tax.name_fr : tax.name,
      amount: money(BigInt(tax.amount_minor)),
    })),
    total: money(line.total_minor),
    refunded_quantity: line.refunded_quantity,
    refunded: money(line.refunded_minor),
    has_stock: line.stock_level_id !== null,
  }
}

function sumTaxes(stored: readonly unknown[], language: Language, money: ToMoney): OrderRecord['taxes'] {
  const sums = new Map<string, { name: string; percent: number | null; minor: bigint }>()
  for (const tax of stored.flatMap((entry) => entry as StoredTax[])) {
    const before = sums.get(tax.code)?.minor ?? 0n
    sums.set(tax.code, {
      name: language === 'fr' ? tax.name_fr : tax.name,
      percent: tax.kind === 'percentage' ? Number(tax.value) / 1_000 : null,
      minor: before + BigInt(tax.amount_minor),
    })
  }
  return [...sums.values()].map(({ minor, ...tax }) => ({ ...tax, amount: money(minor) }))
}

const findPayments = async (db: Db | Tx, id: string, money: ToMoney): Promise<StaffPayment[]> =>
  (
    await db
      .selectFrom('order_payments as p')
      .leftJoin('shift_entries as e', (join) =>
        join.onRef('e.transfer_id', '=', 'p.transfer_id').onRef('e.method', '=', 'p.method').on('e.kind', '=', 'sale'),
      )
      .select(['p.method', 'p.amount_minor', 'p.at', 'p.transfer_id'])
      .select(['e.slip', 'e.amount_minor as due_minor', 'e.tendered_minor', 'e.rounding_minor'])
      .where('p.order_id', '=', id)
      .orderBy('p.at')
      .execute()
  ).map(({ method, amount_minor, at, transfer_id, slip, due_minor, tendered_minor, rounding_minor }) => ({
    method,
    amount: money(amount_minor),
    at: at.toISOString(),
    transfer_id,
    slip,
    cash:
      method !== 'cash' || tendered_minor === null || due_minor === null
        ? null
        : {
            tendered: money(tendered_minor),
            change: money(tendered_minor - due_minor),
            rounding: money(rounding_minor ?? 0n),
          },
  }))

/** What the seller took off at the counter, with who gave and approved it. */
const findDiscount = async (db: Db | Tx, id: string, access: Staff['access']): Promise<StaffDiscount | null> =>
  (await db
    .selectFrom('sale_discounts as d')
    .leftJoin('users as g', (join) => join.onRef('g.id', '=', 'd.given_by').on('g.erased_at', 'is', null))
    .leftJoin('users as a', (join) => join.onRef('a.id', '=', 'd.approved_by').on('a.erased_at', 'is', null))
    .select(['d.reason', colleagueName('g', access).as('given_by'), colleagueName('a', access).as('approved_by')])
    .where('d.order_id', '=', id)
    .executeTakeFirst()) ?? null

async function findRefunds(
  db: Db | Tx,
  { id, branch_id }: OrderRow,
  { user_id, access }: Staff,
  money: ToMoney,
): Promise<OrderRecord['refunds']> {
  const rows = await db
    .selectFrom('order_refunds as r')
    .leftJoin('users as q', 'q.id', 'r.actor_id')
    .leftJoin('users as d', 'd.id', 'r.decided_by')
    .selectAll('r')
    .select([colleagueName('q', access).as('requester'), colleagueName('d', access).as('decider')])
    .where('r.order_id', '=', id)
    .orderBy('r.number')
    .execute()
  const refunds = access.get('orders.refund')
  const mayRefund = refunds !== undefined && includesBranch(refunds, branch_id)
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    status: row.status as OrderRecord['refunds'][number]['status'],
    amount: money(row.amount_minor),
    cause: row.why as OrderRecord['refunds'][number]['cause'],
    reason: row.reason,
    requested_by: row.requester,
    decided_by: row.decider,
    at: row.at.toISOString(),
    transfer_id: row.transfer_id,
    can_decide: row.status === 'waiting' && mayRefund && row.actor_id !== user_id,
  }))
}

async function findHistory(db: Db | Tx, id: string, { access, language }: Staff): Promise<OrderRecord['history']> {
  const { rows } = await sql<{
    from_status: OrderStatus | null
    to_status: OrderStatus
    cause: string
    actor: string
    at: Date
    due_at: Date | null
    detail: OrderDetail | null
    who: string | null
  }>`
    select h.from_status, h.to_status, h.cause, h.actor, h.at, h.due_at, h.detail,
      case when h.actor in ('customer', 'clock') then null else ${colleagueName('u', access)} end as who
    from order_history h left join users u on u.id = h.actor_id and u.erased_at is null
    where h.order_id = ${id}::uuid order by h.id`.execute(db)
  return rows.map(({ from_status: from, to_status: to, cause, actor, who, at, due_at, detail }) => ({
    from,
    to,
    cause,
    actor,
    who,
    at: at.toISOString(),
    due_at: due_at?.toISOString() ?? null,
    reason: readReason(detail, language),
  }))
}

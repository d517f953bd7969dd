import { roundToCash } from '#contract/cash/cash.ts'
import type { ItemKind } from '#contract/catalogue/shop-rules.ts'
import { languageIn, type Locale } from '#contract/formats.ts'
import type { Currency } from '#contract/money.ts'
import type { OrderCause, OrderStatus } from '#contract/orders/order-states.ts'
import type { OrderDetails, OrderLine, OrderProblem, OrderSummary, ShownPhoto } from '#contract/orders/orders.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { toMoney } from '#server/features/branches/records.ts'
import { sumTaxLines, type StoredTax } from '#server/features/branches/tax-lines.ts'
import { labelRow, type LabelRow } from '#server/features/parks/label.ts'
import {
  cancelUntil,
  findCustomerActions,
  isReportable,
  reportableUntil,
  returnableUntil,
  type CustomerTerms,
} from './allowed-actions.ts'
import { isDueInCash, type OrderDetail, type OrderRow } from './lifecycle/change-status.ts'
import type { OrderLineRow } from './order-amounts.ts'
import { promisedAt, readReason } from './order-mails.ts'

/** An order with what is shown of its branch, car park and booking. */
export type ShownOrder = OrderRow &
  CustomerTerms &
  LabelRow & {
    branch_slug: string
    branch_name: string
    branch_address: string
    branch_city: string
    branch_phone: string | null
    branch_lat: number
    branch_lng: number
    branch_timezone: string
    country_code: CountryCode
    park_code: string | null
    park_slug: string | null
    booking_code: string | null
    amends_number: string | null
    amended_by: string[]
    cash_step_minor: bigint
  }

export interface ShownHistory {
  at: Date
  from_status: OrderStatus | null
  to_status: OrderStatus
  cause: OrderCause
  detail: OrderDetail | null
}
export interface ShownRefund {
  number: number
  amount_minor: bigint
  reason: string | null
  at: Date
}
export interface ShownPayment {
  method: 'wallet' | 'cash' | 'terminal'
  amount_minor: bigint
  at: Date
}

const inLanguage = (language: Language, name: string, name_fr: string | null): string =>
  language === 'fr' ? (name_fr ?? name) : name

/** What a list shows of an order. */
const slugOf = ({ item_id, item_slug }: OrderLineRow): string | null => (item_id === null ? null : item_slug)

export function toOrderSummary(order: ShownOrder, lines: readonly OrderLineRow[], language: Language): OrderSummary {
  const money = (amount_minor: bigint) => toMoney(amount_minor, order.currency as Currency)
  return {
    id: order.id,
    order_number: order.order_number,
    token: order.token,
    status: order.status,
    payment_status: order.payment_status as OrderSummary['payment_status'],
    refund_status: order.refund_status as OrderSummary['refund_status'],
    order_type: order.order_type,
    branch: {
      slug: order.branch_slug,
      name: order.branch_name,
      address: order.branch_address,
      city: order.branch_city,
      phone: order.branch_phone,
      country_code: order.country_code,
      timezone: order.branch_timezone,
      lat: order.branch_lat,
      lng: order.branch_lng,
    },
    slot: { starts_at: order.slot_starts_at.toISOString(), ends_at: order.slot_ends_at.toISOString() },
    promised_at: promisedAt(order).toISOString(),
    delay_minutes: order.delay_minutes,
    total: money(order.total_minor),
    refunded: money(order.refunded_minor),
    items: lines.map((line) => ({
      slug: slugOf(line),
      name: inLanguage(language, line.name, line.name_fr),
      quantity: line.quantity,
      picture: line.picture,
    })),
    booking_code: order.booking_code,
    cash_due: isDueInCash(order) ? money(roundToCash(order.total_minor, order.cash_step_minor)) : null,
    held_until: order.held_until?.toISOString() ?? null,
    amends: order.amends_number,
    amended_by: order.amended_by,
    is_placed_by_staff: order.placed_by !== null,
    created_at: order.created_at.toISOString(),
    is_example: order.is_example,
  }
}

/** Everything that a customer is told of their order. */
export function toOrderDetails(
  order: ShownOrder,
  rows: {
    lines: readonly OrderLineRow[]
    rating: OrderDetails['rating']
    /** Units by line that are on their way back. */
    returning: ReadonlyMap<string, number>
    history: ShownHistory[]
    refunds: ShownRefund[]
    payments: ShownPayment[]
    photos: ShownPhoto[]
    problems: OrderProblem[]
    replaces: OrderDetails['replaces']
    substitutions: OrderDetails['substitutions']
    is_substitute: boolean
  },
  locale: Locale,
  now: Date,
): OrderDetails {
  const language = languageIn(locale)
  const money = (amount_minor: bigint) => toMoney(amount_minor, order.currency as Currency)
  const handedOver = rows.history.find(({ to_status }) => to_status === 'delivered' || to_status === 'completed')
  const isOver = ['canceled', 'rejected', 'returned'].includes(order.status)
  const lines = rows.lines.map((line) =>
    toOrderLine(
      line,
      order,
      {
        handed_over_at: isOver ? null : (handedOver?.at ?? null),
        returning: rows.returning.get(line.id) ?? 0,
        isReported: rows.problems.some(({ line_id }) => line_id === line.id),
      },
      language,
      now,
    ),
  )
  const goods_minor = rows.lines.reduce((sum, { total_minor }) => sum + total_minor, 0n)
  const taxes = [...rows.lines.flatMap((line) => readStoredTaxes(line.taxes)), ...readStoredTaxes(order.delivery_taxes)]
  const isDelivery = order.order_type === 'delivery'
  return {
    ...toOrderSummary(order, rows.lines, language),
    lines,
    amounts: {
      items: money(goods_minor),
      delivery: isDelivery ? money(order.delivery_total_minor) : null,
      total: money(order.total_minor),
      subtotal: money(order.subtotal_minor),
      offers: money(order.offer_minor),
      coupon: money(order.coupon_minor),
      delivery_charge: isDelivery ? money(order.delivery_charge_minor) : null,
      includes_tax: order.includes_tax,
      taxes: sumTaxLines(taxes, order.currency as Currency, language === 'fr'),
    },
    promo_code: order.promo_code,
    destination: toDestination(order, locale),
    vehicle:
      order.plate === null || order.vehicle_type_id === null
        ? null
        : { plate: order.plate, vehicle_type_id: order.vehicle_type_id },
    key: order.key_holder as OrderDetails['key'],
    note: order.note,
    handover_code: findHandoverCode(order),
    stages: toStages(rows.history, language),
    rating: rows.rating,
    photos: rows.photos,
    problems: rows.problems,
    replaces: rows.replaces,
    substitutions: rows.substitutions,
    is_substitute: rows.is_substitute,
    can: findCustomerActions(
      order,
      order,
      {
        isReturnable: lines.some(({ returnable }) => returnable > 0),
        isRated: rows.rating !== null,
        isReportable: lines.some(({ reportable_until }) => reportable_until !== null),
      },
      now,
    ),
    cancel_until: cancelUntil(order, order)?.toISOString() ?? null,
    refunds: rows.refunds.map(({ number, amount_minor, reason, at }) => ({
      number,
      amount: money(amount_minor),
      reason,
      at: at.toISOString(),
    })),
    payments: rows.payments.map(({ method, amount_minor, at }) => ({
      method,
      amount: money(amount_minor),
      at: at.toISOString(),
    })),
  }
}

/** The states that an order has passed, oldest first. */
export const toStages = (history: readonly ShownHistory[], language: Language): OrderDetails['stages'] =>
  history
    .filter(({ from_status, to_status }) => from_status !== to_status)
    .map(({ to_status, cause, at, detail }) => ({
      status: to_status,
      cause,
      at: at.toISOString(),
      reason: readReason(detail, language),
    }))

/** The code is told while the order is on its way into the customer's hands; null before and afterwards. */
export function findHandoverCode({ status, order_type, handover_code }: OrderRow): string | null {
  const isOnItsWay = order_type === 'delivery' && ['processing', 'preparing', 'out_for_delivery'].includes(status)
  return status === 'ready' || isOnItsWay ? handover_code : null
}

/** Taxes as an order keeps them, which are texts in JSON. */
export const readStoredTaxes = (stored: unknown): StoredTax[] =>
  (stored as (Omit<StoredTax, 'value' | 'amount_minor'> & Record<'value' | 'amount_minor', string>)[]).map((tax) => ({
    ...tax,
    value: BigInt(tax.value),
    amount_minor: BigInt(tax.amount_minor),
  }))

function toOrderLine(
  line: OrderLineRow,
  order: ShownOrder,
  { handed_over_at, returning, isReported }: { handed_over_at: Date | null; returning: number; isReported: boolean },
  language: Language,
  now: Date,
): OrderLine {
  const currency = order.currency as Currency
  const money = (amount_minor: bigint) => toMoney(amount_minor, currency)
  const until = returnableUntil(line.kind as ItemKind, handed_over_at, order)
  const isReturnable = until !== null && now <= until
  const canReport =
    line.kind === 'service' &&
    !isReported &&
    line.refunded_minor < line.total_minor &&
    isReportable(handed_over_at, now)
  const extras = line.extras as { name: string; name_fr: string; unit_minor: string }[]
  return {
    id: line.id,
    parent_id: line.parent_id,
    item: {
      id: line.item_id,
      slug: slugOf(line),
      name: inLanguage(language, line.name, line.name_fr),
      picture: line.picture,
    },
    variation: line.variation_name && inLanguage(language, line.variation_name, line.variation_name_fr),
    extras: extras.map(({ name, name_fr, unit_minor }) => ({
      name: inLanguage(language, name, name_fr),
      price: money(BigInt(unit_minor)),
    })),
    note: line.note,
    quantity: line.quantity,
    unit: money(line.unit_minor),
    offer:
      (line.offer_name && {
        name: inLanguage(language, line.offer_name, line.offer_name_fr),
        amount: money(line.offer_minor),
      }) ||
      null,
    coupon: money(line.coupon_minor),
    taxes: sumTaxLines(readStoredTaxes(line.taxes), currency, language === 'fr'),
    total: money(line.total_minor),
    refunded_quantity: line.refunded_quantity,
    refunded: money(line.refunded_minor),
    returnable: isReturnable ? Math.max(line.quantity - line.refunded_quantity - returning, 0) : 0,
    returnable_until: isReturnable ? until.toISOString() : null,
    reportable_until: canReport ? reportableUntil(handed_over_at)!.toISOString() : null,
  }
}

/** Where an order goes; an address that was erased leaves nothing to tell. */
function toDestination(order: ShownOrder, locale: Locale): OrderDetails['destination'] {
  if (order.park_id !== null)
    return {
      kind: 'bay',
      park_code: order.park_code!,
      park_slug: order.park_slug!,
      park_name: labelRow(order, locale),
      level: order.level,
      bay: order.bay,
    }
  const address = order.address as
    | Extract<OrderDetails['destination'], { kind: 'address' }>
    | Record<string, never>
    | null
  if (address === null || address.line === undefined) return null
  return { ...address, kind: 'address', distance_m: order.distance_m ?? 0 } as OrderDetails['destination']
}

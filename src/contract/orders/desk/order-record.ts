import * as z from 'zod/mini'
import { paymentStatuses, refundStatuses } from '#contract/bookings/bookings.ts'
import { workGroups } from '#contract/catalogue/shop-rules.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Currency, line, Money } from '#contract/fields.ts'
import { recordFields } from '#contract/lists/records.ts'
import { orderSources, orderStatuses, orderTypes } from '../order-states.ts'
import { ShownPhoto, Substitution } from '../orders.ts'
import { StaffDiscount, StaffPayment } from './order-payments.ts'
import { orderRefundCauses, OwnReason, rejectReasons, undeliveredReasons, withReason } from './order-reasons.ts'

/** By how many minutes a branch puts an order off when it accepts it, or later. */
export const orderDelays = ['0', '10', '20', '30', '45', '60'] as const
/** What becomes of goods that come back, or are not handed over. */
export const stockChoices = ['return', 'waste'] as const
export const refundStates = ['waiting', 'done', 'refused'] as const

const OrderRecordLine = z.object({
  id: z.string(),
  parent_id: z.nullable(z.string()),
  item_id: z.nullable(z.string()),
  name: z.string(),
  variation: z.nullable(z.string()),
  extras: z.array(z.string()),
  note: z.nullable(z.string()),
  work_group: z.enum(workGroups),
  quantity: z.number(),
  unit: Money,
  subtotal: Money,
  offer: z.nullable(z.object({ name: z.string(), amount: Money })),
  coupon: z.nullable(Money),
  taxes: z.array(z.object({ name: z.string(), amount: Money })),
  total: Money,
  refunded_quantity: z.number(),
  refunded: Money,
  /** Whether its stock is counted, so that a refund says what becomes of it. */
  has_stock: z.boolean(),
})
export type OrderRecordLine = z.infer<typeof OrderRecordLine>

/** An order as staff sees it. */
export const OrderRecord = z.object({
  ...recordFields,
  version: z.number(),
  order_number: z.string(),
  token: z.number(),
  status: z.enum(orderStatuses),
  payment_status: z.enum(paymentStatuses),
  refund_status: z.enum(refundStatuses),
  order_type: z.enum(orderTypes),
  source: z.enum(orderSources),
  /** Who placed it for the customer. */
  placed_by: z.nullable(z.string()),
  branch_id: z.string(),
  branch: z.string(),
  branch_slug: z.string(),
  /** Whether a second order can add to it. */
  can_add: z.boolean(),
  /** Whether its lines can be replaced. */
  can_replace: z.boolean(),
  timezone: z.string(),
  currency: Currency,
  customer_id: z.nullable(z.string()),
  /** Whether somebody's account has it, whose wallet refunds go to. */
  has_account: z.boolean(),
  customer: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** What the customer owes in this currency, from bookings and reversed top-ups; null if nothing. */
  outstanding: z.nullable(Money),
  slot_starts_at: z.string(),
  /** With the delay that the branch announced. */
  promised_at: z.string(),
  delay_minutes: z.nullable(z.number()),
  held_until: z.nullable(z.string()),
  /** What is to be paid in cash when it is handed over, rounded to the smallest coin. */
  cash_due: z.nullable(Money),
  /** Where it is brought, in one line; null for takeaway. */
  destination: z.nullable(z.string()),
  distance_m: z.nullable(z.number()),
  plate: z.nullable(z.string()),
  vehicle_type: z.nullable(z.string()),
  key_holder: z.nullable(z.enum(['desk', 'customer', 'none'])),
  customer_note: z.nullable(z.string()),
  booking_code: z.nullable(z.string()),
  coupon: z.nullable(z.string()),
  /** Wrong codes lock the handover until then. */
  codes_locked_until: z.nullable(z.string()),
  amends: z.nullable(z.string()),
  /** The orders that add to this one. */
  amended_by: z.array(z.string()),
  /** The same in one line. */
  additions: z.nullable(z.string()),
  /** What of the order that it adds to it replaces. */
  replaces: z.nullable(z.string()),
  /** What replaces lines of this order, or is offered for them. */
  substitutions: z.array(Substitution),
  subtotal: Money,
  offers: Money,
  coupon_amount: Money,
  /** In the terms of the branch's prices, as the subtotal is. */
  delivery_charge: z.nullable(Money),
  includes_tax: z.boolean(),
  /** With its taxes. */
  delivery: z.nullable(Money),
  delivery_refunded: Money,
  /** Percent is null for a tax of so much a unit. */
  taxes: z.array(z.object({ name: z.string(), percent: z.nullable(z.number()), amount: Money })),
  total: Money,
  refunded: Money,
  refundable: Money,
  is_example: z.boolean(),
  created_at: z.string(),
  /** The branch's own, in the reader's language. */
  reject_reasons: z.array(OwnReason),
  bring_back_reasons: z.array(OwnReason),
  /** Where it is brought on the map. */
  lat: z.nullable(z.number()),
  lng: z.nullable(z.number()),
  /** Of its service before and after it, and of what was handed over without a code. */
  photos: z.array(ShownPhoto),
  /** How many more of its service can be added now. */
  photos_left: z.number(),
  lines: z.array(OrderRecordLine),
  payments: z.array(StaffPayment),
  discount: z.nullable(StaffDiscount),
  refunds: z.array(
    z.object({
      id: z.string(),
      number: z.number(),
      status: z.enum(refundStates),
      amount: Money,
      cause: z.nullable(z.enum(orderRefundCauses)),
      reason: z.nullable(z.string()),
      requested_by: z.nullable(z.string()),
      decided_by: z.nullable(z.string()),
      at: z.string(),
      transfer_id: z.nullable(z.string()),
      /** It waits, and the reader may decide on it. */
      can_decide: z.boolean(),
    }),
  ),
  history: z.array(
    z.object({
      from: z.nullable(z.enum(orderStatuses)),
      to: z.enum(orderStatuses),
      cause: z.string(),
      actor: z.string(),
      who: z.nullable(z.string()),
      at: z.string(),
      due_at: z.nullable(z.string()),
      reason: z.nullable(z.string()),
    }),
  ),
})
export type OrderRecord = z.infer<typeof OrderRecord>

export const orderPath = '/api/v1/admin/online-orders/{id}'
/** An order by its id or number. */
const record = { tag: 'desk', status: 200, params: z.strictObject({ id: line(1, 40) }), answer: OrderRecord } as const

export const getOrderRecord = endpoint({
  ...record,
  name: 'getOrderRecord',
  method: 'GET',
  path: orderPath,
  summary: 'Returns an order with its lines, money, history and what can be done with it',
  auth: 'orders.view',
})

export const getOrderCode = endpoint({
  tag: 'desk',
  name: 'getOrderCode',
  method: 'GET',
  path: `${orderPath}/code`,
  summary: 'Returns the QR code of a printed receipt, which leads its customer to the order',
  auth: 'orders.view',
  status: 200,
  params: record.params,
  /** An SVG path over a square of `size` modules. */
  answer: z.object({ qr_path: z.string(), size: z.number() }),
})

/** What the calls that change an order share. */
export const orderChange = { ...record, method: 'POST', auth: 'orders.update' } as const
const Delay = z.enum(orderDelays, 'required')

export const acceptOrder = endpoint({
  ...orderChange,
  name: 'acceptOrder',
  path: `${orderPath}/accept`,
  summary: 'Accepts an order, for the time that was asked for or later',
  body: z.strictObject({ delay: z._default(Delay, '0') }),
})

export const rejectOrder = endpoint({
  ...orderChange,
  name: 'rejectOrder',
  path: `${orderPath}/reject`,
  summary: 'Rejects an order that was not accepted; everything is refunded',
  body: withReason(rejectReasons),
})

export const delayOrder = endpoint({
  ...orderChange,
  name: 'delayOrder',
  path: `${orderPath}/delay`,
  summary: 'Announces a delay, counted from the time that was asked for',
  body: z.strictObject({ delay: Delay }),
})

export const startOrder = endpoint({
  ...orderChange,
  name: 'startOrder',
  path: `${orderPath}/start`,
  summary: 'Says that the work has begun',
})

export const prepareOrder = endpoint({
  ...orderChange,
  name: 'prepareOrder',
  path: `${orderPath}/prepare`,
  summary: 'Says that the order is being prepared',
})

export const markOrderReady = endpoint({
  ...orderChange,
  name: 'markOrderReady',
  stored_as: 'readyOrder',
  path: `${orderPath}/ready`,
  summary: 'Says that the order is ready',
})

export const sendOrder = endpoint({
  ...orderChange,
  name: 'sendOrder',
  path: `${orderPath}/send`,
  summary: 'Says that somebody is on the way with the order',
})

export const returnOrderToBranch = endpoint({
  ...orderChange,
  name: 'returnOrderToBranch',
  stored_as: 'bringBackOrder',
  path: `${orderPath}/bring-back`,
  summary: 'Says that the order came back to the branch',
  body: withReason(undeliveredReasons),
})

export const handOverOrder = endpoint({
  ...orderChange,
  name: 'handOverOrder',
  path: `${orderPath}/hand-over`,
  summary:
    "Hands an order over: with the customer's code, or at the counter with its number, its QR code or its number of the day",
  body: z.strictObject({ code: line(1, 200) }),
})

export const cancelOrderByBranch = endpoint({
  ...orderChange,
  name: 'cancelOrderByBranch',
  path: `${orderPath}/cancel`,
  summary: 'Cancels an order that was accepted; everything is refunded, delivery included',
  auth: 'orders.cancel',
  body: withReason(rejectReasons),
})

export const cancelAdditions = endpoint({
  ...orderChange,
  name: 'cancelAdditions',
  path: `${orderPath}/additions/cancel`,
  summary: 'Cancels the orders that add to one that was rejected or canceled; everything of them is refunded',
  auth: 'orders.cancel',
})

export const markOrderUndeliverable = endpoint({
  ...orderChange,
  name: 'markOrderUndeliverable',
  stored_as: 'giveUpOrder',
  path: `${orderPath}/give-up`,
  summary: 'Ends an order that cannot be delivered; everything but the delivery is refunded',
  auth: 'orders.cancel',
  body: withReason(undeliveredReasons),
})

export const returnOrder = endpoint({
  ...orderChange,
  name: 'returnOrder',
  stored_as: 'takeBackOrder',
  path: `${orderPath}/take-back`,
  summary: 'Takes a whole order back that was handed over; everything is refunded',
  auth: 'orders.cancel',
  body: z.strictObject({ stock: z.enum(stockChoices, 'required'), reason: line(3, 300) }),
})

export const sendPayLink = endpoint({
  ...orderChange,
  name: 'sendPayLink',
  path: `${orderPath}/pay-link`,
  summary: 'Mails the customer of a held order the link to pay it once more',
  auth: 'orders.create',
})

export const withdrawOrder = endpoint({
  ...orderChange,
  name: 'withdrawOrder',
  path: `${orderPath}/withdraw`,
  summary: 'Cancels an order that the caller took on the phone and that is not paid yet',
  auth: 'orders.create',
})

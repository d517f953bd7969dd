import * as z from 'zod/mini'
import { paymentStatuses, refundStatuses } from '#contract/bookings/bookings.ts'
import { Cart, SaleAmounts, TaxLine } from '#contract/cart/cart.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Instant, line, Money, pageOf, pageQuery, Uuid, missingOr } from '#contract/fields.ts'
import { CountryCode } from '#contract/places/places.ts'
import { PlateText } from '#contract/vehicles/vehicles.ts'
import { orderCauses, orderStatuses, orderTypes } from './order-states.ts'

/** Who has the key while the work is done: the branch's desk, the customer, or nobody needs it. */
export const keyHolders = ['desk', 'customer', 'none'] as const

/** How a customer pays an order. */
export const orderPayments = ['wallet', 'cash'] as const

/** An order by its number or its id. */
const OrderId = line(8, 36)
export const orderParams = z.strictObject({ id: OrderId })

const summary = {
  id: z.string(),
  order_number: z.string(),
  /** The number of the day at its branch. */
  token: z.number(),
  status: z.enum(orderStatuses),
  payment_status: z.enum(paymentStatuses),
  refund_status: z.enum(refundStatuses),
  order_type: z.enum(orderTypes),
  branch: z.object({
    slug: z.string(),
    name: z.string(),
    address: z.string(),
    city: z.string(),
    phone: z.nullable(z.string()),
    country_code: CountryCode,
    timezone: z.string(),
    lat: z.number(),
    lng: z.number(),
  }),
  /** When the work begins, or the order is collected or brought. */
  slot: z.object({ starts_at: z.string(), ends_at: z.string() }),
  /** With the delay that the branch announced. */
  promised_at: z.string(),
  delay_minutes: z.number(),
  total: Money,
  refunded: Money,
  /** What is in it, in short: names with their quantities; `slug` is null once an item is no longer sold. */
  items: z.array(
    z.object({
      slug: z.nullable(z.string()),
      name: z.string(),
      quantity: z.number(),
      picture: z.nullable(z.string()),
    }),
  ),
  booking_code: z.nullable(z.string()),
  /** What is to be paid in cash when it is handed over, rounded to the smallest coin; null for any other order. */
  cash_due: z.nullable(Money),
  /** An unpaid order is held until then. */
  held_until: z.nullable(z.string()),
  /** The order that this one adds to. */
  amends: z.nullable(z.string()),
  /** The orders that add to this one. */
  amended_by: z.array(z.string()),
  /** Whether staff placed it, on the phone. */
  is_placed_by_staff: z.boolean(),
  created_at: z.string(),
  is_example: z.boolean(),
}
export const OrderSummary = z.object(summary)
export type OrderSummary = z.infer<typeof OrderSummary>

export const OrderLine = z.object({
  id: z.string(),
  parent_id: z.nullable(z.string()),
  item: z.object({
    id: z.nullable(z.string()),
    slug: z.nullable(z.string()),
    name: z.string(),
    picture: z.nullable(z.string()),
  }),
  variation: z.nullable(z.string()),
  extras: z.array(z.object({ name: z.string(), price: Money })),
  note: z.nullable(z.string()),
  quantity: z.number(),
  /** For one with its extras, in the terms of the branch's prices, as the prices of the extras and what is taken off. */
  unit: Money,
  offer: z.nullable(z.object({ name: z.string(), amount: Money })),
  coupon: Money,
  taxes: z.array(TaxLine),
  /** With all taxes, after offer and coupon. */
  total: Money,
  refunded_quantity: z.number(),
  refunded: Money,
  /** How many can still be sent back, and until when. */
  returnable: z.number(),
  returnable_until: z.nullable(z.string()),
  /** Until when a service can be reported as not done as sold; null for anything else, and once it was. */
  reportable_until: z.nullable(z.string()),
})
export type OrderLine = z.infer<typeof OrderLine>

/** A photo that an order shows by itself, until it is deleted after 90 days. */
export const ShownPhoto = z.object({ id: z.string(), shows: z.enum(['before', 'after', 'handover']), at: z.string() })
export type ShownPhoto = z.infer<typeof ShownPhoto>

export const problemStates = ['open', 'refunded', 'refused', 'not_answered'] as const

/** A service that the customer says was not done as sold. */
export const OrderProblem = z.object({
  line_id: z.string(),
  status: z.enum(problemStates),
  text: z.string(),
  photo_id: z.nullable(z.string()),
  /** The branch's words, where it does not refund. */
  answer: z.nullable(z.string()),
  refunded: z.nullable(Money),
  reported_at: z.string(),
  /** Without an answer until then, the line is refunded. */
  answer_by: z.string(),
})
export type OrderProblem = z.infer<typeof OrderProblem>

/** What replaces units of a line: done, or offered until `held_until` for `due` more. */
export const Substitution = z.object({
  line_id: z.string(),
  order_number: z.string(),
  quantity: z.number(),
  /** The items that replace them, with their quantities. */
  name: z.string(),
  is_done: z.boolean(),
  due: Money,
  held_until: z.nullable(z.string()),
})
export type Substitution = z.infer<typeof Substitution>

export const orderActions = ['pay', 'cancel', 'confirm', 'return', 'rate', 'report', 'reorder'] as const
export type OrderAction = (typeof orderActions)[number]

export const OrderDetails = z.object({
  ...summary,
  lines: z.array(OrderLine),
  amounts: SaleAmounts,
  promo_code: z.nullable(z.string()),
  destination: z.nullable(
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('bay'),
        park_code: z.string(),
        park_slug: z.string(),
        park_name: z.nullable(z.string()),
        level: z.nullable(z.string()),
        bay: z.nullable(z.string()),
      }),
      z.object({
        kind: z.literal('address'),
        label: z.string(),
        line: z.string(),
        apartment: z.nullable(z.string()),
        city: z.string(),
        state: z.nullable(z.string()),
        note: z.nullable(z.string()),
        lat: z.number(),
        lng: z.number(),
        distance_m: z.number(),
      }),
    ]),
  ),
  vehicle: z.nullable(z.object({ plate: z.string(), vehicle_type_id: z.number() })),
  key: z.nullable(z.enum(keyHolders)),
  note: z.nullable(z.string()),
  /** Told to whoever hands the order over; null before it is ready to be handed over and afterwards. */
  handover_code: z.nullable(z.string()),
  /** The states that it has passed, oldest first. */
  stages: z.array(
    z.object({
      status: z.enum(orderStatuses),
      cause: z.enum(orderCauses),
      at: z.string(),
      /** The branch's reason, in the reader's language. */
      reason: z.nullable(z.string()),
    }),
  ),
  /** What the customer said of the branch and of items, by their ids; null until then. */
  rating: z.nullable(
    z.object({
      rating: z.number(),
      text: z.nullable(z.string()),
      items: z.array(z.object({ id: z.string(), rating: z.number(), text: z.nullable(z.string()) })),
    }),
  ),
  /** Of the service before and after it, and of what was handed over without a code. */
  photos: z.array(ShownPhoto),
  problems: z.array(OrderProblem),
  /** The units of a line of the order that it adds to, which it replaces: `due` is what it costs beside their refund. */
  replaces: z.nullable(z.object({ order_number: z.string(), name: z.string(), refund: Money, due: Money })),
  substitutions: z.array(Substitution),
  /** Whether it was offered to replace a line, also where nobody confirmed it. */
  is_substitute: z.boolean(),
  can: z.record(z.enum(orderActions), z.boolean()),
  /** It can be cancelled with everything paid back until then; null if not, or at any time while it is pending. */
  cancel_until: z.nullable(z.string()),
  refunds: z.array(z.object({ number: z.number(), amount: Money, reason: z.nullable(z.string()), at: z.string() })),
  /** How the total was paid, less refunds. */
  payments: z.array(
    z.object({ method: z.enum(['wallet', 'cash', 'terminal', 'mobile_money']), amount: Money, at: z.string() }),
  ),
})
export type OrderDetails = z.infer<typeof OrderDetails>

export const orderCall = { tag: 'orders', auth: 'customer', status: 200 } as const

const OrderRequest = z
  .strictObject({
    order_type: z.enum(orderTypes, 'required'),
    /** For delivery: a car park of the branch by its code, with the place in it, or an address of the account. */
    park: z.optional(line(2, 20)),
    level: z.optional(line(0, 20)),
    bay: z.optional(line(0, 20)),
    address_id: z.optional(Uuid),
    /** A parking booking of the account, within which the work must lie. */
    booking_code: z.optional(line(4, 20)),
    /** The start of a slot. */
    slot: Instant,
    vehicle_id: z.optional(Uuid),
    vehicle_type_id: z.optional(
      z.int(missingOr('whole_number')).check(z.minimum(1, 'too_small'), z.maximum(1_000, 'too_large')),
    ),
    plate: z.optional(PlateText),
    key: z.optional(z.enum(keyHolders, 'required')),
    note: z.optional(line(0, 200)),
    accept_terms: z.boolean('required'),
    /** From the wallet now, as without it, or in cash when it is handed over. */
    pay_with: z.optional(z.enum(orderPayments, 'required')),
    /** The total that the customer saw. If it has changed since, the answer is `price_changed` with the new cart. */
    total: z.number(missingOr('number')),
    /** Holds the order for ten minutes, unpaid, instead of refusing it when the balance is too small. */
    hold: z._default(z.boolean(), false),
  })
  .check((request) => {
    const { order_type, park, address_id, vehicle_id, plate, vehicle_type_id, accept_terms, pay_with, hold } =
      request.value
    const addIssue = (field: string, key: string) =>
      request.issues.push({ code: 'custom', message: key, path: [field], input: request.value })
    if (order_type === 'delivery' && (park === undefined) === (address_id === undefined))
      addIssue('park', 'bay_or_address')
    if (order_type === 'takeaway')
      for (const [field, value] of Object.entries({ park, address_id }))
        if (value !== undefined) addIssue(field, 'not_with_takeaway')
    if (vehicle_id !== undefined)
      for (const [field, value] of Object.entries({ plate, vehicle_type_id }))
        if (value !== undefined) addIssue(field, 'not_with_vehicle')
    if (hold && pay_with === 'cash') addIssue('pay_with', 'invalid')
    if (!accept_terms) addIssue('accept_terms', 'accept_terms')
  })

/**
 * What it refuses carries more than its sentence: `price_changed`, `item_unavailable`, `out_of_stock` and
 * `too_many_of_item` have the `cart` of now, `slot_full` the three nearest free times as `slots`.
 */
export const placeOrder = endpoint({
  ...orderCall,
  name: 'placeOrder',
  method: 'POST',
  path: '/api/v1/orders',
  summary: "Places an order of everything in the account's cart, paid from the wallet in one transaction",
  idempotent: true,
  status: 201,
  body: OrderRequest,
  answer: OrderDetails,
})

export const orderGroups = ['upcoming', 'past', 'cancelled'] as const

export const listOrders = endpoint({
  ...orderCall,
  name: 'listOrders',
  method: 'GET',
  path: '/api/v1/orders',
  summary: "Lists the account's orders, newest first",
  query: z.strictObject({
    ...pageQuery,
    group: z.optional(z.enum(orderGroups, 'required')),
    booking_code: z.optional(line(4, 20)),
  }),
  answer: pageOf(OrderSummary),
})

export const getOrder = endpoint({
  ...orderCall,
  name: 'getOrder',
  method: 'GET',
  path: '/api/v1/orders/{id}',
  summary: 'Returns an order of the account by its number or id',
  params: orderParams,
  answer: OrderDetails,
})

export const payOrder = endpoint({
  ...orderCall,
  name: 'payOrder',
  method: 'POST',
  path: '/api/v1/orders/{id}/pay',
  summary: 'Pays for a held order from the wallet',
  idempotent: true,
  params: orderParams,
  answer: OrderDetails,
})

export const claimOrder = endpoint({
  ...orderCall,
  name: 'claimOrder',
  method: 'POST',
  path: '/api/v1/orders/{id}/claim',
  summary: 'Gives an order that was taken on the phone to the account that opens the link to pay it',
  params: orderParams,
  /** The key of the link. */
  body: z.strictObject({ key: line(10, 60) }),
  answer: OrderDetails,
})

export const downloadOrderReceipt = endpoint({
  name: 'downloadOrderReceipt',
  method: 'GET',
  path: '/api/v1/orders/{id}/receipt.pdf',
  summary: 'Returns the receipt of a paid order as PDF',
  tag: 'orders',
  auth: 'customer',
  status: 200,
  params: orderParams,
})

export const reorder = endpoint({
  ...orderCall,
  name: 'reorder',
  method: 'POST',
  path: '/api/v1/orders/{id}/reorder',
  summary: 'Puts what an order had into the cart, as far as the branch still sells it',
  params: orderParams,
  body: z.strictObject({ replace: z._default(z.boolean(), false) }),
  answer: z.object({ cart: Cart, left_out: z.array(z.string()) }),
})

import * as z from 'zod/mini'
import { PromoText } from '#contract/bookings/bookings.ts'
import { Cart, chosenItem, SlotDays } from '#contract/cart/cart.ts'
import { counterMethods } from '#contract/cash/cash.ts'
import { ItemDetails, ItemExtra, ItemForm, Slug } from '#contract/catalogue/marketplace.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Currency, Instant, line, missingOr, Money, Uuid } from '#contract/fields.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskScreen } from '#contract/lists/screens.ts'
import { amount } from '#contract/lists/shared-fields.ts'
import { PlateText } from '#contract/vehicles/vehicles.ts'
import { orderStatuses, orderTypes } from '../order-states.ts'
import { keyHolders } from '../orders.ts'

/** Where a branch sells over the counter. */
export const posScreen = deskScreen({
  name: 'pos',
  permission: 'pos.sell',
  menu: { group: 'orders', rank: 44, letter: 'p' },
})

/** The states that a sale can be in: it waits for a wallet at most, and nobody brings it anywhere. */
const soldStates = orderStatuses.filter((status) => !['rejected', 'out_for_delivery', 'delivered'].includes(status))

/** What counters sold, as `orderList` lists what the site and the app did. */
export const posOrderList = deskList({
  name: 'pos-orders',
  menu: { group: 'orders', rank: 45, under: 'pos' },
  permission: 'orders.view',
  opens: { screen: 'online-orders', permission: 'orders.view' },
  namedBy: ['order_number', 'branch'],
  columns: {
    order_number: { kind: 'code', sortable: true },
    token: { kind: 'number' },
    status: { kind: 'choice', badge: true, words: 'order_states' },
    items: { kind: 'text' },
    branch: { kind: 'text' },
    register: { kind: 'text' },
    operator: { kind: 'text' },
    total: { kind: 'money' },
    payment_method: { kind: 'choice', words: 'order_payment_methods' },
    refunded: { kind: 'money' },
    plate: { kind: 'code', extra: true },
    is_example: { kind: 'flag', extra: true },
    created_at: { kind: 'instant', sortable: true, zone: 'timezone' },
    timezone: { kind: 'text', extra: true },
  },
  filters: {
    branch: { kind: 'text' },
    register: { kind: 'text' },
    method: { kind: 'choice', values: [...counterMethods, 'several'], words: 'order_payment_methods' },
    created: { kind: 'days' },
    example: { kind: 'flag' },
  },
  states: soldStates,
  sort: '-created_at',
})

/** A price before taxes are split or added, as `priceSale` takes it. */
const unit = { unit: Money }
const codes = { sku: z.nullable(z.string()), barcodes: z.array(z.string()) }
/** Thousandths of a percent, or minor units for each unit that is sold. */
const rate = { kind: z.enum(['percentage', 'fixed']), value: z.number() }

/** An item with all that selling it takes, also without a network. */
export const CounterItem = z.object({
  ...ItemDetails.shape,
  ...codes,
  /** Null where its variations have prices. */
  unit: z.nullable(Money),
  variations: z.array(z.object({ ...ItemForm.shape, ...codes, ...unit })),
  extras: z.array(z.object({ ...ItemExtra.shape, ...unit })),
  offers: z.array(z.object({ slug: Slug, ends_at: z.string(), ...rate })),
  taxes: z.array(z.object({ code: z.string(), ...rate })),
  /** How many are left of what is counted. */
  left: z.nullable(z.number()),
})
export type CounterItem = z.infer<typeof CounterItem>

export const addon = { item_id: Uuid, variation_id: chosenItem.variation_id, quantity: chosenItem.quantity }
const Line = z.strictObject({
  ...chosenItem,
  addons: z.optional(z.array(z.strictObject(addon)).check(z.maxLength(10, 'too_many_lines'))),
})
const Lines = z.array(Line).check(z.minLength(1, 'required'), z.maxLength(50, 'too_many_lines'))

const chosen = {
  lines: Lines,
  /** Whose sale it is; nobody's without. */
  customer_id: z.optional(Uuid),
  promo_code: z.optional(PromoText),
  /** What the seller takes off, as `createDiscount` answered; not beside a coupon. */
  discount_id: z.optional(Uuid),
}
const call = { tag: 'desk', auth: 'pos.sell', status: 200 } as const

export const getCounterCatalogue = endpoint({
  ...call,
  name: 'getCounterCatalogue',
  method: 'GET',
  path: '/api/v1/pos/catalogue',
  summary: "Returns everything the branch of the caller's register sells, with barcodes, prices and taxes",
  answer: z.object({
    branch_id: z.string(),
    currency: Currency,
    /** Whether prices contain their taxes. */
    includes_tax: z.boolean(),
    read_at: z.string(),
    categories: z.array(z.object({ slug: z.string(), name: z.string() })),
    items: z.array(CounterItem),
  }),
})

export const priceSale = endpoint({
  ...call,
  name: 'priceSale',
  in_read_only: true,
  method: 'POST',
  path: '/api/v1/pos/price',
  summary: "Prices a sale at the caller's register and lists when its work can be done today; stores nothing",
  body: z.strictObject(chosen),
  /** Without work there are no times: everything is handed over at once. */
  answer: z.object({ cart: Cart, slots: z.nullable(SlotDays) }),
})

export const payment = {
  /** What the terminal took, with the number of its slip. The rest is paid in cash. */
  terminal: z.optional(z.strictObject({ amount, slip: line(1, 40) })),
  /** What came by mobile money, with the reference of the payment. */
  mobile: z.optional(z.strictObject({ amount, reference: line(1, 40) })),
  /** What was given in cash; exact without it. */
  tendered: z.optional(amount),
  /** Whether the slip or the reference is known to have been entered before. */
  again: z.optional(z.boolean()),
}

/** What was sold or paid. */
const Sale = z.object({
  id: z.string(),
  order_number: z.string(),
  token: z.number(),
  status: z.enum(orderStatuses),
  total: Money,
  /** What the drawer took, rounded to what can be paid in cash; null where the terminal took all. */
  cash: z.nullable(z.object({ due: Money, tendered: Money, change: Money })),
  terminal: z.nullable(Money),
  mobile: z.nullable(Money),
  /** What the owner of a wallet pays on their own device: until `until`, as long as the sale is `pending`. */
  wallet: z.nullable(
    z.object({ amount: Money, until: z.nullable(z.string()), qr_path: z.string(), qr_size: z.number() }),
  ),
  slot_starts_at: z.nullable(z.string()),
  /** Whether it is of an account, to whose address its receipt can go. */
  has_account: z.boolean(),
})

export const createSale = endpoint({
  ...call,
  name: 'createSale',
  method: 'POST',
  path: '/api/v1/pos/sales',
  summary: "Sells over the counter at the caller's register: handed over at once, or as an order for a time of today",
  idempotent: true,
  status: 201,
  body: z.strictObject({
    /** Chosen by the device, so that a sale that is sent twice is booked once. */
    id: Uuid,
    ...chosen,
    /** When the work begins; needed where there is some. */
    slot: z.optional(Instant),
    plate: z.optional(PlateText),
    vehicle_type_id: z.optional(
      z.int(missingOr('whole_number')).check(z.minimum(1, 'too_small'), z.maximum(1_000, 'too_large')),
    ),
    key: z.optional(z.enum(keyHolders, 'required')),
    note: z.optional(line(0, 200)),
    /** The total that the customer was told; another one is `price_changed` with the new cart. */
    total: z.number(missingOr('number')),
    ...payment,
    /** What the owner of a wallet is asked to pay; the sale waits for it for three minutes. */
    wallet: z.optional(amount),
  }),
  answer: Sale,
})

export const getSale = endpoint({
  ...call,
  name: 'getSale',
  method: 'GET',
  path: '/api/v1/pos/sales/{id}',
  summary: 'Returns a sale of the caller, which may wait for a wallet',
  params: z.strictObject({ id: Uuid }),
  answer: Sale,
})

export const cancelSale = endpoint({
  ...call,
  name: 'cancelSale',
  method: 'POST',
  path: '/api/v1/pos/sales/{id}/cancel',
  summary: 'Gives up a sale of the caller that waits for a wallet; its stock is free again',
  params: z.strictObject({ id: Uuid }),
  answer: Sale,
})

/** A customer as a counter sees them: enough to recognise them. */
export const CounterCustomer = z.object({
  id: z.string(),
  name: z.string(),
  /** Parts of the address or the number. */
  contact: z.string(),
  is_disabled: z.boolean(),
  vehicles: z.array(z.object({ id: z.string(), plate: z.string(), vehicle_type_id: z.number() })),
})
export type CounterCustomer = z.infer<typeof CounterCustomer>

/** So many sales may be set aside at one register. */
export const maxParked = 50

/** A sale that is not paid yet, as another register goes on with it. */
const ParkedLines = z
  .array(
    z.strictObject({
      name: line(1, 120),
      max_per_order: z.int(missingOr('whole_number')).check(z.minimum(1, 'too_small'), z.maximum(999, 'too_large')),
      line: Line,
    }),
  )
  .check(z.minLength(1, 'required'), z.maxLength(50, 'too_many_lines'))

const parked = {
  name: line(1, 60),
  lines: ParkedLines,
  promo_code: z.optional(PromoText),
  customer: z.optional(z.nullable(CounterCustomer)),
  plate: z.optional(line(0, 20)),
  vehicle_type_id: z.optional(z.number(missingOr('number'))),
  note: z.optional(line(0, 200)),
}
export const ParkedSale = z.object({
  ...parked,
  id: z.string(),
  register: z.string(),
  parked_by: z.nullable(z.string()),
  parked_at: z.string(),
})
export type ParkedSale = z.infer<typeof ParkedSale>

export const parkSale = endpoint({
  ...call,
  name: 'parkSale',
  method: 'POST',
  path: '/api/v1/pos/parked',
  summary: 'Sets a sale aside under a name, to go on with at any register of the branch',
  idempotent: true,
  status: 201,
  body: z.strictObject(parked),
  answer: z.object({ id: z.string() }),
})

export const listParkedSales = endpoint({
  ...call,
  name: 'listParkedSales',
  method: 'GET',
  path: '/api/v1/pos/parked',
  summary: "Lists the sales that are set aside at the branch of the caller's register, the oldest first",
  answer: z.object({ items: z.array(ParkedSale) }),
})

export const takeParkedSale = endpoint({
  ...call,
  name: 'takeParkedSale',
  method: 'POST',
  path: '/api/v1/pos/parked/{id}/take',
  summary: 'Returns a sale that was set aside, which is no longer parked: one register alone goes on with it',
  idempotent: true,
  params: z.strictObject({ id: Uuid }),
  answer: ParkedSale,
})

const percentOrAmount = ['percentage', 'amount'] as const

export const createDiscount = endpoint({
  ...call,
  name: 'createDiscount',
  method: 'POST',
  path: '/api/v1/pos/discounts',
  summary:
    "Takes something off the next sale of the caller's shift: up to the branch's percentage with `pos.discount`, otherwise with a manager's code",
  idempotent: true,
  status: 201,
  body: z.strictObject({
    kind: z.enum(percentOrAmount, 'required'),
    value: z.number(missingOr('number')),
    reason: line(3, 200),
    /** Of a manager, six digits. */
    code: z.optional(line(0, 12)),
  }),
  answer: z.object({
    id: z.string(),
    kind: z.enum(percentOrAmount),
    value: z.number(),
    reason: z.string(),
    is_approved: z.boolean(),
  }),
})

export const findCounterCustomers = endpoint({
  ...call,
  name: 'findCounterCustomers',
  in_read_only: true,
  method: 'POST',
  path: '/api/v1/pos/customers/find',
  summary:
    'Returns the accounts with this phone number, email address, booking code or order number, or of this parking pass',
  body: z.strictObject({ search: line(3, 600) }),
  answer: z.object({ items: z.array(CounterCustomer) }),
})

export const recordReceiptPrint = endpoint({
  name: 'recordReceiptPrint',
  method: 'POST',
  path: '/api/v1/pos/orders/{id}/prints',
  summary: 'Counts a print of a receipt; every one after the first is a copy',
  tag: 'desk',
  auth: 'orders.view',
  status: 200,
  idempotent: true,
  params: z.strictObject({ id: line(1, 40) }),
  answer: z.object({ prints: z.number() }),
})

export const listPayableOrders = endpoint({
  name: 'listPayableOrders',
  method: 'GET',
  path: '/api/v1/pos/orders',
  summary: "Lists the orders that are to be paid at the branch of the caller's register, those that are due first",
  tag: 'desk',
  auth: 'pos.sell',
  status: 200,
  answer: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        order_number: z.string(),
        token: z.number(),
        order_type: z.enum(orderTypes),
        status: z.enum(orderStatuses),
        customer: z.nullable(z.string()),
        items: z.string(),
        total: Money,
        promised_at: z.string(),
        timezone: z.string(),
      }),
    ),
  }),
})

export const takeOrderPayment = endpoint({
  ...call,
  name: 'takeOrderPayment',
  method: 'POST',
  path: '/api/v1/pos/orders/{id}/payment',
  summary:
    "Takes the payment of an order at the caller's register, and hands it over where it is ready to be collected",
  idempotent: true,
  params: z.strictObject({ id: line(1, 40) }),
  body: z.strictObject(payment),
  answer: Sale,
})

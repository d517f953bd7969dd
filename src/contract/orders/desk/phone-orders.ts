import * as z from 'zod/mini'
import { Email } from '#contract/accounts/auth.ts'
import { Address, addressFields } from '#contract/addresses/addresses.ts'
import { PromoText } from '#contract/bookings/bookings.ts'
import { Cart, chosenItem, SlotDays } from '#contract/cart/cart.ts'
import { FrontBranch, Slug } from '#contract/catalogue/marketplace.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Instant, line, Money, Uuid, missingOr } from '#contract/fields.ts'
import { deskScreen } from '#contract/lists/screens.ts'
import { PhoneText } from '#contract/phones.ts'
import { CountryCode, Language } from '#contract/places/places.ts'
import { PlateText } from '#contract/vehicles/vehicles.ts'
import { orderTypes } from '../order-states.ts'
import { keyHolders } from '../orders.ts'
import { OrderRecord, stockChoices } from './order-record.ts'

/** Where staff place an order for a customer. */
export const phoneOrderScreen = deskScreen({
  name: 'phone-order',
  permission: 'orders.create',
  menu: { group: 'orders', rank: 30, letter: 'h', under: 'online-orders' },
})

/** How an order on the phone is paid: through a link, or in cash when it is handed over. */
export const phonePayments = ['link', 'cash'] as const

/** A customer for whom an order is placed, with their saved addresses and vehicles. */
export const OrderCustomer = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  /** A disabled account can't order. */
  is_disabled: z.boolean(),
  addresses: z.array(Address),
  vehicles: z.array(z.object({ id: z.string(), plate: z.string(), vehicle_type_id: z.number() })),
})
export type OrderCustomer = z.infer<typeof OrderCustomer>

const call = { tag: 'desk', method: 'POST', auth: 'orders.create', status: 200 } as const

export const listOrderBranches = endpoint({
  name: 'listOrderBranches',
  method: 'GET',
  path: '/api/v1/admin/phone-orders/branches',
  summary: 'Lists the active branches for which the caller may place orders',
  tag: 'desk',
  auth: 'orders.create',
  status: 200,
  answer: z.object({ items: z.array(FrontBranch) }),
})

export const findOrderCustomers = endpoint({
  ...call,
  name: 'findOrderCustomers',
  in_read_only: true,
  path: '/api/v1/admin/phone-orders/customers/find',
  summary: 'Returns the accounts with this email address or phone number, whatever the number is typed with',
  /** A number without its country's code is one of this country. */
  body: z.strictObject({ search: line(3, 254), country_code: CountryCode }),
  answer: z.object({ items: z.array(OrderCustomer) }),
})

export const openCustomer = endpoint({
  ...call,
  name: 'openCustomer',
  stored_as: 'openOrderCustomer',
  path: '/api/v1/admin/phone-orders/customers',
  summary: 'Opens an account for a customer on the phone, or returns the one that has this email address',
  body: z.strictObject({
    email: Email,
    phone: z.optional(PhoneText),
    first_name: line(1, 80),
    last_name: z.optional(line(0, 80)),
    language: Language,
    country_code: CountryCode,
  }),
  answer: OrderCustomer,
})

export const createCustomerAddress = endpoint({
  ...call,
  name: 'createCustomerAddress',
  stored_as: 'addCustomerAddress',
  path: '/api/v1/admin/phone-orders/customers/{id}/addresses',
  summary: 'Saves a delivery address for a customer on the phone',
  params: z.strictObject({ id: Uuid }),
  idempotent: true,
  body: z.strictObject({ ...addressFields, country_code: CountryCode }),
  answer: OrderCustomer,
})

const BookingCode = line(4, 20)

export const findOrderBooking = endpoint({
  ...call,
  name: 'findOrderBooking',
  in_read_only: true,
  path: '/api/v1/admin/phone-orders/bookings/find',
  summary:
    "Returns a customer's parking booking at a car park of the branch, with the time in which the vehicle can be worked on",
  body: z.strictObject({ branch: Slug, customer_id: Uuid, booking_code: BookingCode }),
  answer: z.object({
    booking_code: z.string(),
    park_code: z.string(),
    plate: z.string(),
    vehicle_type_id: z.number(),
    starts_at: z.string(),
    ends_at: z.string(),
  }),
})

const addon = z.strictObject({
  item_id: Uuid,
  variation_id: chosenItem.variation_id,
  quantity: chosenItem.quantity,
})
const Lines = z
  .array(z.strictObject({ ...chosenItem, addons: z.optional(z.array(addon).check(z.maxLength(10, 'too_many_lines'))) }))
  .check(z.minLength(1, 'required'), z.maxLength(50, 'too_many_lines'))

const chosen = { lines: Lines, promo_code: z.optional(PromoText) }
const handover = {
  order_type: z.enum(orderTypes, 'required'),
  park: z.optional(line(2, 20)),
  address_id: z.optional(Uuid),
  /** The parking booking of the bay: the work lies within it. */
  booking_code: z.optional(BookingCode),
}
const vehicle = {
  plate: z.optional(PlateText),
  vehicle_type_id: z.optional(
    z.int(missingOr('whole_number')).check(z.minimum(1, 'too_small'), z.maximum(1_000, 'too_large')),
  ),
  key: z.optional(z.enum(keyHolders, 'required')),
  note: z.optional(line(0, 200)),
}

/** The cart as the branch sells it now, with the times at which it can be handed over. */
const Priced = z.object({ cart: Cart, slots: z.nullable(SlotDays) })

export const pricePhoneOrder = endpoint({
  ...call,
  name: 'pricePhoneOrder',
  in_read_only: true,
  path: '/api/v1/admin/phone-orders/price',
  summary: 'Prices what a customer wants and lists the free times of the week; stores nothing',
  body: z.strictObject({ branch: Slug, customer_id: z.optional(Uuid), ...chosen, ...handover }),
  answer: Priced,
})

export const placePhoneOrder = endpoint({
  ...call,
  name: 'placePhoneOrder',
  path: '/api/v1/admin/phone-orders',
  summary:
    'Holds an order for a customer on the phone for 60 minutes and sends them a link to pay it, or places one that is paid in cash',
  idempotent: true,
  body: z
    .strictObject({
      branch: Slug,
      customer_id: z.optional(Uuid),
      /** Who orders without an account; the link is sent to the number. */
      contact: z.optional(z.strictObject({ name: line(1, 80), phone: PhoneText, language: Language })),
      pay_with: z._default(z.enum(phonePayments, 'required'), 'link'),
      ...chosen,
      ...handover,
      level: z.optional(line(0, 20)),
      bay: z.optional(line(0, 20)),
      slot: Instant,
      ...vehicle,
      /** The total that staff told the customer. If it has changed since, the answer is `price_changed` with the new cart. */
      total: z.number(missingOr('number')),
    })
    .check((request) => {
      const { order_type, park, address_id, booking_code, customer_id, contact, promo_code } = request.value
      const addIssue = (field: string, key: string) =>
        request.issues.push({ code: 'custom', message: key, path: [field], input: request.value })
      if ((customer_id === undefined) === (contact === undefined)) addIssue('customer_id', 'required')
      if (contact !== undefined)
        for (const [field, value] of Object.entries({ address_id, booking_code, promo_code }))
          if (value !== undefined) addIssue(field, 'account_needed')
      if (order_type === 'delivery' && (park === undefined) === (address_id === undefined))
        addIssue('park', 'bay_or_address')
      if (order_type === 'takeaway')
        for (const [field, value] of Object.entries({ park, address_id, booking_code }))
          if (value !== undefined) addIssue(field, 'not_with_takeaway')
    }),
  answer: OrderRecord,
})

const params = z.strictObject({ id: line(1, 40) })

export const priceAddition = endpoint({
  ...call,
  name: 'priceAddition',
  in_read_only: true,
  path: '/api/v1/admin/online-orders/{id}/additions/price',
  summary: 'Prices what would be added to an order; stores nothing',
  params,
  body: z.strictObject(chosen),
  answer: Priced,
})

const Units = z.int(missingOr('whole_number')).check(z.minimum(1, 'too_small'), z.maximum(99, 'too_large'))
const lineParams = z.strictObject({ id: line(1, 40), line_id: Uuid })

export const priceSubstitute = endpoint({
  ...call,
  name: 'priceSubstitute',
  in_read_only: true,
  path: '/api/v1/admin/online-orders/{id}/lines/{line_id}/substitute/price',
  summary: 'Prices what would replace units of a line, with what these refund; stores nothing',
  params: lineParams,
  body: z.strictObject({ ...chosen, quantity: Units }),
  /** The customer pays `due` more, or gets `back`; `limit` is what the caller may refund so, if that is less. */
  answer: z.object({ cart: Cart, refund: Money, due: Money, back: Money, limit: z.nullable(Money) }),
})

export const substituteLine = endpoint({
  ...call,
  name: 'substituteLine',
  path: '/api/v1/admin/online-orders/{id}/lines/{line_id}/substitute',
  summary:
    'Replaces units of a line by a second order: at once where that costs no more, and otherwise once its customer has paid the difference through a link',
  params: lineParams,
  idempotent: true,
  body: z.strictObject({
    ...chosen,
    ...vehicle,
    quantity: Units,
    /** What becomes of the units that are replaced. */
    stock: z._default(z.enum(stockChoices, 'required'), 'return'),
    /** The order's, as it was read. */
    version: z.int(missingOr('whole_number')),
    /** What costs the substitute, as staff saw it. */
    total: z.number(missingOr('number')),
  }),
  answer: OrderRecord,
})

export const placeAddition = endpoint({
  ...call,
  name: 'placeAddition',
  stored_as: 'addToOrder',
  path: '/api/v1/admin/online-orders/{id}/additions',
  summary: 'Holds a second order that adds to one, for its customer, destination and time, and mails a link to pay it',
  params,
  idempotent: true,
  body: z.strictObject({ ...chosen, ...vehicle, total: z.number(missingOr('number')) }),
  answer: OrderRecord,
})

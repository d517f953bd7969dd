import * as z from 'zod/mini'
import { PromoText } from '#contract/bookings/bookings.ts'
import { workGroups } from '#contract/catalogue/shop-rules.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Currency, line, Money, Uuid, wholeNumber, missingOr } from '#contract/fields.ts'
import { orderTypes } from '#contract/orders/order-states.ts'
import { CountryCode } from '#contract/places/places.ts'

const Slug = line(1, 120)
const Quantity = z.int(missingOr('whole_number')).check(z.minimum(1, 'too_small'), z.maximum(99, 'too_large'))
const Note = line(0, 200)

/** Why a line cannot be ordered as it is: the price is another one, or the branch has too few of it, or none now, or no more. */
export const cartProblems = ['price_changed', 'out_of_stock', 'sold_out', 'paused', 'withdrawn', 'too_many'] as const

export const CartLine = z.object({
  id: z.string(),
  item: z.object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    picture: z.nullable(z.string()),
    /** Its name in the address. */
    category: z.string(),
    max_per_order: z.number(),
    order_types: z.array(z.enum(orderTypes)),
    needs_vehicle: z.boolean(),
    needs_key: z.boolean(),
    /** Whether it has forms or extras to choose. */
    has_choices: z.boolean(),
    is_example: z.boolean(),
  }),
  variation: z.nullable(
    z.object({ id: z.string(), code: z.string(), name: z.string(), is_vehicle_class: z.boolean() }),
  ),
  /** Their prices are null where the line is withdrawn. */
  extras: z.array(z.object({ id: z.string(), name: z.string(), price: z.nullable(Money) })),
  note: z.nullable(z.string()),
  quantity: z.number(),
  /** The line that it was added to; it goes with that one. */
  parent_id: z.nullable(z.string()),
  /** For one, with all taxes and after the best offer, as in the list; null for what is withdrawn. */
  unit: z.nullable(Money),
  /** The same without the offer; null where there is none. */
  old_unit: z.nullable(Money),
  offer: z.nullable(z.object({ slug: z.string(), name: z.string() })),
  /** What the coupon takes off this line, before taxes are split or added. */
  coupon: Money,
  /** With all taxes, after offer and coupon. */
  total: Money,
  problem: z.nullable(z.enum(cartProblems)),
  /** The price for one that the customer last saw, where it has changed. */
  seen_unit: z.nullable(Money),
  /** How many the branch has where it has too few. */
  left: z.nullable(z.number()),
  paused_until: z.nullable(z.string()),
})
export type CartLine = z.infer<typeof CartLine>

export const TaxLine = z.object({ code: z.string(), name: z.string(), percent: z.nullable(z.number()), amount: Money })
export type TaxLine = z.infer<typeof TaxLine>

/** Amounts of a cart or an order. `items` and `delivery` contain all taxes and sum to `total`. */
export const SaleAmounts = z.object({
  items: Money,
  delivery: z.nullable(Money),
  total: Money,
  /** In the terms of the branch's prices, which contain taxes or not: before offers, what offers and the coupon take off. */
  subtotal: Money,
  offers: Money,
  coupon: Money,
  delivery_charge: z.nullable(Money),
  includes_tax: z.boolean(),
  taxes: z.array(TaxLine),
})
export type SaleAmounts = z.infer<typeof SaleAmounts>

export const Cart = z.object({
  /** Sent back in the header `Cart-Token` by whoever has no account; null for an account's cart and where there is none. */
  token: z.nullable(z.string()),
  branch: z.nullable(
    z.object({
      id: z.string(),
      slug: z.string(),
      name: z.string(),
      country_code: CountryCode,
      timezone: z.string(),
      currency: Currency,
      open: z.boolean(),
      takeaway: z.boolean(),
      delivery: z.boolean(),
      is_example: z.boolean(),
    }),
  ),
  lines: z.array(CartLine),
  /** How many things are in it. */
  count: z.number(),
  amounts: z.nullable(SaleAmounts),
  coupon: z.nullable(
    z.object({
      code: z.string(),
      /** As customers read it; null where it has none or cannot be used. */
      name: z.nullable(z.string()),
      description: z.nullable(z.string()),
      picture: z.nullable(z.string()),
      /** Why it takes nothing off now, as a sentence; null while it does. */
      problem: z.nullable(z.string()),
      free_delivery: z.boolean(),
    }),
  ),
  /** For the order type that was asked for: the minimum of the branch and what is missing to it, null if it is reached. */
  minimum: z.nullable(z.object({ amount: Money, missing: z.nullable(Money) })),
  /** What an order of the type that was asked for comes to in cash, rounded to the smallest coin, and up to what total the branch takes cash for it; null where it takes none. */
  cash: z.nullable(z.object({ total: Money, limit: Money, is_offered: z.boolean() })),
  /** Where the address or car park that was asked for lies; null where nothing was asked. */
  delivery: z.nullable(z.object({ distance_m: z.nullable(z.number()), is_inside: z.boolean(), radius_m: z.number() })),
  /** What the lines need of the branch's time. */
  needs: z.array(z.object({ work_group: z.enum(workGroups), units: z.number(), duration_min: z.number() })),
  needs_vehicle: z.boolean(),
  needs_key: z.boolean(),
  /** Nothing stands in the way of an order of the type that was asked for but what the customer still enters. */
  can_order: z.boolean(),
  /** An earlier cart of the account that a visitor's cart replaced at login and that can be restored. */
  set_aside: z.nullable(z.object({ branch: z.string(), count: z.number() })),
})
export type Cart = z.infer<typeof Cart>

/** How the cart would be handed over, which says what the delivery costs. */
const handover = {
  order_type: z.optional(z.enum(orderTypes, 'required')),
  /** A car park of the branch, by its code: to the bay. */
  park: z.optional(line(2, 20)),
  /** An address of the account. */
  address_id: z.optional(Uuid),
}

const cart = { tag: 'cart', auth: 'optional', status: 200, answer: Cart } as const

export const getCart = endpoint({
  ...cart,
  name: 'getCart',
  method: 'GET',
  path: '/api/v1/cart',
  summary: 'Returns the cart of the account or of the header Cart-Token with the prices of now',
  query: z.strictObject(handover),
})

/** An item as it is chosen for a cart. */
export const chosenItem = {
  item_id: Uuid,
  variation_id: z.optional(Uuid),
  extra_ids: z.optional(z.array(Uuid).check(z.maxLength(10, 'too_many_extras'))),
  note: z.optional(Note),
  quantity: z._default(Quantity, 1),
}

export const replaceCart = endpoint({
  ...cart,
  name: 'replaceCart',
  method: 'PUT',
  path: '/api/v1/cart',
  summary: 'Replaces everything in the cart',
  body: z.strictObject({
    branch: Slug,
    lines: z.array(z.strictObject(chosenItem)).check(z.maxLength(50, 'too_many_lines')),
  }),
})

export const emptyCart = endpoint({
  name: 'emptyCart',
  method: 'DELETE',
  path: '/api/v1/cart',
  summary: 'Deletes the cart',
  tag: 'cart',
  auth: 'optional',
  status: 204,
})

export const addCartLine = endpoint({
  ...cart,
  name: 'addCartLine',
  method: 'POST',
  path: '/api/v1/cart/lines',
  summary: 'Adds an item; the same item with the same choices makes one line',
  idempotent: true,
  body: z.strictObject({
    branch: Slug,
    ...chosenItem,
    /** Items offered with it, each a line that goes with it. */
    addons: z.optional(
      z
        .array(z.strictObject({ item_id: Uuid, variation_id: z.optional(Uuid), quantity: z._default(Quantity, 1) }))
        .check(z.maxLength(10, 'too_many_lines')),
    ),
    /** Starts a new cart where there is one of another branch; without it that is `cart_other_branch`. */
    replace: z._default(z.boolean(), false),
  }),
})

const params = z.strictObject({ id: Uuid })

export const updateCartLine = endpoint({
  ...cart,
  name: 'updateCartLine',
  method: 'PATCH',
  path: '/api/v1/cart/lines/{id}',
  summary: 'Changes a line, or accepts its price of now',
  params,
  body: z.strictObject({
    quantity: z.optional(Quantity),
    note: z.optional(Note),
    variation_id: z.optional(Uuid),
    /** Instead of those that it has. */
    extra_ids: z.optional(z.array(Uuid).check(z.maxLength(10, 'too_many_extras'))),
    accepts_price: z.optional(z.literal(true)),
  }),
})

export const removeCartLine = endpoint({
  ...cart,
  name: 'removeCartLine',
  method: 'DELETE',
  path: '/api/v1/cart/lines/{id}',
  summary: 'Removes a line with what was added to it',
  params,
})

export const setCartCoupon = endpoint({
  ...cart,
  name: 'setCartCoupon',
  method: 'POST',
  path: '/api/v1/cart/coupon',
  summary: 'Puts a coupon into the cart',
  body: z.strictObject({ promo_code: PromoText }),
})

export const removeCartCoupon = endpoint({
  ...cart,
  name: 'removeCartCoupon',
  method: 'DELETE',
  path: '/api/v1/cart/coupon',
  summary: 'Takes the coupon out of the cart',
})

export const mergeCart = endpoint({
  ...cart,
  name: 'mergeCart',
  method: 'POST',
  path: '/api/v1/cart/merge',
  summary: "Gives the visitor's cart of the header Cart-Token to the account, or restores the cart that it replaced",
  auth: 'customer',
  body: z.strictObject({ restore: z._default(z.boolean(), false) }),
  answer: z.object({
    cart: Cart,
    /** Names of items of which not all fitted. */
    left_out: z.array(z.string()),
  }),
})

const Time = z.object({ starts_at: z.string(), ends_at: z.string() })

/** The free times by day, in the branch's time zone. */
export const SlotDays = z.object({
  timezone: z.string(),
  days: z.array(z.object({ day: z.string(), items: z.array(Time) })),
  next: z.nullable(Time),
})
export type SlotDays = z.infer<typeof SlotDays>

export const listCartSlots = endpoint({
  name: 'listCartSlots',
  method: 'GET',
  path: '/api/v1/cart/slots',
  summary: "Lists the times of a day at which the cart's branch can hand it over, in its time zone",
  tag: 'cart',
  auth: 'optional',
  status: 200,
  query: z.strictObject({
    order_type: z.enum(orderTypes, 'required'),
    /** Today without one. */
    day: z.optional(z.iso.date(missingOr('day'))),
    /** Only what lies within this booking of the account, until ten minutes before its end. */
    booking_code: z.optional(line(4, 20)),
    days: z._default(wholeNumber(1, 7), 1),
  }),
  answer: z.object({
    ...SlotDays.def.shape,
    /** The time in which the work must lie, of a booking. */
    within: z.nullable(Time),
  }),
})

import * as z from 'zod/mini'
import { PromoText } from '#contract/bookings/bookings.ts'
import { branchList } from '#contract/branches/desk/branches.ts'
import { discountKinds, funders } from '#contract/catalogue/desk/offers.ts'
import { PictureText } from '#contract/catalogue/desk/pictures.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Currency, Instant, line, Money, Uuid, missingOr } from '#contract/fields.ts'
import { crud } from '#contract/lists/crud.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { currencies } from '#contract/money.ts'

/** What a code counts for. */
export const promoScopes = ['parking', 'shop', 'both'] as const

/** Promo codes, by the specification's names of their fields. */
export const couponList = deskList({
  name: 'coupons',
  menu: { group: 'money', rank: 20, letter: 'd' },
  bulk: ['coupons.update'],
  permission: 'coupons.view',
  opens: { screen: 'coupons', permission: 'coupons.view' },
  creates: { path: 'coupons/new', permission: 'coupons.create' },
  namedBy: ['code'],
  columns: {
    picture: { kind: 'picture', extra: true },
    code: { kind: 'code', sortable: true },
    name: { kind: 'text', extra: true },
    discount_type: { kind: 'choice', words: 'discount_types' },
    discount: { kind: 'number', sortable: true },
    currency: { kind: 'text' },
    scope: { kind: 'choice', words: 'promo_scopes' },
    minimum_order_amount: { kind: 'money', extra: true },
    maximum_discount: { kind: 'money', extra: true },
    limit_per_user: { kind: 'number', extra: true },
    most_uses: { kind: 'number', extra: true },
    branches: { kind: 'text', extra: true },
    funded_by: { kind: 'choice', words: 'funders', extra: true },
    free_delivery: { kind: 'flag', extra: true },
    uses: { kind: 'number' },
    start_date: { kind: 'instant', sortable: true },
    end_date: { kind: 'instant', sortable: true },
    created_at: { kind: 'instant', sortable: true, extra: true },
  },
  filters: {
    discount_type: { kind: 'choice', values: [...discountKinds, 'free_delivery'], words: 'discount_types' },
    currency: { kind: 'choice', values: currencies },
    scope: { kind: 'choice', values: promoScopes, words: 'promo_scopes' },
    running: { kind: 'flag' },
    end: { kind: 'days' },
  },
  states: ['active', 'inactive'],
  sort: '-created_at',
})

/** The bookings that a coupon was used for, with the amount that it gave. */
export const couponUseList = deskList({
  name: 'coupon-uses',
  permission: 'coupons.view',
  columns: {
    coupon: { kind: 'code' },
    /** Of the booking or the order. */
    code: { kind: 'code' },
    booking_status: { kind: 'choice', words: 'booking_states' },
    order_status: { kind: 'choice', words: 'order_states' },
    customer: { kind: 'text' },
    /** The car park or the branch. */
    place: { kind: 'text', extra: true },
    used_at: { kind: 'instant', sortable: true },
    given: { kind: 'money' },
  },
  filters: { coupon: { kind: 'text' }, used: { kind: 'days' } },
  sort: '-used_at',
})

const amount = z.number().check(z.positive('positive'), z.maximum(1_000_000_000, 'too_large'))

const terms = {
  discount_type: z.enum(discountKinds, 'required'),
  /** A percentage of the parking price or of the subtotal, or an amount in `currency`; 0 only with free delivery. */
  discount: z.number().check(z.nonnegative('too_small'), z.maximum(1_000_000_000, 'too_large')),
  /** The currency of the amounts; null for a percentage without them. */
  currency: z.nullable(Currency),
  minimum_order_amount: z.nullable(amount),
  maximum_discount: z.nullable(amount),
  limit_per_user: z.nullable(
    z.int(missingOr('whole_number')).check(z.minimum(1, 'too_small'), z.maximum(10_000, 'too_large')),
  ),
  start_date: Instant,
  end_date: Instant,
  scope: z._default(z.enum(promoScopes, 'required'), 'parking'),
  /** What customers of the shop read, in both languages or in none. */
  name: z._default(z.nullable(line(2, 80)), null),
  name_fr: z._default(z.nullable(line(2, 80)), null),
  description: z._default(z.nullable(line(2, 300)), null),
  description_fr: z._default(z.nullable(line(2, 300)), null),
  picture: z._default(z.nullable(PictureText), null),
  /** None: all branches. */
  branch_ids: z._default(z.array(Uuid).check(z.maxLength(200, 'too_long')), []),
  /** How often it can be used by everybody together; null: without limit. */
  most_uses: z._default(
    z.nullable(z.int(missingOr('whole_number')).check(z.minimum(1, 'too_small'), z.maximum(1_000_000, 'too_large'))),
    null,
  ),
  funded_by: z._default(z.enum(funders, 'required'), 'us'),
  free_delivery: z._default(z.boolean(), false),
}

export const Coupon = z.object({
  ...terms,
  ...recordFields,
  branches: z.array(z.string()),
  minimum_order_amount: z.nullable(Money),
  maximum_discount: z.nullable(Money),
  /** The type of its discount; `free_delivery` where that is all it gives. */
  gives: z.enum([...discountKinds, 'free_delivery']),
  /** The discount as a percentage, or else as an amount; neither where it gives only free delivery. */
  percent: z.nullable(z.number()),
  amount: z.nullable(Money),
  code: z.string(),
  status: z.enum(['active', 'inactive']),
  /** Number of uses that count towards the limits. */
  uses: z.number(),
  /** What it gave, by currency, without bookings that were refunded in full. */
  given: z.array(Money),
  created_at: z.string(),
  version: z.number(),
})
export type Coupon = z.infer<typeof Coupon>

const params = z.strictObject({ id: Uuid })
const record = { tag: 'desk', status: 200, params, answer: Coupon } as const

const couponCalls = crud('/api/v1/admin/coupons', 'coupons', Coupon)
export const getCoupon = endpoint({
  ...couponCalls.get,
  name: 'getCoupon',
  summary: 'Returns a coupon with its uses',
})

export const createCoupon = endpoint({
  ...couponCalls.create,
  name: 'createCoupon',
  idempotent: true,
  summary: 'Creates a coupon; it is active at once',
  body: z.strictObject({ code: PromoText, ...terms }),
})

/** The code stays: people have it. */
export const updateCoupon = endpoint({
  ...couponCalls.update,
  name: 'updateCoupon',
  summary: 'Changes the terms of a coupon; quotes and bookings that used it keep theirs',
  body: z.strictObject({ ...terms, version: z.int().check(z.minimum(1)) }),
})

export const activateCoupon = endpoint({
  ...record,
  name: 'activateCoupon',
  method: 'POST',
  path: '/api/v1/admin/coupons/{id}/activate',
  summary: 'Makes a coupon active',
  auth: 'coupons.update',
})

export const deactivateCoupon = endpoint({
  ...record,
  name: 'deactivateCoupon',
  method: 'POST',
  path: '/api/v1/admin/coupons/{id}/deactivate',
  summary: 'Makes a coupon inactive, so that nobody can use it',
  auth: 'coupons.update',
})

export const deleteCoupon = endpoint({
  ...couponCalls.delete,
  name: 'deleteCoupon',
  summary: 'Deletes a coupon that nobody has used',
})

const termFields = {
  discount_type: { kind: 'choice', values: discountKinds, words: 'discount_types' },
  discount: { kind: 'number', hint: true },
  currency: { kind: 'choice', values: currencies, hint: true },
  minimum_order_amount: { kind: 'money', currency: 'currency' },
  maximum_discount: { kind: 'money', currency: 'currency' },
  limit_per_user: { kind: 'number' },
  start_date: { kind: 'instant' },
  end_date: { kind: 'instant' },
  scope: { kind: 'choice', values: promoScopes, words: 'promo_scopes' },
  most_uses: { kind: 'number', hint: true },
  name: { kind: 'text', language: 'en' },
  name_fr: { kind: 'text', language: 'fr' },
  description: { kind: 'text', language: 'en' },
  description_fr: { kind: 'text', language: 'fr' },
  picture: { kind: 'picture' },
  branch_ids: { kind: 'records', list: branchList, titles: 'branches', hint: true },
  funded_by: { kind: 'choice', values: funders, words: 'funders', hint: true },
  free_delivery: { kind: 'flag', hint: true },
} as const

/** A coupon with its uses. */
export const couponRecord = deskRecord({
  list: couponList,
  get: getCoupon,
  state: 'status',
  facts: {
    picture: { kind: 'picture' },
    code: { kind: 'code' },
    gives: { kind: 'choice', words: 'discount_types' },
    percent: { kind: 'number' },
    amount: { kind: 'money' },
    minimum_order_amount: { kind: 'money' },
    maximum_discount: { kind: 'money' },
    limit_per_user: { kind: 'number' },
    start_date: { kind: 'instant' },
    end_date: { kind: 'instant' },
    scope: { kind: 'choice', words: 'promo_scopes' },
    name: { kind: 'text' },
    name_fr: { kind: 'text' },
    description: { kind: 'text' },
    description_fr: { kind: 'text' },
    branches: { kind: 'choices' },
    funded_by: { kind: 'choice', words: 'funders' },
    free_delivery: { kind: 'flag' },
    uses: { kind: 'number' },
    most_uses: { kind: 'number' },
    given: { kind: 'money' },
    created_at: { kind: 'instant' },
  },
  create: { endpoint: createCoupon, fields: { code: { kind: 'text' }, ...termFields } },
  update: { endpoint: updateCoupon, fields: termFields },
  remove: { endpoint: deleteCoupon },
  actions: {
    deactivate: { endpoint: deactivateCoupon, undo: 'activate' },
    activate: { endpoint: activateCoupon, undo: 'deactivate' },
  },
  bulk: ['activate', 'deactivate'],
  tabs: { coupon_uses: { list: couponUseList, filter: 'coupon' } },
})

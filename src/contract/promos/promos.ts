import * as z from 'zod/mini'
import { PromoText } from '#contract/bookings/bookings.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Currency, Instant, line, pageOf, pageQuery, Uuid } from '#contract/fields.ts'

export const discountKinds = ['percentage', 'fixed'] as const

/** Amounts are in major units of `currency`, which is null for a percentage without minimum and maximum. */
const promo = {
  code: PromoText,
  kind: z.enum(discountKinds),
  /** A percentage of the parking price, or an amount. */
  value: z.number().check(z.positive('positive'), z.maximum(1_000_000_000, 'too_large')),
  currency: z.nullable(Currency),
  /** Minimum parking price. */
  minimum: z.nullable(z.number().check(z.positive('positive'), z.maximum(1_000_000_000, 'too_large'))),
  /** Maximum discount. */
  maximum: z.nullable(z.number().check(z.positive('positive'), z.maximum(1_000_000_000, 'too_large'))),
  limit_per_person: z.nullable(
    z.number().check(z.int('whole_number'), z.minimum(1, 'too_small'), z.maximum(10_000, 'too_large')),
  ),
  starts_at: Instant,
  ends_at: Instant,
  is_active: z._default(z.boolean(), true),
}

export const PromoRequest = z.strictObject(promo)
export const Promo = z.object({
  ...promo,
  id: z.string(),
  is_active: z.boolean(),
  used: z.number(),
  created_at: z.string(),
})
export type Promo = z.infer<typeof Promo>

export const createPromo = endpoint({
  name: 'createPromo',
  method: 'POST',
  path: '/api/v1/admin/promo-codes',
  summary: 'Creates a promo code',
  tag: 'admin',
  auth: 'coupons.create',
  status: 201,
  body: PromoRequest,
  answer: Promo,
})

export const listPromos = endpoint({
  name: 'listPromos',
  method: 'GET',
  path: '/api/v1/admin/promo-codes',
  summary: 'Lists promo codes, newest first',
  tag: 'admin',
  auth: 'coupons.view',
  status: 200,
  query: z.strictObject({ ...pageQuery, search: z.optional(line(1, 40)) }),
  answer: pageOf(Promo),
})

export const changePromo = endpoint({
  name: 'changePromo',
  method: 'PATCH',
  path: '/api/v1/admin/promo-codes/{id}',
  summary: 'Activates or deactivates a promo code, or changes its end',
  tag: 'admin',
  auth: 'coupons.update',
  status: 200,
  params: z.strictObject({ id: Uuid }),
  body: z.strictObject({ is_active: z.optional(z.boolean()), ends_at: z.optional(Instant) }),
  answer: Promo,
})

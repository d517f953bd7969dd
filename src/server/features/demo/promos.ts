import type { Db } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Discount } from '#server/features/promos/rules.ts'

type ExamplePromo = Omit<Discount, 'most_minor'> & {
  code: string
  scope: 'parking' | 'shop' | 'both'
  limit_per_person: number
  most_minor?: bigint
  free_delivery?: boolean
  name?: string
  name_fr?: string
}

/** Public example codes: a percentage for parking in every currency, fixed amounts in two, and coupons of the marketplace. */
const examplePromos: ExamplePromo[] = [
  {
    code: 'WELCOME20',
    scope: 'parking',
    limit_per_person: 1,
    kind: 'percentage',
    value: 20_000n,
    currency: null,
    least_minor: null,
  },
  {
    code: 'NAIRA500',
    scope: 'both',
    limit_per_person: 5,
    kind: 'fixed',
    value: 50_000n,
    currency: 'NGN',
    least_minor: 100_000n,
  },
  {
    code: 'MAPLE5',
    scope: 'both',
    limit_per_person: 5,
    kind: 'fixed',
    value: 500n,
    currency: 'CAD',
    least_minor: 1_000n,
  },
  {
    code: 'SHINE10',
    scope: 'shop',
    limit_per_person: 5,
    kind: 'percentage',
    value: 10_000n,
    currency: 'CAD',
    least_minor: null,
    most_minor: 500n,
    name: '10% off',
    name_fr: '10\u00a0% de remise',
  },
  {
    code: 'FREERIDE',
    scope: 'shop',
    limit_per_person: 5,
    kind: 'percentage',
    value: 0n,
    currency: null,
    least_minor: null,
    free_delivery: true,
    name: 'Free delivery',
    name_fr: 'Livraison offerte',
  },
]

/** Inserts the example codes that are missing; changes by staff are kept. */
export async function writeExamplePromos(db: Db, now = new Date()): Promise<void> {
  const validity = { starts_at: new Date('2026-01-01T00:00:00Z'), ends_at: new Date('2036-01-01T00:00:00Z') }
  await db
    .insertInto('promo_codes')
    .values(
      examplePromos.map(({ most_minor = null, free_delivery = false, name = null, name_fr = null, ...promo }) => ({
        ...promo,
        ...validity,
        most_minor,
        free_delivery,
        name,
        name_fr,
        id: newId(now.getTime()),
        is_active: true,
        is_example: true,
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute()
}

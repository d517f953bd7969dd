import type { Db } from '#server/database/connect.ts'
import { newId } from '#server/ids.ts'
import type { Discount } from '#server/features/promos/rules.ts'

/** What anybody may try: a share in every currency, once for each person, and an amount in two of them. */
const examples: (Discount & { code: string; limit_per_person: number })[] = [
  example('WELCOME20', 1, { kind: 'percentage', value: 20_000n, currency: null, least_minor: null }),
  example('NAIRA500', 5, { kind: 'fixed', value: 50_000n, currency: 'NGN', least_minor: 100_000n }),
  example('MAPLE5', 5, { kind: 'fixed', value: 500n, currency: 'CAD', least_minor: 1_000n }),
]

function example(code: string, limit_per_person: number, discount: Omit<Discount, 'most_minor'>) {
  return { code, limit_per_person, ...discount, most_minor: null }
}

/** The demonstration's codes, once: what staff have changed in them since stays. */
export async function writeExamplePromos(db: Db, now = new Date()): Promise<void> {
  const rest = { starts_at: new Date('2026-01-01T00:00:00Z'), ends_at: new Date('2036-01-01T00:00:00Z') }
  await db
    .insertInto('promo_codes')
    .values(
      examples.map((promo) => ({
        ...promo,
        ...rest,
        id: newId(now.getTime()),
        is_active: true,
        is_example: true,
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute()
}

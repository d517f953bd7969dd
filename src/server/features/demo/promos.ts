import type { Db } from '#server/database/connect.ts'
import { newId } from '#server/ids.ts'
import type { Discount } from '#server/features/promos/rules.ts'

/** Public example codes: a percentage for every currency, once per user, and fixed amounts in two currencies. */
const examplePromos: (Discount & { code: string; limit_per_person: number })[] = [
  makePromo('WELCOME20', 1, { kind: 'percentage', value: 20_000n, currency: null, least_minor: null }),
  makePromo('NAIRA500', 5, { kind: 'fixed', value: 50_000n, currency: 'NGN', least_minor: 100_000n }),
  makePromo('MAPLE5', 5, { kind: 'fixed', value: 500n, currency: 'CAD', least_minor: 1_000n }),
]

function makePromo(code: string, limit_per_person: number, discount: Omit<Discount, 'most_minor'>) {
  return { code, limit_per_person, ...discount, most_minor: null }
}

/** Inserts the example codes that are missing; changes by staff are kept. */
export async function writeExamplePromos(db: Db, now = new Date()): Promise<void> {
  const validity = { starts_at: new Date('2026-01-01T00:00:00Z'), ends_at: new Date('2036-01-01T00:00:00Z') }
  await db
    .insertInto('promo_codes')
    .values(
      examplePromos.map((promo) => ({
        ...promo,
        ...validity,
        id: newId(now.getTime()),
        is_active: true,
        is_example: true,
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute()
}

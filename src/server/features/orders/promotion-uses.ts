import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import { countPromoUse, releasePromoUse } from '#server/features/promos/commands.ts'
import type { UseLimits } from '#server/features/promos/rules.ts'

/**
 * Counts what an order uses of its coupon and of offers with a limit, each once, in the order of their ids. Violates
 * `promo_uses_limit`, `promo_totals_limit` or `offer_uses_limit` past a limit, also under concurrent calls.
 */
export async function countUses(
  tx: Tx,
  user_id: string,
  coupon: ({ promo_code_id: string } & UseLimits) | null,
  offers: readonly { id: string; most_uses: number | null }[],
): Promise<void> {
  if (coupon !== null) await countPromoUse(tx, { ...coupon, user_id })
  const limits = new Map(offers.flatMap(({ id, most_uses }) => (most_uses === null ? [] : [[id, most_uses] as const])))
  for (const [offer_id, most] of [...limits].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    await tx
      .insertInto('offer_uses')
      .values({ offer_id, used: 1, most })
      .onConflict((conflict) =>
        conflict.column('offer_id').doUpdateSet({ used: sql<number>`offer_uses.used + 1`, most }),
      )
      .execute()
}

/** Restores what an order used of its coupon and of offers with a limit. */
export async function releaseUses(
  tx: Tx,
  { user_id, promo_code_id }: { user_id: string | null; promo_code_id: string | null },
  lines: readonly { offer_id: string | null }[],
): Promise<void> {
  const less = { used: sql<number>`used - 1` }
  if (promo_code_id !== null) await releasePromoUse(tx, { promo_code_id, user_id })
  const offers = [...new Set(lines.flatMap(({ offer_id }) => offer_id ?? []))].toSorted()
  for (const offer_id of offers)
    await tx.updateTable('offer_uses').set(less).where('offer_id', '=', offer_id).where('used', '>', 0).execute()
}

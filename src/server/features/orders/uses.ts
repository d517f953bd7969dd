import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import { releasePromoUse } from '#server/features/promos/commands.ts'

/** Restores what an order used of its coupon and of offers with a limit (C-39). */
export async function releaseUses(
  tx: Tx,
  { user_id, promo_code_id }: { user_id: string | null; promo_code_id: string | null },
  lines: readonly { offer_id: string | null }[],
): Promise<void> {
  const less = { used: sql<number>`used - 1` }
  if (promo_code_id !== null) {
    if (user_id !== null) await releasePromoUse(tx, { promo_code_id, user_id })
    await tx
      .updateTable('promo_totals')
      .set(less)
      .where('promo_code_id', '=', promo_code_id)
      .where('used', '>', 0)
      .execute()
  }
  const offers = [...new Set(lines.flatMap(({ offer_id }) => offer_id ?? []))].toSorted()
  for (const offer_id of offers)
    await tx.updateTable('offer_uses').set(less).where('offer_id', '=', offer_id).where('used', '>', 0).execute()
}

import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import type { UseLimits } from './rules.ts'

/**
 * Counts a use by a user and, where a code has a limit for all, in all. Violates `promo_uses_limit` or
 * `promo_totals_limit` (`promo_used`) past a limit, also under concurrent calls.
 */
export async function countPromoUse(
  tx: Tx,
  use: { promo_code_id: string; user_id: string } & UseLimits,
): Promise<void> {
  const { promo_code_id, user_id, limit_per_person: most, most_uses } = use
  await tx
    .insertInto('promo_uses')
    .values({ promo_code_id, user_id, most, used: 1 })
    .onConflict((conflict) =>
      conflict.columns(['promo_code_id', 'user_id']).doUpdateSet({ used: sql<number>`promo_uses.used + 1`, most }),
    )
    .execute()
  if (most_uses === null) return
  // A limit may be newer than the first uses.
  await sql`
    insert into promo_totals as t (promo_code_id, used, most)
    select ${promo_code_id}::uuid, sum(used)::integer, ${most_uses}::integer from promo_uses
    where promo_code_id = ${promo_code_id}
    on conflict (promo_code_id) do update set used = t.used + 1, most = excluded.most`.execute(tx)
}

/** Takes back one use; of a sale without an account only the one in all. */
export async function releasePromoUse(
  tx: Tx,
  { promo_code_id, user_id }: { promo_code_id: string; user_id: string | null },
): Promise<void> {
  const less = { used: sql<number>`used - 1` }
  if (user_id !== null)
    await tx
      .updateTable('promo_uses')
      .set(less)
      .where('promo_code_id', '=', promo_code_id)
      .where('user_id', '=', user_id)
      .where('used', '>', 0)
      .execute()
  await tx
    .updateTable('promo_totals')
    .set(less)
    .where('promo_code_id', '=', promo_code_id)
    .where('used', '>', 0)
    .execute()
}

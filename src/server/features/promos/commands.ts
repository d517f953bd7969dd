import { sql } from 'kysely'
import type { ParsedBody } from '#contract/endpoint.ts'
import { toMinor } from '#contract/money.ts'
import type { changePromo, createPromo, Promo } from '#contract/promos/promos.ts'
import type { NothingLeft, RequestedColumns } from '#server/database/columns.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { PromoCodesTable } from '#server/database/tables.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { getPromo, requireFreeCode } from './queries.ts'
import { validatePromo, toThousandths, type UseLimits } from './rules.ts'

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

/** Terms of the shop, which codes for parking leave at their defaults. */
export type ShopTerms =
  | 'scope'
  | 'name'
  | 'name_fr'
  | 'description'
  | 'description_fr'
  | 'picture'
  | 'funded_by'
  | 'free_delivery'
  | 'most_uses'

/** Creates a promo code. Throws `promo_exists`, and 422 for an invalid code. */
export async function insertPromo(
  tx: Tx,
  request: ParsedBody<typeof createPromo>,
  now: Date,
): Promise<{ answer: Promo; changes: AuditedChange[] }> {
  const { code, kind, value, currency, minimum, maximum, limit_per_person, starts_at, ends_at, is_active, ...rest } =
    request
  rest satisfies NothingLeft
  const dates = { starts_at: new Date(starts_at), ends_at: new Date(ends_at) }
  const problems = validatePromo({ ...request, ...dates })
  if (problems.length > 0) throw new AppError('validation_failed', {}, problems)
  const minor = (amount: number | null) => (amount === null ? null : toMinor(amount, currency!)!)
  const id = newId(now.getTime())
  const columns: RequestedColumns<PromoCodesTable, 'id' | 'is_example' | 'created_at' | 'version' | ShopTerms> = {
    code,
    kind,
    value: kind === 'percentage' ? toThousandths(value)! : minor(value)!,
    currency,
    least_minor: minor(minimum),
    most_minor: minor(maximum),
    limit_per_person,
    ...dates,
    is_active,
  }
  await requireFreeCode(tx, code)
  await tx
    .insertInto('promo_codes')
    .values({ ...columns, id, created_at: now })
    .execute()
  return { answer: await getPromo(tx, id), changes: [{ kind: 'coupon', id, after: request }] }
}

/** Changes a promo code. Throws `promo_not_found`, and 422 for an end that is not after the start. */
export async function updatePromo(
  tx: Tx,
  id: string,
  change: ParsedBody<typeof changePromo>,
): Promise<{ answer: Promo; changes: AuditedChange[] }> {
  const promo = await getPromo(tx, id)
  const ends_at = new Date(change.ends_at ?? promo.ends_at)
  if (ends_at <= new Date(promo.starts_at)) throw fieldError('ends_at', 'dates_order')
  await tx
    .updateTable('promo_codes')
    .set((row) => ({ ends_at, is_active: change.is_active ?? promo.is_active, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  const answer = await getPromo(tx, id)
  const stateOf = (one: Promo) => ({ code: one.code, ends_at: one.ends_at, is_active: one.is_active })
  return { answer, changes: [{ kind: 'coupon', id, before: stateOf(promo), after: stateOf(answer) }] }
}

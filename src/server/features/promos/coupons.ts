import { sql } from 'kysely'
import type { Coupon, createCoupon as createContract, updateCoupon as updateContract } from '#contract/desk/coupons.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import { toMajor, toMinor, type Currency } from '#contract/money.ts'
import type { NothingLeft, RequestedColumns } from '#server/database/columns.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { PromoCodesTable } from '#server/database/tables.ts'
import { AppError } from '#server/errors.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { requireVersion } from '#server/features/access/versions.ts'
import { newId } from '#server/ids.ts'
import type { ShopTerms } from './commands.ts'
import { getPromo } from './queries.ts'
import { toThousandths, validatePromo } from './rules.ts'

/* Coupons of the desk: promo codes by the specification's names of their fields. */

type CouponChange = { answer: Coupon; changes: AuditedChange[] }
type Terms = Omit<ParsedBody<typeof createContract>, 'code'>

/** The specification's names of the fields, by those of promo codes. */
const fieldNames: Readonly<Record<string, string>> = {
  value: 'discount',
  minimum: 'minimum_order_amount',
  maximum: 'maximum_discount',
  ends_at: 'end_date',
}

/** Returns a coupon. Throws `promo_not_found`. */
export async function getCoupon(db: Db | Tx, id: string): Promise<Coupon> {
  const promo = await getPromo(db, id)
  const { currency } = promo
  const money = (amount: number | null) => (amount === null || currency === null ? null : { amount, currency })
  const { version } = await db
    .selectFrom('promo_codes')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    id,
    title: promo.code,
    code: promo.code,
    status: promo.is_active ? 'active' : 'inactive',
    discount_type: promo.kind,
    discount: promo.value,
    percent: promo.kind === 'percentage' ? promo.value : null,
    amount: promo.kind === 'fixed' ? money(promo.value) : null,
    currency: promo.currency,
    minimum_order_amount: money(promo.minimum),
    maximum_discount: money(promo.maximum),
    limit_per_user: promo.limit_per_person,
    start_date: promo.starts_at,
    end_date: promo.ends_at,
    uses: promo.used,
    given: await findGiven(db, id),
    created_at: promo.created_at,
    version,
    actions: ['update', promo.is_active ? 'deactivate' : 'activate', ...((await isUsed(db, id)) ? [] : ['remove'])],
  }
}

/** What a coupon gave, by currency. A full refund takes its discount back. */
async function findGiven(db: Db | Tx, id: string): Promise<Coupon['given']> {
  const { rows } = await sql<{ currency: Currency; given_minor: bigint }>`
    select b.currency, sum(-(l->>'amount_minor')::bigint)::bigint as given_minor
    from bookings b cross join lateral jsonb_array_elements(b.lines) l
    where b.promo_code_id = ${id} and l->>'code' = 'discount' and b.status not in ('pending', 'expired')
      and b.refund_status <> 'full'
    group by b.currency order by b.currency`.execute(db)
  return rows.map(({ currency, given_minor }) => ({ amount: toMajor(given_minor, currency), currency }))
}

async function isUsed(db: Db | Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ is_used: boolean }>`
    select exists (select from bookings where promo_code_id = ${id}) or exists (select from quotes where promo_code_id = ${id})
      or exists (select from promo_uses where promo_code_id = ${id}) as is_used`.execute(db)
  return rows[0]!.is_used
}

type TermColumns = Omit<
  RequestedColumns<PromoCodesTable, 'id' | 'is_example' | 'created_at' | 'version' | ShopTerms>,
  'code' | 'is_active'
>

/** Converts the terms to columns. Throws 422 for those that contradict each other. */
function toColumns(terms: Terms): TermColumns {
  const { discount_type: kind, discount: value, currency, limit_per_user, ...others } = terms
  const { minimum_order_amount: minimum, maximum_discount: maximum, start_date, end_date, ...rest } = others
  rest satisfies NothingLeft
  const dates = { starts_at: new Date(start_date), ends_at: new Date(end_date) }
  const problems = validatePromo({ kind, value, currency, minimum, maximum, ...dates })
  if (problems.length > 0) {
    const named = problems.map(({ field, key }) => ({ field: fieldNames[field] ?? field, key }))
    throw new AppError('validation_failed', {}, named)
  }
  const minor = (amount: number | null) => (amount === null ? null : toMinor(amount, currency!)!)
  return {
    kind,
    value: kind === 'percentage' ? toThousandths(value)! : minor(value)!,
    currency,
    least_minor: minor(minimum),
    most_minor: minor(maximum),
    limit_per_person: limit_per_user,
    ...dates,
  }
}

const describe = ({ code, status, discount_type, discount, currency, ...coupon }: Coupon) => ({
  code,
  status,
  discount_type,
  discount,
  currency,
  minimum_order_amount: coupon.minimum_order_amount,
  maximum_discount: coupon.maximum_discount,
  limit_per_user: coupon.limit_per_user,
  start_date: coupon.start_date,
  end_date: coupon.end_date,
})

/** Creates a coupon. Throws `promo_exists`, and 422 for terms that contradict each other. */
export async function insertCoupon(
  tx: Tx,
  { code, ...terms }: ParsedBody<typeof createContract>,
  now: Date,
): Promise<CouponChange> {
  const id = newId(now.getTime())
  await tx
    .insertInto('promo_codes')
    .values({ ...toColumns(terms), id, code, is_active: true, created_at: now })
    .execute()
  const answer = await getCoupon(tx, id)
  return { answer, changes: [{ kind: 'coupon', id, after: describe(answer) }] }
}

/** Changes a coupon's terms. Throws `promo_not_found`, `changed_meanwhile`, and 422 like `insertCoupon`. */
export async function changeCoupon(
  tx: Tx,
  id: string,
  { version, ...terms }: ParsedBody<typeof updateContract>,
): Promise<CouponChange> {
  const before = await lockCoupon(tx, id)
  await requireVersion(tx, { kind: 'coupon', id, version: before.version }, version)
  return storeCoupon(tx, before, toColumns(terms))
}

/** Makes a coupon active or inactive; does nothing if it already is. Throws `promo_not_found`. */
export async function switchCoupon(tx: Tx, id: string, is_active: boolean): Promise<CouponChange> {
  const before = await lockCoupon(tx, id)
  if ((before.status === 'active') === is_active) return { answer: before, changes: [] }
  return storeCoupon(tx, before, { is_active })
}

/** Deletes a coupon. Throws `promo_not_found`, `changed_meanwhile`, and `in_use` once somebody has used it. */
export async function deleteCoupon(
  tx: Tx,
  id: string,
  version: number,
): Promise<{ answer: undefined; changes: AuditedChange[] }> {
  const before = await lockCoupon(tx, id)
  await requireVersion(tx, { kind: 'coupon', id, version: before.version }, version)
  if (await isUsed(tx, id)) throw new AppError('in_use', { count: Math.max(before.uses, 1) })
  await tx.deleteFrom('promo_codes').where('id', '=', id).execute()
  return { answer: undefined, changes: [{ kind: 'coupon', id, before: describe(before) }] }
}

async function lockCoupon(tx: Tx, id: string): Promise<Coupon> {
  await tx.selectFrom('promo_codes').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  return getCoupon(tx, id)
}

async function storeCoupon(
  tx: Tx,
  before: Coupon,
  columns: TermColumns | { is_active: boolean },
): Promise<CouponChange> {
  const { id } = before
  await tx
    .updateTable('promo_codes')
    .set({ ...columns, version: before.version + 1 })
    .where('id', '=', id)
    .execute()
  const answer = await getCoupon(tx, id)
  return { answer, changes: [{ kind: 'coupon', id, before: describe(before), after: describe(answer) }] }
}

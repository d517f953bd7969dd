import { sql } from 'kysely'
import type { Coupon, createCoupon as createContract, updateCoupon as updateContract } from '#contract/desk/coupons.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import { toMajor, toMinor, type Currency } from '#contract/money.ts'
import type { NothingLeft, RequestedColumns } from '#server/database/columns.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { PromoCodesTable } from '#server/database/tables.ts'
import { AppError, fieldError } from '#server/errors.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { requireVersion } from '#server/features/access/versions.ts'
import { newId } from '#server/ids.ts'
import { requirePicture } from '#server/stored-pictures.ts'
import { getPromo, requireFreeCode } from './queries.ts'
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
  const { version, ...shop } = await findShopTerms(db, id)
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
    ...shop,
    start_date: promo.starts_at,
    end_date: promo.ends_at,
    uses: promo.used,
    given: await findGiven(db, id),
    created_at: promo.created_at,
    version,
    actions: ['update', promo.is_active ? 'deactivate' : 'activate', ...((await isUsed(db, id)) ? [] : ['remove'])],
  }
}

type ShopTermsOf = Pick<
  Coupon,
  | 'scope'
  | 'name'
  | 'name_fr'
  | 'description'
  | 'description_fr'
  | 'picture'
  | 'branch_ids'
  | 'branches'
  | 'most_uses'
  | 'funded_by'
  | 'free_delivery'
  | 'version'
>

async function findShopTerms(db: Db | Tx, id: string): Promise<ShopTermsOf> {
  const { rows } = await sql<ShopTermsOf>`
    select p.scope, p.name, p.name_fr, p.description, p.description_fr, p.picture, p.most_uses, p.funded_by, p.free_delivery, p.version,
      array(select b.id::text from promo_branches pb join branches b on b.id = pb.branch_id where pb.promo_code_id = p.id order by b.name, b.id) as branch_ids,
      array(select b.name from promo_branches pb join branches b on b.id = pb.branch_id where pb.promo_code_id = p.id order by b.name, b.id) as branches
    from promo_codes p where p.id = ${id}`.execute(db)
  return rows[0]!
}

/** What a coupon gave, by currency. A full refund takes its discount back. */
async function findGiven(db: Db | Tx, id: string): Promise<Coupon['given']> {
  const { rows } = await sql<{ currency: Currency; given_minor: bigint }>`
    select g.currency, sum(g.given_minor)::bigint as given_minor from (
      select b.currency, -(l->>'amount_minor')::bigint as given_minor
      from bookings b cross join lateral jsonb_array_elements(b.lines) l
      where b.promo_code_id = ${id} and l->>'code' = 'discount' and b.status not in ('pending', 'expired')
        and b.refund_status <> 'full'
      union all select o.currency, o.coupon_minor from orders o
      where o.promo_code_id = ${id} and o.payment_status = 'paid' and o.refund_status <> 'full' and o.coupon_minor > 0) g
    group by g.currency order by g.currency`.execute(db)
  return rows.map(({ currency, given_minor }) => ({ amount: toMajor(given_minor, currency), currency }))
}

async function isUsed(db: Db | Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ is_used: boolean }>`
    select exists (select from bookings where promo_code_id = ${id}) or exists (select from quotes where promo_code_id = ${id})
      or exists (select from orders where promo_code_id = ${id})
      or exists (select from promo_uses where promo_code_id = ${id}) as is_used`.execute(db)
  return rows[0]!.is_used
}

type TermColumns = Omit<
  RequestedColumns<PromoCodesTable, 'id' | 'is_example' | 'created_at' | 'version'>,
  'code' | 'is_active'
>

/** Converts the terms to columns. Throws 422 for those that contradict each other. */
function toColumns(terms: Terms): TermColumns {
  const { discount_type: kind, discount: value, currency, limit_per_user, ...others } = terms
  const { minimum_order_amount: minimum, maximum_discount: maximum, start_date, end_date, ...shop } = others
  const { scope, name, name_fr, description, description_fr, branch_ids, most_uses, funded_by, ...last } = shop
  const { free_delivery, picture, ...rest } = last
  rest satisfies NothingLeft
  if (value === 0 && !free_delivery) throw fieldError('discount', 'positive')
  if (scope === 'parking' && (free_delivery || branch_ids.length > 0))
    throw fieldError(free_delivery ? 'free_delivery' : 'branch_ids', 'not_for_parking')
  for (const [field, own, other] of [
    ['name', name, name_fr],
    ['name_fr', name_fr, name],
    ['description', description, description_fr],
    ['description_fr', description_fr, description],
  ] as const)
    if (own === null && other !== null) throw fieldError(field, 'required')
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
    scope,
    name,
    name_fr,
    description,
    description_fr,
    picture,
    most_uses,
    funded_by,
    free_delivery,
  }
}

/** Sets the branches where a coupon counts. Throws 422 for one that does not exist or is named twice. */
async function setBranches(tx: Tx, promo_code_id: string, branch_ids: readonly string[]): Promise<void> {
  if (new Set(branch_ids).size < branch_ids.length) throw fieldError('branch_ids', 'twice')
  const ids = [...branch_ids]
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from branches where id = any(${ids}::uuid[])`.execute(tx)
  if (rows[0]!.count < ids.length) throw fieldError('branch_ids', 'invalid')
  await tx.deleteFrom('promo_branches').where('promo_code_id', '=', promo_code_id).execute()
  await sql`insert into promo_branches (promo_code_id, branch_id) select ${promo_code_id}::uuid, unnest(${ids}::uuid[])`.execute(
    tx,
  )
}

/** The count of all uses begins again with a new limit, from those of each person. Throws 422 for one below them. */
async function setLimit(tx: Tx, { id, uses, most_uses: before }: Coupon, most_uses: number | null): Promise<void> {
  if (most_uses === before) return
  if (most_uses !== null && most_uses < uses) throw fieldError('most_uses', 'uses_above', { used: uses })
  await tx.deleteFrom('promo_totals').where('promo_code_id', '=', id).execute()
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
  scope: coupon.scope,
  most_uses: coupon.most_uses,
  funded_by: coupon.funded_by,
  free_delivery: coupon.free_delivery,
  branches: coupon.branches,
  picture: coupon.picture,
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
  await requirePicture(tx, 'picture', terms.picture)
  await requireFreeCode(tx, code)
  await tx
    .insertInto('promo_codes')
    .values({ ...toColumns(terms), id, code, is_active: true, created_at: now })
    .execute()
  await setBranches(tx, id, terms.branch_ids)
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
  const columns = toColumns(terms)
  if (terms.picture !== before.picture) await requirePicture(tx, 'picture', terms.picture)
  await setLimit(tx, before, terms.most_uses)
  await setBranches(tx, id, terms.branch_ids)
  return storeCoupon(tx, before, columns)
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

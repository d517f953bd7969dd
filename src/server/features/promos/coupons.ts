import { sql, type RawBuilder } from 'kysely'
import type { ParsedBody } from '#contract/endpoint.ts'
import { toMajor, toMinor, type Currency } from '#contract/money.ts'
import type { Coupon, createCoupon as createContract, updateCoupon as updateContract } from '#contract/promos/desk.ts'
import type { NothingLeft, RequestedColumns } from '#server/database/columns.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { PromoCodesTable } from '#server/database/tables.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { withinBranches, withinSomeBranch } from '#server/features/access/scope-condition.ts'
import { includesBranch, includesDiscount } from '#server/features/access/scopes.ts'
import { requireVersion } from '#server/features/access/versions.ts'
import { type Scope } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { requirePicture } from '#server/output/stored-pictures.ts'
import { getPromo, requireFreeCode } from './queries.ts'
import { toThousandths, validatePromo } from './rules.ts'

/* Coupons of the desk: promo codes by the specification's names of their fields. */

interface CouponChange {
  answer: Coupon
  changes: AuditedChange[]
}
type Terms = Omit<ParsedBody<typeof createContract>, 'code'>

/** The specification's names of the fields, by those of promo codes. */
const fieldNames: Readonly<Record<string, string>> = {
  value: 'discount',
  minimum: 'minimum_order_amount',
  maximum: 'maximum_discount',
  ends_at: 'end_date',
}

/** The branches where a coupon `c` counts: those of one for parking alone are none. */
export const couponBranches = sql`select pb.branch_id as id from promo_branches pb where pb.promo_code_id = c.id
  union all select ab.id from branches ab
  where c.scope <> 'parking' and not exists (select from promo_branches nb where nb.promo_code_id = c.id)`

/** How often a coupon `c` was used: in all, or in orders of the branches in scope. */
export const couponUses = (scope: Scope): RawBuilder<number> =>
  scope.everywhere
    ? sql<number>`(select coalesce(sum(u.used), 0)::float8 from promo_uses u where u.promo_code_id = c.id)`
    : sql<number>`(select count(*)::int from orders s where s.promo_code_id = c.id
        and s.status not in ('canceled', 'rejected') and ${withinBranches(sql.ref('s.branch_id'), scope)})`

/** Returns a coupon. Throws `promo_not_found`, also for one that counts at no branch in scope. */
export async function getCoupon(db: Db | Tx, scope: Scope, id: string): Promise<Coupon> {
  const { rows: found } = await sql<{ uses: number }>`
    select ${couponUses(scope)} as uses from promo_codes c
    where c.id = ${id}::uuid and ${withinSomeBranch(couponBranches, scope)}`.execute(db)
  if (found[0] === undefined) throw new AppError('promo_not_found')
  const promo = await getPromo(db, id)
  const { currency } = promo
  const money = (amount: number | null) => (amount === null || currency === null ? null : { amount, currency })
  const { version, ...shop } = await findShopTerms(db, id)
  const may = includesDiscount(scope, shop)
  const shown = shop.branch_ids.map((id) => includesBranch(scope, id))
  const givesDelivery = shop.free_delivery && promo.value === 0
  return {
    id,
    title: promo.code,
    code: promo.code,
    status: promo.is_active ? 'active' : 'inactive',
    discount_type: promo.kind,
    discount: promo.value,
    gives: givesDelivery ? 'free_delivery' : promo.kind,
    percent: promo.kind === 'percentage' && !givesDelivery ? promo.value : null,
    amount: promo.kind === 'fixed' && !givesDelivery ? money(promo.value) : null,
    currency: promo.currency,
    minimum_order_amount: money(promo.minimum),
    maximum_discount: money(promo.maximum),
    limit_per_user: promo.limit_per_person,
    ...shop,
    // A coupon of several branches names those of the reader.
    branch_ids: shop.branch_ids.filter((_id, n) => shown[n]),
    branches: shop.branches.filter((_name, n) => shown[n]),
    start_date: promo.starts_at,
    end_date: promo.ends_at,
    uses: found[0].uses,
    given: await findGiven(db, scope, id),
    created_at: promo.created_at,
    version,
    actions: may
      ? ['update', promo.is_active ? 'deactivate' : 'activate', ...((await isUsed(db, id)) ? [] : ['remove'])]
      : [],
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

/** What a coupon gave, by currency, at the branches in scope. A full refund takes its discount back. */
async function findGiven(db: Db | Tx, scope: Scope, id: string): Promise<Coupon['given']> {
  const { rows } = await sql<{ currency: Currency; given_minor: bigint }>`
    select g.currency, sum(g.given_minor)::bigint as given_minor from (
      select b.currency, -(l->>'amount_minor')::bigint as given_minor
      from bookings b cross join lateral jsonb_array_elements(b.lines) l
      where ${scope.everywhere} and b.promo_code_id = ${id} and l->>'code' = 'discount' and b.status not in ('pending', 'expired')
        and b.refund_status <> 'full'
      union all select o.currency, o.coupon_minor from orders o
      where o.promo_code_id = ${id} and o.payment_status = 'paid' and o.refund_status <> 'full' and o.coupon_minor > 0
        and ${withinBranches(sql.ref('o.branch_id'), scope)}) g
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

/** Throws 422: people of branches give coupons for the shop that their branches alone have and pay for. */
function requireOwn(scope: Scope, terms: Pick<Terms, 'funded_by' | 'branch_ids' | 'scope'>): void {
  if (!includesDiscount(scope, terms))
    throw fieldError(terms.funded_by === 'us' ? 'funded_by' : 'branch_ids', 'own_branches')
  if (!scope.everywhere && terms.scope !== 'shop') throw fieldError('scope', 'own_branches')
}

/** Creates a coupon. Throws `promo_exists`, and 422 for terms that contradict each other or that the caller may not give. */
export async function createCoupon(
  tx: Tx,
  scope: Scope,
  { code, ...terms }: ParsedBody<typeof createContract>,
  now: Date,
): Promise<CouponChange> {
  requireOwn(scope, terms)
  const id = newId(now.getTime())
  await requirePicture(tx, 'picture', terms.picture)
  await requireFreeCode(tx, code)
  await tx
    .insertInto('promo_codes')
    .values({ ...toColumns(terms), id, code, is_active: true, created_at: now })
    .execute()
  await setBranches(tx, id, terms.branch_ids)
  const answer = await getCoupon(tx, scope, id)
  return { answer, changes: [{ kind: 'coupon', id, branch_id: branchOf(answer), after: describe(answer) }] }
}

/** The branch in whose log a change stands: that of a coupon of one branch. */
const branchOf = ({ branch_ids }: Coupon): string | null => (branch_ids.length === 1 ? branch_ids[0]! : null)

/** Changes a coupon's terms. Throws `promo_not_found`, `forbidden`, `changed_meanwhile`, and 422 like `createCoupon`. */
export async function updateCoupon(
  tx: Tx,
  scope: Scope,
  id: string,
  { version, ...terms }: ParsedBody<typeof updateContract>,
): Promise<CouponChange> {
  const before = await lockCoupon(tx, scope, id)
  await requireVersion(tx, { kind: 'coupon', id, version: before.version }, version)
  requireOwn(scope, terms)
  const columns = toColumns(terms)
  if (terms.picture !== before.picture) await requirePicture(tx, 'picture', terms.picture)
  await setLimit(tx, before, terms.most_uses)
  await setBranches(tx, id, terms.branch_ids)
  return storeCoupon(tx, scope, before, columns)
}

/** Makes a coupon active or inactive; does nothing if it already is. Throws `promo_not_found`, `forbidden`. */
export async function switchCoupon(tx: Tx, scope: Scope, id: string, is_active: boolean): Promise<CouponChange> {
  const before = await lockCoupon(tx, scope, id)
  if ((before.status === 'active') === is_active) return { answer: before, changes: [] }
  return storeCoupon(tx, scope, before, { is_active })
}

/** Deletes a coupon. Throws `promo_not_found`, `forbidden`, `changed_meanwhile`, and `in_use` once somebody has used it. */
export async function deleteCoupon(
  tx: Tx,
  scope: Scope,
  id: string,
  version: number,
): Promise<{ answer: undefined; changes: AuditedChange[] }> {
  const before = await lockCoupon(tx, scope, id)
  await requireVersion(tx, { kind: 'coupon', id, version: before.version }, version)
  if (await isUsed(tx, id)) throw new AppError('in_use', { count: Math.max(before.uses, 1) })
  await tx.deleteFrom('promo_codes').where('id', '=', id).execute()
  return { answer: undefined, changes: [{ kind: 'coupon', id, branch_id: branchOf(before), before: describe(before) }] }
}

/** Reads a coupon for a change; others who change it wait. Throws `forbidden` for one that the caller may read alone. */
async function lockCoupon(tx: Tx, scope: Scope, id: string): Promise<Coupon> {
  await tx.selectFrom('promo_codes').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  const coupon = await getCoupon(tx, scope, id)
  if (!coupon.actions.includes('update')) throw new AppError('forbidden')
  return coupon
}

async function storeCoupon(
  tx: Tx,
  scope: Scope,
  before: Coupon,
  columns: TermColumns | { is_active: boolean },
): Promise<CouponChange> {
  const { id } = before
  await tx
    .updateTable('promo_codes')
    .set({ ...columns, version: before.version + 1 })
    .where('id', '=', id)
    .execute()
  const answer = await getCoupon(tx, scope, id)
  const change = { kind: 'coupon', id, branch_id: branchOf(answer), before: describe(before), after: describe(answer) }
  return { answer, changes: [change] }
}

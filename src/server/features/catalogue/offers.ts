import { sql, type RawBuilder } from 'kysely'
import type {
  createOffer as createContract,
  Offer,
  updateOffer as updateContract,
} from '#contract/catalogue/desk/offers.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import { parseAmount } from '#server/amounts.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { withinBranches, withinSomeBranch } from '#server/features/access/scope-condition.ts'
import { includesBranch, includesDiscount } from '#server/features/access/scopes.ts'
import {
  deleteRecord,
  insertRecord,
  lockRecord,
  storeRecord,
  type VersionedRecord,
} from '#server/features/access/versioned-records.ts'
import { toMoney } from '#server/features/branches/records.ts'
import { everyScope, type Scope } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { requirePicture } from '#server/output/stored-pictures.ts'

type Terms = Omit<ParsedBody<typeof createContract>, 'slug'>

/** The branches where an offer counts. */
export const offerBranches = sql`select ob.branch_id as id from offer_branches ob where ob.offer_id = o.id
  union all select ab.id from branches ab where not exists (select from offer_branches nb where nb.offer_id = o.id)`

/** How often an offer was used: at the branches in scope. */
export const offerUses = (scope: Scope): RawBuilder<number> =>
  scope.everywhere
    ? sql<number>`coalesce((select used from offer_uses u where u.offer_id = o.id), 0)`
    : sql<number>`(select count(distinct s.id)::int from order_lines l join orders s on s.id = l.order_id
        where l.offer_id = o.id and s.status not in ('canceled', 'rejected') and ${withinBranches(sql.ref('s.branch_id'), scope)})`

type Row = Omit<
  Offer,
  'title' | 'actions' | 'percent' | 'amount' | 'discount' | 'start_date' | 'end_date' | 'created_at'
> & {
  value: bigint
  starts_at: Date
  ends_at: Date
  created_at: Date
  is_used: boolean
}

/** Returns an offer for staff, with items in one language. Throws `not_found`, also for one that counts at no branch of the scope. */
export async function getOffer(db: Db | Tx, scope: Scope, id: string, isFrench = false): Promise<Offer> {
  const { rows } = await sql<Row>`
    select o.id, o.slug, o.name, o.name_fr, o.discount_type, o.value, o.currency, o.picture, o.starts_at, o.ends_at, o.most_uses,
      o.funded_by, o.status, o.is_example, o.version, o.created_at,
      array(select i.id::text from offer_items oi join items i on i.id = oi.item_id where oi.offer_id = o.id order by i.name, i.id) as item_ids,
      array(select coalesce(${isFrench ? sql`i.name_fr` : sql`i.name`}, i.name, i.name_fr, i.slug) from offer_items oi join items i on i.id = oi.item_id
        where oi.offer_id = o.id order by i.name, i.id) as items,
      array(select b.id::text from offer_branches ob join branches b on b.id = ob.branch_id where ob.offer_id = o.id order by b.name, b.id) as branch_ids,
      array(select b.name from offer_branches ob join branches b on b.id = ob.branch_id where ob.offer_id = o.id order by b.name, b.id) as branches,
      ${offerUses(scope)} as uses,
      exists (select from order_lines l where l.offer_id = o.id) as is_used
    from offers o where o.id = ${id}::uuid and ${withinSomeBranch(offerBranches, scope)}`.execute(db)
  if (rows[0] === undefined) throw new AppError('not_found')
  const { value, starts_at, ends_at, created_at, is_used, ...row } = rows[0]
  const isPercentage = row.discount_type === 'percentage'
  const may = includesDiscount(scope, row)
  const shown = row.branch_ids.map((id) => includesBranch(scope, id))
  return {
    ...row,
    // An offer of several branches names those of the reader.
    branch_ids: row.branch_ids.filter((_id, n) => shown[n]),
    branches: row.branches.filter((_name, n) => shown[n]),
    title: row.name,
    percent: isPercentage ? Number(value) / 1_000 : null,
    amount: isPercentage ? null : toMoney(value, row.currency!),
    discount: isPercentage ? Number(value) / 1_000 : toMajor(value, row.currency!),
    start_date: starts_at.toISOString(),
    end_date: ends_at.toISOString(),
    created_at: created_at.toISOString(),
    actions: may ? ['update', row.status === 'active' ? 'deactivate' : 'activate', ...(is_used ? [] : ['remove'])] : [],
  }
}

function requireOwn(scope: Scope, terms: Pick<Terms, 'funded_by' | 'branch_ids'>): void {
  if (!includesDiscount(scope, terms))
    throw fieldError(terms.funded_by === 'us' ? 'funded_by' : 'branch_ids', 'own_branches')
}

/** As `offers.get`, for a change: throws `forbidden` for an offer that the caller may read alone. */
async function lockOwn(tx: Tx, scope: Scope, id: string, version?: number): Promise<Offer> {
  const before = await lockRecord(tx, offers, scope, id, version)
  if (!before.actions.includes('update')) throw new AppError('forbidden')
  return before
}

const offers: VersionedRecord<Offer> = { kind: 'offer', table: 'offers', get: getOffer }

/** Converts terms to columns. Throws 422 for those that contradict each other. */
async function toColumns(tx: Tx, terms: Terms, picture: string | null) {
  const { discount_type, discount, currency, start_date, end_date, ...rest } = terms
  const [starts_at, ends_at] = [new Date(start_date), new Date(end_date)]
  if (ends_at <= starts_at) throw fieldError('end_date', 'end_after_start')
  if (discount_type === 'percentage' && discount > 100) throw fieldError('discount', 'discount_percent')
  if (discount_type === 'percentage' && Math.round(discount * 1_000) / 1_000 !== discount)
    throw fieldError('discount', 'fraction_percent')
  if (discount_type === 'fixed' && currency === null) throw fieldError('currency', 'currency_needed')
  if (rest.picture !== picture) await requirePicture(tx, 'picture', rest.picture)
  const { name, name_fr, most_uses, funded_by } = rest
  return {
    name,
    name_fr,
    most_uses,
    funded_by,
    picture: rest.picture,
    discount_type,
    currency: discount_type === 'fixed' ? currency : null,
    value:
      discount_type === 'percentage'
        ? BigInt(Math.round(discount * 1_000))
        : parseAmount('discount', discount, currency as Currency),
    starts_at,
    ends_at,
  }
}

/** Sets the items and branches. Throws 422 for one that does not exist or is named twice. */
async function setParts(tx: Tx, offer_id: string, { item_ids, branch_ids }: Terms): Promise<void> {
  for (const [table, column, ids, field] of [
    ['items', 'item_id', item_ids, 'item_ids'],
    ['branches', 'branch_id', branch_ids, 'branch_ids'],
  ] as const) {
    if (new Set(ids).size < ids.length) throw fieldError(field, 'twice')
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} where id = any(${[...ids]}::uuid[])`.execute(tx)
    if (rows[0]!.count < ids.length) throw fieldError(field, 'invalid')
    const parts = sql.table(column === 'item_id' ? 'offer_items' : 'offer_branches')
    await sql`delete from ${parts} where offer_id = ${offer_id}`.execute(tx)
    await sql`insert into ${parts} (offer_id, ${sql.ref(column)}) select ${offer_id}::uuid, unnest(${[...ids]}::uuid[])`.execute(
      tx,
    )
  }
}

/** Keeps the counter of uses with the limit. Throws 422 for a limit below what was used. */
async function setLimit(tx: Tx, offer_id: string, most_uses: number | null): Promise<void> {
  const row = await tx
    .selectFrom('offer_uses')
    .select('used')
    .where('offer_id', '=', offer_id)
    .forUpdate()
    .executeTakeFirst()
  const used = row?.used ?? 0
  if (most_uses !== null && most_uses < used) throw fieldError('most_uses', 'uses_above', { used })
  const most = most_uses ?? 2_147_483_647
  if (row !== undefined) await tx.updateTable('offer_uses').set({ most }).where('offer_id', '=', offer_id).execute()
}

/** Creates an offer. Throws 422, also for what only people for all branches may do. */
export async function createOffer(
  tx: Tx,
  scope: Scope,
  { slug, ...terms }: ParsedBody<typeof createContract>,
  now: Date,
) {
  requireOwn(scope, terms)
  const taken = await tx.selectFrom('offers').select('id').where('slug', '=', slug).executeTakeFirst()
  if (taken !== undefined) throw fieldError('slug', 'code_taken')
  const columns = { id: newId(now.getTime()), slug, ...(await toColumns(tx, terms, null)), created_at: now }
  // Its branches decide who may read it, and they refer to it.
  await insertRecord(tx, offers, everyScope, columns)
  await setParts(tx, columns.id, terms)
  const answer = await getOffer(tx, scope, columns.id)
  const { actions: _actions, title: _title, version: _version, ...after } = answer
  return { answer, changes: [{ kind: 'offer', id: columns.id, after }] }
}

/** Changes an offer. Throws `not_found`, `forbidden`, `changed_meanwhile`, and 422 as `createOffer`. */
export async function updateOffer(
  tx: Tx,
  scope: Scope,
  id: string,
  { version, ...terms }: ParsedBody<typeof updateContract>,
) {
  const before = await lockOwn(tx, scope, id, version)
  requireOwn(scope, terms)
  const columns = await toColumns(tx, terms, before.picture)
  await setParts(tx, id, terms)
  await setLimit(tx, id, terms.most_uses)
  return storeRecord(tx, offers, scope, before, columns)
}

/** Makes an offer active or inactive. Throws `not_found`, `forbidden`. */
export async function switchOffer(tx: Tx, scope: Scope, id: string, status: Offer['status']) {
  const before = await lockOwn(tx, scope, id)
  if (before.status === status) return { answer: before, changes: [] }
  return storeRecord(tx, offers, scope, before, { status })
}

/** Deletes an offer. Throws `not_found`, `forbidden`, `changed_meanwhile`, and `in_use` once an order has had it. */
export async function deleteOffer(tx: Tx, scope: Scope, id: string, version: number) {
  const before = await lockOwn(tx, scope, id, version)
  if (!before.actions.includes('remove')) throw new AppError('in_use', { count: 1 })
  return deleteRecord(tx, offers, before)
}

import { sql } from 'kysely'
import type {
  Branch,
  createBranch as createContract,
  updateBranch as updateContract,
} from '#contract/branches/desk/branches.ts'
import { normalizeCode } from '#contract/codes.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import { distanceUnitOf } from '#contract/formats.ts'
import { countryIds } from '#contract/geography.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import type { CountryCode } from '#contract/places/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newCode, newId } from '#server/database/ids.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { withinBranches } from '#server/features/access/scope-condition.ts'
import {
  deleteRecord,
  insertRecord,
  lockRecord,
  storeRecord,
  type VersionedRecord,
} from '#server/features/access/versioned-records.ts'
import { requireOpeningHours } from '#server/features/parks/opening-hours.ts'
import { normalizeText } from '#server/features/places/normalize-text.ts'
import { everyScope, type Scope } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { toStoredPhone } from '#server/phones.ts'
import { findUnknownTaxes } from './tax-rates.ts'

interface BranchChange {
  answer: Branch
  changes: AuditedChange[]
}
type Facts = Omit<ParsedBody<typeof createContract>, 'country_code'>

/** The currency of each country, and whether its prices contain their taxes. */
export const pricesOf: Record<CountryCode, { currency: Currency; includes_tax: boolean }> = {
  NG: { currency: 'NGN', includes_tax: true },
  CA: { currency: 'CAD', includes_tax: false },
  SN: { currency: 'XOF', includes_tax: true },
  US: { currency: 'USD', includes_tax: false },
}

export const toMoney = (amount_minor: bigint, currency: Currency) => ({
  amount: toMajor(amount_minor, currency),
  currency,
})

/** What a branch still needs before customers may see it: a need is in the list while nothing of it is set. */
const missingNeeds = sql<Branch['missing']>`(
  select array_remove(array[
    case when not (s.takeaway_on or s.delivery_on) then 'order_types' end,
    case when not exists (select from time_slots t where t.branch_id = b.id and t.capacity > 0 and t.work_group <> 'delivery'
      and case t.order_type when 'takeaway' then s.takeaway_on when 'delivery' then s.delivery_on else true end) then 'slots' end,
    case when s.delivery_on and not exists (
      select from time_slots t where t.branch_id = b.id and t.capacity > 0 and t.work_group = 'delivery') then 'delivery' end,
    case when not exists (
      select from prices p left join item_variations v on v.id = p.variation_id and v.status = 'active'
        join items i on i.id = coalesce(p.item_id, v.item_id) and i.status = 'active'
      where p.currency = b.currency and (p.branch_id is null or p.branch_id = b.id)) then 'prices' end,
    case when not exists (
      select from role_assignments a join role_permissions r on r.role_id = a.role_id and r.permission = 'orders.update'
      where a.branch_id = b.id or a.country_id = b.country_id) then 'staff' end
  ], null) from branch_setup s where s.branch_id = b.id)`

/** Returns a branch for staff. Throws `branch_not_found`, also for one outside the scope. */
export async function getBranch(db: Db | Tx, scope: Scope, id: string): Promise<Branch> {
  const row = await db
    .selectFrom('branches as b')
    .innerJoin('countries as c', 'c.id', 'b.country_id')
    .leftJoin('states as s', 's.id', 'b.state_id')
    .select(['b.id', 'b.slug', 'b.name', 'c.code as country_code', 's.name as state', 'b.city', 'b.address'])
    .select(['b.lat', 'b.lng', 'b.timezone', 'b.phone', 'b.opening_hours', 'b.status', 'b.currency', 'b.includes_tax'])
    .select(['b.distance_unit', 'b.is_example', 'b.created_at', 'b.version'])
    .select(sql<number>`(select count(*)::int from branch_parks where branch_id = b.id)`.as('parks'))
    .select(missingNeeds.as('missing'))
    .where('b.id', '=', id)
    .where(withinBranches(sql.ref('b.id'), scope))
    .executeTakeFirst()
  if (row === undefined) throw new AppError('branch_not_found')
  const isActive = row.status === 'active'
  return {
    ...row,
    title: row.name,
    country_code: row.country_code as CountryCode,
    timezone: row.timezone as Branch['timezone'],
    distance_unit: row.distance_unit as Branch['distance_unit'],
    status: isActive ? 'active' : 'inactive',
    created_at: row.created_at.toISOString(),
    actions: [
      'update',
      isActive ? 'deactivate' : 'activate',
      ...(mayAddParks(scope, row.country_code) ? ['add_park'] : []),
      ...(row.parks > 0 ? ['remove_park'] : []),
      'add_slots',
      'copy_slots',
      'add_charge',
      'add_closure',
      ...(isActive ? [] : ['remove']),
    ],
  }
}

/** Who serves a car park sees its bookings, so that people of a branch do not choose which it serves. */
const mayAddParks = ({ everywhere, country_ids }: Scope, country_code: string): boolean =>
  everywhere || country_ids.includes(countryIds[country_code as CountryCode])

const branches: VersionedRecord<Branch> = {
  kind: 'branch',
  table: 'branches',
  get: getBranch,
  branchOf: ({ id }) => id,
}

/** Reads a branch and keeps others from changing it, or what belongs to it, until the transaction ends. */
export const lockBranch = (tx: Tx, scope: Scope, id: string): Promise<Branch> => lockRecord(tx, branches, scope, id)

/** Converts facts to columns. Throws 422 for a state of another country, and hours or a phone number that cannot be read. */
async function toColumns(
  tx: Tx,
  country_code: CountryCode,
  { state, opening_hours, ...facts }: Facts,
  stored: string | null = null,
) {
  const found = state === null ? undefined : await findState(tx, country_code, state)
  const hours = { timezone: facts.timezone, country_code, state_name: found?.name ?? null }
  const phone = toStoredPhone(facts.phone, { countries: [country_code], kept: stored })
  return { ...facts, phone, opening_hours: requireOpeningHours(opening_hours, hours), state_id: found?.id ?? null }
}

/** Returns a state of a country by its code or its name, in either language. Throws 422. */
export async function findState(
  tx: Tx,
  country_code: CountryCode,
  text: string,
): Promise<{ id: number; name: string }> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from states where country_id = ${countryIds[country_code]}
      and (lower(${text}) in (lower(name), lower(name_fr), lower(code), lower(split_part(code, '-', 2))))`.execute(tx)
  if (rows[0] === undefined) throw fieldError('state', 'state_unknown')
  return rows[0]
}

/** Creates an inactive branch with the usual setup. Throws 422 for facts that contradict each other. */
export async function createBranch(
  tx: Tx,
  { country_code, ...facts }: ParsedBody<typeof createContract>,
  now: Date,
): Promise<BranchChange> {
  const id = newId(now.getTime())
  const base = normalizeText(facts.name).replaceAll(' ', '-') || 'branch'
  const taken = await tx.selectFrom('branches').select('id').where('slug', '=', base).executeTakeFirst()
  const slug = taken === undefined ? base : `${base}-${newCode(4).toLowerCase()}`
  const columns = await toColumns(tx, country_code, facts)
  const units = { ...pricesOf[country_code], distance_unit: distanceUnitOf(country_code) }
  const place = { id, slug, country_id: countryIds[country_code], ...units }
  const { changes } = await insertRecord(tx, branches, everyScope, { ...columns, ...place, created_at: now })
  await tx.insertInto('branch_setup').values({ branch_id: id }).execute()
  return { answer: await getBranch(tx, everyScope, id), changes }
}

/** Changes the facts of a branch. Throws `branch_not_found`, `changed_meanwhile`, `tax_unknown`, and 422 as `createBranch`. */
export async function updateBranch(
  tx: Tx,
  scope: Scope,
  id: string,
  { version, ...facts }: ParsedBody<typeof updateContract>,
  now: Date,
): Promise<BranchChange> {
  const before = await lockRecord(tx, branches, scope, id, version)
  const columns = await toColumns(tx, before.country_code, facts, before.phone)
  const changed = await storeRecord(tx, branches, scope, before, columns)
  if (before.status === 'active') await requireTaxes(tx, id, now)
  return changed
}

async function requireTaxes(tx: Tx, id: string, now: Date): Promise<void> {
  const [unknown] = await findUnknownTaxes(tx, id, now)
  if (unknown !== undefined) throw new AppError('tax_unknown', { class: unknown })
}

/** Makes a branch active or inactive; does nothing if it already is. Throws `tax_unknown` and `branch_not_ready`. */
export async function switchBranch(
  tx: Tx,
  scope: Scope,
  id: string,
  status: Branch['status'],
  now: Date,
): Promise<BranchChange> {
  const before = await lockRecord(tx, branches, scope, id)
  if (before.status === status) return { answer: before, changes: [] }
  if (status === 'active') {
    await requireTaxes(tx, id, now)
    if (before.missing.length > 0) throw new AppError('branch_not_ready', {}, [], { missing: before.missing })
  }
  return storeRecord(tx, branches, scope, before, { status })
}

/** Deletes an inactive branch. Throws `in_use` while somebody has a role at it, or for one that is active. */
export async function deleteBranch(tx: Tx, scope: Scope, id: string, version: number) {
  const before = await lockRecord(tx, branches, scope, id, version)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from role_assignments where branch_id = ${id}`.execute(tx)
  const count = rows[0]!.count
  if (before.status === 'active' || count > 0) throw new AppError('in_use', { count: Math.max(1, count) })
  const moved = sql`select from stock_movements m join stock_levels l on l.id = m.stock_level_id where l.branch_id = ${id}`
  const { rows: used } = await sql<{ is_used: boolean }>`
    select exists (${moved}) or exists (select from slot_days where branch_id = ${id}) as is_used`.execute(tx)
  if (used[0]!.is_used) throw new AppError('in_use', { count: 1 })
  return deleteRecord(tx, branches, before)
}

/** Adds a car park to those that a branch serves, or takes it away. Throws 422 for one that does not exist in its country. */
export async function servePark(
  tx: Tx,
  scope: Scope,
  id: string,
  { park_code }: { park_code: string },
  isServed: boolean,
): Promise<BranchChange> {
  const branch = await lockBranch(tx, scope, id)
  if (isServed && !mayAddParks(scope, branch.country_code)) throw new AppError('forbidden')
  const park = await tx
    .selectFrom('parks')
    .select(['id', 'park_code'])
    .where('park_code', '=', normalizeCode(park_code))
    .where('country_id', '=', countryIds[branch.country_code])
    .executeTakeFirst()
  if (park === undefined) throw fieldError('park_code', 'park_unknown')
  if (isServed)
    await tx
      .insertInto('branch_parks')
      .values({ branch_id: id, park_id: park.id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else await tx.deleteFrom('branch_parks').where('branch_id', '=', id).where('park_id', '=', park.id).execute()
  const entry = { [isServed ? 'after' : 'before']: { park: park.park_code } }
  return { answer: await getBranch(tx, scope, id), changes: [{ kind: 'branch', id, branch_id: id, ...entry }] }
}

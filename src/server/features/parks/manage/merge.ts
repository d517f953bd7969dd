import { sql } from 'kysely'
import { normalizeCode } from '#contract/codes.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import type { mergePark as endpoint, ParkRecord } from '#contract/parks/desk/park-record.ts'
import type { Tx } from '#server/database/connect.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import type { Scope } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { isBookable, isListed } from '../offers.ts'
import { getParkRecord } from './facts.ts'
import { changeManagedPark } from './managed-park.ts'
import { waitForImport, writeFields, writeSearchText } from './overrides.ts'

/** One of two records of a car park. */
export interface Side {
  id: string
  park_code: string
  source: string
  source_id: string
  country_id: number
  timezone: string
  partner_id: string | null
  is_listed: boolean
  pools: number
  is_selling: boolean
  /** Bookings that are not over. */
  open: number
}

/**
 * Merges a car park into another record of it, which stays: bookings, reviews, reports, photos, guards, facts that were set,
 * and addresses move there, and spaces with their rates where only the merged one sells. The next import takes the merged
 * record's row for another source of the one that stays. Throws `not_found`, `changed_meanwhile`, `merge_sells`,
 * `merge_bookings`, `merge_partners`, and 422 for a code or a name that is wrong.
 */
export async function mergePark(
  tx: Tx,
  scope: Scope,
  id: string,
  { into, confirm, version }: ParsedBody<typeof endpoint>,
  now: Date,
): Promise<{ answer: ParkRecord; changes: AuditedChange[]; from: Side; to: Side }> {
  if (!scope.everywhere) throw new AppError('forbidden')
  await waitForImport(tx)
  const target = await findTarget(tx, id, into)
  // In one order, for two mergers of the same two.
  await sql`select from parks where id in (${id}, ${target}) order by id for no key update`.execute(tx)
  const merged = await changeManagedPark(tx, scope, id, version)
  const staying = await changeManagedPark(tx, scope, target, undefined)
  if (confirm !== merged.name) throw fieldError('confirm', 'type_name')
  // Sales in progress are waited for; those that begin now wait, and follow the spaces.
  await sql`select from pools where park_id in (${id}, ${target}) order by id for update`.execute(tx)
  const [from, to] = [await readSide(tx, id), await readSide(tx, target)]
  requireMergeable(from, to)
  const movesSpaces = from.pools > 0 && to.pools === 0
  if (movesSpaces) await moveSpaces(tx, from, to)
  await moveRecords(tx, from, to)
  await moveOverrides(tx, from, to, movesSpaces ? ownFacts : [...ownFacts, ...termsOfSale])
  await hideMerged(tx, from, to, now)
  return {
    from,
    to,
    answer: await getParkRecord(tx, scope, id, now),
    changes: [
      { kind: 'park', id, partner_id: merged.partner_id, before: from, after: { merged_into: to.park_code } },
      { kind: 'park', id: target, partner_id: staying.partner_id, before: to, after: { merged: from.park_code } },
    ],
  }
}

async function findTarget(tx: Tx, id: string, code: string): Promise<string> {
  const { rows } = await sql<{
    id: string
  }>`select p.id from parks p where p.park_code = ${normalizeCode(code)} and ${isListed}`.execute(tx)
  const target = rows[0]?.id
  if (target === undefined) throw fieldError('into', 'park_unknown')
  if (target === id) throw fieldError('into', 'merge_itself')
  return target
}

async function readSide(tx: Tx, id: string): Promise<Side> {
  const { rows } = await sql<Side>`
    select p.id, p.park_code, p.source, p.source_id, p.country_id, p.timezone, p.partner_id, ${isListed} as is_listed,
      (select count(*)::int from pools o where o.park_id = p.id) as pools,
      ${isBookable} as is_selling,
      (select count(*)::int from bookings b join pools o on o.id = b.pool_id
        where o.park_id = p.id and b.status in ('pending', 'active', 'checked_in', 'overstayed')) as open
    from parks p where p.id = ${id}`.execute(tx)
  return rows[0]!
}

function requireMergeable(from: Side, to: Side): void {
  if (!from.is_listed) throw new AppError('not_found')
  if (from.country_id !== to.country_id || from.timezone !== to.timezone) throw fieldError('into', 'merge_zone')
  // Their spaces would be sold twice, or bookings would have none: somebody has to say how many there are.
  if (from.is_selling && to.pools > 0) throw new AppError('merge_sells')
  if (from.open > 0 && to.pools > 0) throw new AppError('merge_bookings')
  // What is owed for past bookings is owed to the operator who had them.
  if (from.partner_id !== null && to.partner_id !== null && from.partner_id !== to.partner_id)
    throw new AppError('merge_partners')
}

/** Spaces, closures, rates and quotes. The rates of the one that sells are newer than those of the one that does not. */
async function moveSpaces(tx: Tx, { id: from, partner_id }: Side, { id: to }: Side): Promise<void> {
  await sql`update tariffs t set park_id = ${to}, version = t.version + coalesce((
    select max(o.version) from tariffs o where o.park_id = ${to} and o.vehicle_type_id = t.vehicle_type_id), 0)
    where t.park_id = ${from}`.execute(tx)
  await sql`delete from planned_tariffs where park_id = ${to}`.execute(tx)
  for (const table of ['planned_tariffs', 'quotes', 'pool_closures', 'pools'])
    await sql`update ${sql.ref(table)} set park_id = ${to} where park_id = ${from}`.execute(tx)
  await sql`update parks t set partner_id = coalesce(t.partner_id, ${partner_id}::uuid), confirm_by = coalesce(f.confirm_by, t.confirm_by),
      confirm_reminded_days = f.confirm_reminded_days, lapsed_at = case when f.confirm_by is null then t.lapsed_at else f.lapsed_at end
    from parks f where t.id = ${to} and f.id = ${from}`.execute(tx)
}

/** What has no limit of one for each car park. */
const moved = [
  'reviews',
  'park_mistakes',
  'park_chargers',
  'park_listings',
  'park_sources',
  'park_handles',
  'gate_cameras',
  'gate_reads',
  'guard_scans',
]
/** What has an order, behind what the one that stays has. */
const ordered = ['park_photos', 'park_entrances']

async function moveRecords(tx: Tx, { id: from }: Side, { id: to }: Side): Promise<void> {
  // After the spaces, so that sales that were waited for are seen.
  await sql`update bookings set park_id = ${to} where park_id = ${from}`.execute(tx)
  for (const table of moved) await sql`update ${sql.ref(table)} set park_id = ${to} where park_id = ${from}`.execute(tx)
  for (const table of ordered)
    await sql`update ${sql.ref(table)} set park_id = ${to}, position = position + 1 + coalesce((
      select max(position) from ${sql.ref(table)} where park_id = ${to}), 0) where park_id = ${from}`.execute(tx)
  await sql`update role_assignments a set park_id = ${to} where a.park_id = ${from} and not exists (
    select from role_assignments o where o.park_id = ${to} and o.user_id = a.user_id and o.role_id = a.role_id)`.execute(
    tx,
  )
  await sql`delete from role_assignments where park_id = ${from}`.execute(tx)
  await sql`update park_claims c set park_id = ${to} where c.park_id = ${from} and not (c.state = 'open' and exists (
    select from park_claims o where o.park_id = ${to} and o.user_id = c.user_id and o.state = 'open'))`.execute(tx)
  await sql`insert into favourite_parks (user_id, park_id, created_at)
    select user_id, ${to}, created_at from favourite_parks where park_id = ${from} on conflict do nothing`.execute(tx)
  await sql`delete from favourite_parks where park_id = ${from}`.execute(tx)
  // Its page is found by its id too.
  await sql`insert into park_handles (handle, park_id) values (${from}, ${to})`.execute(tx)
}

/** What identifies the one that stays is its own. */
const ownFacts = ['name', 'address', 'lat', 'lng']
/** These belong to the spaces. */
const termsOfSale = ['is_on_sale', 'check_in', 'cancellation']

async function moveOverrides(tx: Tx, { id: from }: Side, { id: to }: Side, retained: readonly string[]): Promise<void> {
  await sql`insert into park_overrides (park_id, field, value, imported, changed_at)
    select ${to}, o.field, o.value, to_jsonb(p) -> o.field, o.changed_at from park_overrides o, parks p
    where o.park_id = ${from} and p.id = ${to} and o.field <> all(${[...retained]}::text[])
    on conflict do nothing`.execute(tx)
  await sql`delete from park_overrides where park_id = ${from}`.execute(tx)
  await writeFields(tx, sql`value`, to)
  await writeSearchText(tx, to)
}

/** Hides the merged record. Its row of the source belongs to the one that stays from now on, as those that imports merge. */
async function hideMerged(tx: Tx, from: Side, to: Side, now: Date): Promise<void> {
  const key = (side: Side) => `${side.source}:${side.source_id}`
  await sql`insert into park_sources (source, source_id, park_id, amenities, observed_at, imported_at, fingerprint)
    select source, source_id, ${to.id}, array_remove(amenities, 'open_24h'), observed_at, imported_at, fingerprint
    from parks where id = ${from.id}`.execute(tx)
  await sql`update parks set possible_duplicate_of = ${key(to)} where possible_duplicate_of = ${key(from)}`.execute(tx)
  await sql`update parks set source_id = ${`${from.source_id}#merged-${now.getTime()}`}, possible_duplicate_of = ${key(to)}
    where id = ${from.id}`.execute(tx)
}

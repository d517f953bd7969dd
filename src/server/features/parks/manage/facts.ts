import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { ParsedBody } from '#contract/endpoint.ts'
import {
  overridableFields,
  type ParkRecord,
  type restoreParkFacts as restoreContract,
  type updatePark as updateContract,
} from '#contract/parks/desk/park-record.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import type { Scope } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { findClosure, parkClosures, toClosedTimes, type ParkClosure } from '../closures.ts'
import { isBookable, isListed } from '../offers.ts'
import { requireOpeningHours } from '../opening-hours.ts'
import { changeManagedPark, getManagedPark } from './managed-park.ts'
import { waitForImport, writeFields, writeSearchText } from './overrides.ts'
import { missingNeeds, missingRecommendations } from './park-needs.ts'

interface FactsChange {
  answer: ParkRecord
  changes: AuditedChange[]
}
type Facts = Record<string, unknown>

const yesNo = (value: boolean | null): 'yes' | 'no' | null => (value === null ? null : value ? 'yes' : 'no')
const yesNoFields = new Set(['step_free', 'lift'])
/** What is stored for a field's value in the record. */
const toStored = (field: string, value: unknown): unknown =>
  yesNoFields.has(field) && value !== null ? value === 'yes' : value
const toShown = (field: string, value: unknown): unknown =>
  yesNoFields.has(field) ? yesNo(value as boolean | null) : value

/** Returns a park with its overrides. Throws `not_found`. */
export async function getParkRecord(db: Db | Tx, scope: Scope, id: string, now: Date): Promise<ParkRecord> {
  const { name: title } = await getManagedPark(db, scope, id)
  const { rows } = await sql<{
    park: Facts & {
      imported_at: string
      confirm_by: string | null
      lapsed_at: string | null
      step_free: boolean | null
      lift: boolean | null
      closures: ParkClosure[]
    }
  }>`
    select to_jsonb(d) as park from (
      select p.id, p.version, ${sql.join(overridableFields.map((field) => sql`p.${sql.ref(field)}`))}, p.park_code, p.slug, p.city,
        c.code as country, p.timezone, (select s.title from sources s where s.code = p.source) as source, o.name as partner, p.examples, p.imported_at,
        case when not ${isListed} then 'merged' when ${isBookable} then 'bookable' else 'listed' end as status,
        p.confirm_by, p.lapsed_at, ${missingNeeds} as missing, ${missingRecommendations} as recommended, m.park_code as merged_into, m.id as merged_into_id, ${parkClosures} as closures
      from parks p join countries c on c.id = p.country_id left join partners o on o.id = p.partner_id
        left join parks m on m.source || ':' || m.source_id = p.possible_duplicate_of and m.id <> p.id
      where p.id = ${id}
    ) d`.execute(db)
  const overrides = await db
    .selectFrom('park_overrides')
    .select(['field', 'value', 'imported', 'changed_at'])
    .where('park_id', '=', id)
    .orderBy('field')
    .execute()
  const { closures, ...park } = rows[0]!.park
  const closure = findClosure(closures, undefined, now)
  return {
    ...park,
    title,
    actions: findActions(park, scope),
    confirm_by: toInstant(park.confirm_by),
    lapsed_at: toInstant(park.lapsed_at),
    step_free: yesNo(park.step_free),
    lift: yesNo(park.lift),
    imported_at: new Date(park.imported_at).toISOString(),
    closed_until: closure === undefined ? null : toClosedTimes(closure).ends_at,
    overrides: overrides.map(({ field, value, imported, changed_at }) => ({
      field,
      value: toShown(field, value),
      imported: toShown(field, imported),
      changed_at: changed_at.toISOString(),
    })),
  } as ParkRecord
}

const toInstant = (at: string | null): string | null => (at === null ? null : new Date(at).toISOString())

function findActions({ status, confirm_by }: Facts & { confirm_by: string | null }, scope: Scope): string[] {
  if (status === 'merged') return []
  return ['update', ...(confirm_by === null ? [] : ['confirm']), ...(scope.everywhere ? ['merge'] : [])]
}

/**
 * Sets facts of a park. One that is as imported is no longer set. Throws `not_found`, `changed_meanwhile`, `park_not_ready` for
 * one that would open to customers without what it needs, and 422 for opening hours that cannot be read.
 */
export async function updatePark(
  tx: Tx,
  scope: Scope,
  id: string,
  { version, ...facts }: ParsedBody<typeof updateContract>,
  now: Date,
): Promise<FactsChange> {
  await waitForImport(tx)
  const { partner_id } = await changeManagedPark(tx, scope, id, version)
  const before = await getParkRecord(tx, scope, id, now)
  const { opening_hours: hours } = facts
  // Imported hours may be kept as their source has them.
  if (hours !== undefined && hours !== null && hours !== before.opening_hours)
    facts.opening_hours = await checkHours(tx, id, hours)
  const imported = new Map(before.overrides.map((override) => [override.field, override.imported]))
  for (const [field, value] of Object.entries(facts)) {
    const current = (before as Facts)[field]
    if (value === undefined || isDeepStrictEqual(value, current)) continue
    const original = imported.has(field) ? imported.get(field) : current
    const row = { value: JSON.stringify(toStored(field, value)), changed_at: now }
    await tx
      .insertInto('park_overrides')
      .values({ park_id: id, field, imported: JSON.stringify(toStored(field, original)), ...row })
      .onConflict((conflict) => conflict.columns(['park_id', 'field']).doUpdateSet(row))
      .execute()
  }
  await writeFields(tx, sql`value`, id)
  await sql`delete from park_overrides where park_id = ${id} and value = imported`.execute(tx)
  return toChange(tx, scope, before, partner_id, now)
}

/** Takes the imported values of facts again. Throws `not_found`, `changed_meanwhile` and `park_not_ready`. */
export async function restoreFacts(
  tx: Tx,
  scope: Scope,
  id: string,
  { fields, version }: ParsedBody<typeof restoreContract>,
  now: Date,
): Promise<FactsChange> {
  await waitForImport(tx)
  const { partner_id } = await changeManagedPark(tx, scope, id, version)
  const before = await getParkRecord(tx, scope, id, now)
  await sql`update park_overrides set value = imported where park_id = ${id} and field = any(${fields}::text[])`.execute(
    tx,
  )
  await writeFields(tx, sql`value`, id)
  await sql`delete from park_overrides where park_id = ${id} and field = any(${fields}::text[])`.execute(tx)
  return toChange(tx, scope, before, partner_id, now)
}

async function toChange(
  tx: Tx,
  scope: Scope,
  before: ParkRecord,
  partner_id: string | null,
  now: Date,
): Promise<FactsChange> {
  await writeSearchText(tx, before.id)
  const answer = await getParkRecord(tx, scope, before.id, now)
  if (partner_id !== null && answer.is_on_sale && !before.is_on_sale && answer.missing.length > 0)
    throw new AppError('park_not_ready', {}, [], { missing: answer.missing })
  const changed = overridableFields.filter((field) => !isDeepStrictEqual(before[field], answer[field]))
  const pick = (record: ParkRecord) => Object.fromEntries(changed.map((field) => [field, record[field]]))
  return {
    answer,
    changes:
      changed.length === 0
        ? []
        : [{ kind: 'park', id: before.id, partner_id, before: pick(before), after: pick(answer) }],
  }
}

async function checkHours(tx: Tx, id: string, opening_hours: string): Promise<string> {
  const { rows } = await sql<{ timezone: string; country_code: string; state_name: string | null }>`
    select p.timezone, c.code as country_code, s.name as state_name
    from parks p join countries c on c.id = p.country_id left join states s on s.id = p.state_id where p.id = ${id}`.execute(
    tx,
  )
  const [park] = rows
  if (park === undefined) throw new AppError('not_found')
  return requireOpeningHours(opening_hours, park)
}

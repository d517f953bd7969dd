import { sql } from 'kysely'
import type { ParsedBody } from '#contract/endpoint.ts'
import type { ParkTariffs, saveTariff as endpoint } from '#contract/parks/desk/tariffs.ts'
import { day_ms } from '#contract/time.ts'
import { workThrough, type Queue } from '#server/claim.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { getZoneDays } from '#server/features/pricing/tariff-days.ts'
import { deskSource } from '#server/features/pricing/tariff-queries.ts'
import { parseTariff } from '#server/features/pricing/tariff-request.ts'
import { toStoredTerms } from '#server/features/pricing/tariff-terms.ts'
import type { TariffTerms } from '#server/features/pricing/tariff.ts'
import type { Scope } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { whenDue, type Due } from '#server/jobs.ts'
import { changeManagedPark, type ManagedPark } from './managed-park.ts'
import { getTariffs } from './tariff-queries.ts'

interface TariffChange {
  answer: ParkTariffs
  changes: AuditedChange[]
}

/** How far ahead a version can be planned. */
const longest_days = 400

/**
 * Saves a tariff for bookings that are made from a day on: today as a new version, later as a planned one, which replaces the
 * one planned for that day. Throws `not_found`, `changed_meanwhile`, and 422 naming what is wrong.
 */
export async function saveTariff(
  tx: Tx,
  scope: Scope,
  id: string,
  { vehicle_type_ids, tariff, from, version }: ParsedBody<typeof endpoint>,
  now: Date,
): Promise<TariffChange> {
  const park = await changeManagedPark(tx, scope, id, version)
  const terms = parseTariff(tariff, park.currency)
  const starts_at = toStart(from, park.timezone, now)
  const type_ids = [...new Set(vehicle_type_ids)]
  const known = await tx.selectFrom('vehicle_types').select(['id', 'name']).where('id', 'in', type_ids).execute()
  const names = known.map(({ name }) => name)
  if (known.length < type_ids.length) throw fieldError('vehicle_type_ids', 'vehicle_type')
  const before = await getTariffs(tx, scope, id, type_ids[0]!, now)
  for (const vehicle_type_id of type_ids) {
    const row = { park_id: id, vehicle_type_id, currency: park.currency, ...toColumns(terms) }
    if (starts_at <= now) await insertVersion(tx, row, now)
    else await planVersion(tx, { ...row, starts_at }, now)
  }
  await clearExample(tx, id)
  return {
    answer: await getTariffs(tx, scope, id, type_ids[0]!, now),
    changes: [
      toChange(park, {
        before: before.versions[0] && { ...before.versions[0].tariff, currency: park.currency },
        after: { ...tariff, currency: park.currency, vehicle_types: names, from },
      }),
    ],
  }
}

/** Drops a planned version. Throws `not_found`. */
export async function deletePlannedTariff(
  tx: Tx,
  scope: Scope,
  { id, tariff_id }: { id: string; tariff_id: string },
  now: Date,
): Promise<TariffChange> {
  const park = await changeManagedPark(tx, scope, id, undefined)
  const dropped = await tx
    .deleteFrom('planned_tariffs')
    .where('id', '=', tariff_id)
    .where('park_id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (dropped === undefined) throw new AppError('not_found')
  const { vehicle_type_id, starts_at } = dropped
  return {
    answer: await getTariffs(tx, scope, id, vehicle_type_id, now),
    changes: [toChange(park, { before: { starts_at } })],
  }
}

/** Car parks with planned versions whose day has begun. */
const plannedTariffs: Queue<{ park_id: string }> = {
  name: 'planned_tariffs',
  find: ({ db }, { now, limit, isReady }) =>
    db
      .selectFrom('planned_tariffs')
      .select(({ fn }) => ['park_id', fn.min('starts_at').as('starts_at')])
      .where('starts_at', '<=', now)
      .where(isReady(sql.ref('planned_tariffs.park_id')))
      .groupBy('park_id')
      .orderBy('starts_at')
      .limit(limit)
      .execute(),
  keyOf: ({ park_id }) => park_id,
  work: ({ db }, { park_id }, now) =>
    transact(db, async (tx) => {
      await sql`select from parks where id = ${park_id} for no key update`.execute(tx)
      const rows = await tx
        .deleteFrom('planned_tariffs')
        .where('park_id', '=', park_id)
        .where('starts_at', '<=', now)
        .returningAll()
        .execute()
      for (const { id: _id, starts_at: _starts_at, created_at: _created_at, terms, ...row } of rows.toSorted(
        (a, b) => a.starts_at.getTime() - b.starts_at.getTime(),
      ))
        await insertVersion(tx, { ...row, terms: JSON.stringify(terms) }, now)
      return rows.length > 0
    }),
}

export const tariffsDue: Due = () =>
  whenDue('planned_tariffs', { from: sql`planned_tariffs t`, key: sql`t.park_id`, when: sql`t.starts_at` })

/** Puts the planned versions into force whose day has begun. Returns the number of car parks. */
export const startPlannedTariffs = (deps: Deps): Promise<number> => workThrough(deps, plannedTariffs)

/** The start of a local day; today has begun. */
function toStart(day: string, timezone: string, now: Date): Date {
  const zone = getZoneDays(timezone)
  const number = Date.parse(day) / day_ms
  const today = zone.dayOf(now.getTime())
  if (number < today) throw fieldError('from', 'day_past')
  if (number > today + longest_days) throw fieldError('from', 'too_large')
  return number === today ? now : new Date(zone.instantOf(number, 0))
}

const toColumns = (terms: TariffTerms) => ({
  free_minutes: terms.free_minutes,
  increment_minutes: terms.increment_minutes,
  increment_minor: terms.increment_minor,
  day_cap_minor: terms.day_cap_minor,
  day_cap_reset_hour: terms.day_cap_reset_hour,
  terms: toStoredTerms(terms),
})

type TariffRow = ReturnType<typeof toColumns> & { park_id: string; vehicle_type_id: number; currency: string }

async function insertVersion(tx: Tx, row: TariffRow, now: Date): Promise<void> {
  await tx
    .insertInto('tariffs')
    .values(({ selectFrom }) => ({
      ...row,
      id: newId(now.getTime()),
      version: selectFrom('tariffs')
        .where('park_id', '=', row.park_id)
        .where('vehicle_type_id', '=', row.vehicle_type_id)
        .select(sql<number>`coalesce(max(version), 0) + 1`.as('version')),
      is_example: false,
      source: deskSource,
      created_at: now,
    }))
    .execute()
}

async function planVersion(tx: Tx, row: TariffRow & { starts_at: Date }, now: Date): Promise<void> {
  const { park_id: _park, vehicle_type_id: _type, starts_at: _start, ...terms } = row
  await tx
    .insertInto('planned_tariffs')
    .values({ id: newId(now.getTime()), ...row, created_at: now })
    .onConflict((conflict) => conflict.constraint('planned_tariffs_once').doUpdateSet({ ...terms, created_at: now }))
    .execute()
}

/** A park none of whose tariffs in force is an example any more no longer says that it has some. */
async function clearExample(tx: Tx, id: string): Promise<void> {
  await sql`update parks set examples = array_remove(examples, 'tariff') where id = ${id} and 'tariff' = any(examples)
    and not exists (select from (
      select distinct on (vehicle_type_id) is_example from tariffs where park_id = ${id} order by vehicle_type_id, version desc
    ) t where t.is_example)`.execute(tx)
}

const toChange = ({ id, partner_id }: ManagedPark, change: Pick<AuditedChange, 'before' | 'after'>): AuditedChange => ({
  kind: 'park',
  id,
  partner_id,
  ...change,
})

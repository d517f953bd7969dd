import { sql } from 'kysely'
import type { Locale } from '#contract/formats.ts'
import type { TariffRequest } from '#contract/parks/desk/tariffs.ts'
import { day_ms } from '#contract/time.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { calculateDaySpaces } from '#server/features/availability/day-spaces.ts'
import type { Window } from '#server/features/availability/window.ts'
import { deskSource } from '#server/features/pricing/tariff-queries.ts'
import { parseTariff } from '#server/features/pricing/tariff-request.ts'
import { toStoredTerms } from '#server/features/pricing/tariff-terms.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { findPoolStepsOf } from '../capacity-steps.ts'
import { toDay } from '../pool-days.ts'
import type { ParkEdit, PlannedPark } from './park-plan.ts'

/** Who changes many car parks, and in which language they read what became of each. */
export interface Changer {
  user: Pick<SignedIn, 'user_id' | 'access'>
  locale: Locale
  now: Date
}

interface Stored {
  /** As they are undone: closures with their ids. */
  edits: ParkEdit[]
  changes: AuditedChange[]
}
type EditOf<Kind extends ParkEdit['kind']> = Extract<ParkEdit, { kind: Kind }>
const ofKind = <Kind extends ParkEdit['kind']>(edits: readonly ParkEdit[], kind: Kind) =>
  edits.filter((edit): edit is EditOf<Kind> => edit.kind === kind)

/** Stores edits of locked parks, or takes them back, in a few statements for all. */
export async function storeParkEdits(
  tx: Tx,
  edits: readonly ParkEdit[],
  parks: readonly PlannedPark[],
  changer: Changer,
  direction: 'do' | 'undo' = 'do',
): Promise<Stored> {
  const isUndo = direction === 'undo'
  const byId = new Map(parks.map((park) => [park.id, park]))
  const turned = edits.map((edit) => (isUndo ? turn(edit) : edit))
  await storeHours(tx, ofKind(turned, 'hours'), changer.now)
  await storeTariffs(tx, ofKind(turned, 'tariff'), byId, changer.now)
  const closures = ofKind(turned, 'closure').map((edit) => ({
    ...edit,
    closure_id: edit.closure_id ?? newId(changer.now.getTime()),
  }))
  await storeClosures(tx, closures, changer.now, isUndo)
  const ids = [...new Set(edits.map(({ park_id }) => park_id))]
  await sql`update parks set version = version + 1 where id = any(${ids}::uuid[])`.execute(tx)
  return {
    edits: [...turned.filter(({ kind }) => kind !== 'closure'), ...closures],
    changes: ids.map((id) => describeChange(byId.get(id)!, turned, isUndo)),
  }
}

const turn = (edit: ParkEdit): ParkEdit =>
  edit.kind === 'closure' ? edit : ({ ...edit, before: edit.after, after: edit.before } as ParkEdit)

/** Sets opening hours instead of the imported ones, which the next import keeps; those that are as imported are no longer set. */
async function storeHours(tx: Tx, edits: readonly EditOf<'hours'>[], now: Date): Promise<void> {
  if (edits.length === 0) return
  const rows = JSON.stringify(edits.map(({ park_id, after }) => ({ park_id, hours: after })))
  const entries = sql`jsonb_to_recordset(${rows}::jsonb) as e(park_id uuid, hours text)`
  // Through an array, what is not known becomes JSON's null.
  await sql`insert into park_overrides (park_id, field, value, imported, changed_at)
    select p.id, 'opening_hours', jsonb_build_array(e.hours) -> 0, jsonb_build_array(p.opening_hours) -> 0, ${now}
    from ${entries} join parks p on p.id = e.park_id
    on conflict (park_id, field) do update set value = excluded.value, changed_at = excluded.changed_at`.execute(tx)
  await sql`update parks p set opening_hours = e.hours from ${entries} where p.id = e.park_id`.execute(tx)
  const ids = edits.map(({ park_id }) => park_id)
  await sql`delete from park_overrides
    where park_id = any(${ids}::uuid[]) and field = 'opening_hours' and value = imported`.execute(tx)
}

/** Adds a version of each tariff; bookings keep that with which they were made. */
async function storeTariffs(
  tx: Tx,
  edits: readonly EditOf<'tariff'>[],
  parks: ReadonlyMap<string, PlannedPark>,
  now: Date,
): Promise<void> {
  if (edits.length === 0) return
  const rows = edits.map(({ park_id, vehicle_type_id, after }) => {
    const { currency } = parks.get(park_id)!
    const terms = parseTariff(after, currency)
    return {
      id: newId(now.getTime()),
      park_id,
      vehicle_type_id,
      currency,
      free_minutes: terms.free_minutes,
      increment_minutes: terms.increment_minutes,
      increment_minor: String(terms.increment_minor),
      day_cap_minor: terms.day_cap_minor === null ? null : String(terms.day_cap_minor),
      day_cap_reset_hour: terms.day_cap_reset_hour,
      terms: toStoredTerms(terms),
    }
  })
  await sql`
    insert into tariffs (id, park_id, vehicle_type_id, version, currency, free_minutes, increment_minutes, increment_minor,
      day_cap_minor, day_cap_reset_hour, terms, is_example, source, created_at)
    select e.id, e.park_id, e.vehicle_type_id, coalesce((
        select max(t.version) from tariffs t where t.park_id = e.park_id and t.vehicle_type_id = e.vehicle_type_id), 0) + 1,
      e.currency, e.free_minutes, e.increment_minutes, e.increment_minor, e.day_cap_minor, e.day_cap_reset_hour, e.terms::jsonb,
      false, ${deskSource}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(id uuid, park_id uuid, vehicle_type_id int, currency text,
      free_minutes int, increment_minutes int, increment_minor bigint, day_cap_minor bigint, day_cap_reset_hour int, terms text)`.execute(
    tx,
  )
  const ids = [...new Set(edits.map(({ park_id }) => park_id))]
  await sql`update parks p set examples = array_remove(examples, 'tariff') where id = any(${ids}::uuid[]) and 'tariff' = any(examples)
    and not exists (select from (
      select distinct on (vehicle_type_id) is_example from tariffs where park_id = p.id order by vehicle_type_id, version desc
    ) t where t.is_example)`.execute(tx)
}

async function storeClosures(
  tx: Tx,
  edits: readonly (EditOf<'closure'> & { closure_id: string })[],
  now: Date,
  isUndo: boolean,
): Promise<void> {
  if (edits.length === 0) return
  if (isUndo) {
    const ids = edits.map(({ closure_id }) => closure_id)
    await tx.deleteFrom('pool_closures').where('id', 'in', ids).execute()
  } else
    await tx
      .insertInto('pool_closures')
      .values(
        edits.map(({ closure_id, park_id, starts_at, ends_at, reason, notice_en, notice_fr }) => ({
          id: closure_id,
          park_id,
          vehicle_class: null,
          starts_at: new Date(starts_at),
          ends_at: new Date(ends_at),
          reason,
          notice_en,
          notice_fr,
          created_at: now,
        })),
      )
      .execute()
  const longest_days = Math.max(...edits.map(daysOf))
  const atOnce = Math.max(1, Math.floor(mostDays / longest_days))
  for (let first = 0; first < edits.length; first += atOnce)
    await writeClosedDays(tx, edits.slice(first, first + atOnce), now)
}

/** So many days of car parks, with those of each of their pools, are written at once. */
const mostDays = 2_000
const daysOf = ({ starts_at, ends_at }: EditOf<'closure'>) =>
  Math.ceil((Date.parse(ends_at) - Date.parse(starts_at)) / day_ms) + 1

/**
 * Writes the days of all pools that closures concern, as `writeClosures` does for one car park. Closures take nothing from what
 * is sold, so that nothing can be oversold.
 */
async function writeClosedDays(tx: Tx, edits: readonly EditOf<'closure'>[], now: Date): Promise<void> {
  const ids = edits.map(({ park_id }) => park_id)
  const pools = new Map((await findPoolStepsOf(tx, ids)).map((pool) => [pool.id, pool]))
  const { rows: closures } = await sql<Window & { park_id: string; vehicle_class: string | null }>`
    select park_id, vehicle_class, starts_at as start, ends_at as "end" from pool_closures
    where park_id = any(${ids}::uuid[]) and ends_at > ${now}`.execute(tx)
  const closedAt = Map.groupBy(closures, ({ park_id }) => park_id)
  const times = new Map(edits.map((edit) => [edit.park_id, edit]))
  const entries = [...pools.values()].map(({ id, park_id, steps }) => {
    const { starts_at, ends_at } = times.get(park_id)!
    const start = starts_at < now.toISOString() ? now : new Date(starts_at)
    return { pool_id: id, cap: steps.at(-1)!.capacity, first: toDay(start), last: toDay(new Date(ends_at)) }
  })
  const { rows } = await sql<{ pool_id: number; day: string }>`
    insert into pool_days (pool_id, day, cap, used)
    select e.pool_id, d::date, e.cap, array_fill(0::smallint, array[96])
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e(pool_id int, cap int, first date, last date)
      cross join lateral generate_series(e.first, e.last, interval '1 day') d
    order by e.pool_id, d
    on conflict (pool_id, day) do update set cap = pool_days.cap
    returning pool_id, day`.execute(tx)
  const days = rows.map(({ pool_id, day }) => {
    const { park_id, vehicle_class, steps } = pools.get(pool_id)!
    const closed = (closedAt.get(park_id) ?? []).filter(
      (closure) => closure.vehicle_class === null || closure.vehicle_class === vehicle_class,
    )
    return { pool_id, day, ...calculateDaySpaces(day, steps, closed) }
  })
  await sql`
    update pool_days set cap = n.cap, blocked = n.blocked
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as n(pool_id int, day date, cap smallint, blocked smallint[])
    where pool_days.pool_id = n.pool_id and pool_days.day = n.day`.execute(tx)
}

/** An entry of the log for a park, with what changed of it. */
function describeChange({ id, partner_id, currency }: PlannedPark, edits: readonly ParkEdit[], isUndo: boolean) {
  const own = edits.filter(({ park_id }) => park_id === id)
  const sides = own.reduce<{ before: Record<string, unknown>; after: Record<string, unknown> }>(
    ({ before, after }, edit) => {
      if (edit.kind === 'hours')
        return { before: { ...before, opening_hours: edit.before }, after: { ...after, opening_hours: edit.after } }
      if (edit.kind === 'tariff')
        return {
          before: { ...before, [edit.vehicle_type]: toLogged(edit.before) },
          after: { ...after, [edit.vehicle_type]: toLogged(edit.after) },
        }
      const { starts_at, ends_at, reason } = edit
      const closure = { starts_at, ends_at, reason }
      return isUndo ? { before: { ...before, ...closure }, after } : { before, after: { ...after, ...closure } }
    },
    { before: {}, after: {} },
  )
  const isPriced = own.some(({ kind }) => kind === 'tariff')
  const withCurrency = (side: object) => (isPriced ? { ...side, currency } : side)
  return { kind: 'park', id, partner_id, before: withCurrency(sides.before), after: withCurrency(sides.after) }
}

const toLogged = ({ events: _events, ...prices }: TariffRequest) => prices

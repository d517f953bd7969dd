import { sql } from 'kysely'
import type { Locale } from '#contract/formats.ts'
import type { TariffRequest } from '#contract/parks/desk/tariffs.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { deskSource } from '#server/features/pricing/tariff-queries.ts'
import { parseTariff } from '#server/features/pricing/tariff-request.ts'
import { toStoredTerms } from '#server/features/pricing/tariff-terms.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { writeClosedDays } from '../closed-days.ts'
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
  const changed = edits.map(({ park_id, starts_at, ends_at }) => ({
    park_id,
    vehicle_class: null,
    start: new Date(starts_at),
    end: new Date(ends_at),
  }))
  await writeClosedDays(tx, changed, now)
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

import { sql } from 'kysely'
import type {
  createInspectionClosure,
  createInspectionCentre,
  InspectionCentre,
  InspectionClosure,
  updateInspectionCentre,
  updateInspectionClosure,
} from '#contract/documents/desk/inspection-centres.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import { countryZones } from '#contract/geography.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import {
  deleteRecord,
  insertRecord,
  lockRecord,
  storeRecord,
  type VersionedRecord,
} from '#server/features/access/versioned-records.ts'
import { requireOpeningHours } from '#server/features/parks/opening-hours.ts'
import type { Scope } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { toStoredPhone } from '#server/phones.ts'

/* Inspection centres and when they are closed, as staff keeps them. */

/** The appointments of a centre, `c`, that are still to come. */
export const comingAppointments = (now: Date) => sql<number>`(select count(*)::int from inspection_appointments a
  where a.centre_id = c.id and a.status = 'booked' and a.starts_at > ${now})`

/** The appointments that are booked on the days of a closure, `d`. */
export const appointmentsWithin = sql<number>`(select count(*)::int from inspection_appointments a
  where a.centre_id = d.centre_id and a.status = 'booked'
    and (a.starts_at at time zone ${countryZones.NG})::date between d.starts_on and d.ends_on)`

/** Returns an inspection centre. Throws `not_found`. */
export async function getCentre(db: Db | Tx, _scope: Scope, id: string, now: Date): Promise<InspectionCentre> {
  type Row = Omit<InspectionCentre, 'title' | 'actions'> & { has_slots: boolean }
  const { rows } = await sql<Row>`
    select c.id, c.name, split_part(s.code, '-', 2) as state, c.city, c.address, c.contact_phone as phone, c.opening_hours,
      c.capacity_per_hour, c.status, c.is_example, c.version, ${comingAppointments(now)} as booked,
      exists (select from inspection_slots where centre_id = c.id) as has_slots
    from inspection_centres c join states s on s.id = c.state_id where c.id = ${id}::uuid`.execute(db)
  if (rows[0] === undefined) throw new AppError('not_found')
  const { has_slots, ...row } = rows[0]
  const isActive = row.status === 'active'
  const removal = isActive || has_slots ? [] : ['remove']
  return {
    ...row,
    title: row.name,
    actions: ['update', isActive ? 'deactivate' : 'activate', 'add_closure', ...removal],
  }
}

const centres = (now: Date): VersionedRecord<InspectionCentre> => ({
  kind: 'inspection_centre',
  table: 'inspection_centres',
  get: (db, scope, id) => getCentre(db, scope, id, now),
})

type CentreFacts = ParsedBody<typeof createInspectionCentre>

/** Converts facts to columns. Throws 422 for hours or a phone number that cannot be read. */
async function toColumns(tx: Tx, { state, phone, ...facts }: CentreFacts, stored: string | null = null) {
  const found = await tx
    .selectFrom('states')
    .select(['id', 'name'])
    .where('code', '=', `NG-${state}`)
    .executeTakeFirstOrThrow()
  const place = { timezone: countryZones.NG, country_code: 'NG', state_name: found.name }
  const opening_hours = requireOpeningHours(facts.opening_hours, place)
  const contact_phone = toStoredPhone(phone, { countries: ['NG'], kept: stored })
  return { ...facts, opening_hours, contact_phone, state_id: found.id }
}

/** Creates an inactive inspection centre. Throws 422 for hours that cannot be read. */
export async function createCentre(tx: Tx, scope: Scope, facts: CentreFacts, now: Date) {
  const columns = { ...(await toColumns(tx, facts)), id: newId(now.getTime()), created_at: now }
  return insertRecord(tx, centres(now), scope, columns)
}

/** Changes an inspection centre. Throws `not_found`, `changed_meanwhile`, and 422 as `createCentre`. */
export async function updateCentre(
  tx: Tx,
  scope: Scope,
  id: string,
  { version, ...facts }: ParsedBody<typeof updateInspectionCentre>,
  now: Date,
) {
  const before = await lockRecord(tx, centres(now), scope, id, version)
  return storeRecord(tx, centres(now), scope, before, await toColumns(tx, facts, before.phone))
}

/** Offers appointments at a centre, or no more; does nothing if that is so already. Throws `not_found`. */
export async function switchCentre(tx: Tx, scope: Scope, id: string, status: InspectionCentre['status'], now: Date) {
  const before = await lockRecord(tx, centres(now), scope, id)
  return before.status === status
    ? { answer: before, changes: [] }
    : storeRecord(tx, centres(now), scope, before, { status })
}

/** Deletes a centre. Throws `in_use` for one that is active or ever had an appointment. */
export async function deleteCentre(tx: Tx, scope: Scope, id: string, version: number, now: Date) {
  const before = await lockRecord(tx, centres(now), scope, id, version)
  if (!before.actions.includes('remove')) throw new AppError('in_use', { count: Math.max(1, before.booked) })
  return deleteRecord(tx, centres(now), before)
}

/** Returns when and why a centre is closed. Throws `not_found`. */
export async function getClosure(db: Db | Tx, _scope: Scope, id: string): Promise<InspectionClosure> {
  const { rows } = await sql<Omit<InspectionClosure, 'title' | 'actions'>>`
    select d.id, d.centre_id, c.name as centre, d.starts_on::text, d.ends_on::text, d.reason, d.reason_fr, d.version,
      ${appointmentsWithin} as booked
    from inspection_closures d join inspection_centres c on c.id = d.centre_id where d.id = ${id}::uuid`.execute(db)
  if (rows[0] === undefined) throw new AppError('not_found')
  return { ...rows[0], title: `${rows[0].centre}, ${rows[0].starts_on}`, actions: ['update', 'remove'] }
}

const closures: VersionedRecord<InspectionClosure> = {
  kind: 'inspection_closure',
  table: 'inspection_closures',
  get: getClosure,
}

const checkDays = ({ starts_on, ends_on }: { starts_on: string; ends_on: string }): void => {
  if (ends_on < starts_on) throw fieldError('ends_on', 'dates_order')
}

/** Closes a centre for days, and returns the centre. Throws `not_found`, and 422 for days in the wrong order. */
export async function createClosure(
  tx: Tx,
  scope: Scope,
  id: string,
  days: ParsedBody<typeof createInspectionClosure>,
  now: Date,
) {
  checkDays(days)
  await lockRecord(tx, centres(now), scope, id)
  const { changes } = await insertRecord(tx, closures, scope, { ...days, id: newId(), centre_id: id })
  return { answer: await getCentre(tx, scope, id, now), changes }
}

/** Changes a closure. Throws `not_found`, `changed_meanwhile`, and 422 as `createClosure`. */
export async function updateClosure(
  tx: Tx,
  scope: Scope,
  id: string,
  { version, ...days }: ParsedBody<typeof updateInspectionClosure>,
) {
  checkDays(days)
  return storeRecord(tx, closures, scope, await lockRecord(tx, closures, scope, id, version), days)
}

/** Deletes a closure. Throws `not_found` and `changed_meanwhile`. */
export const deleteClosure = async (tx: Tx, scope: Scope, id: string, version: number) =>
  deleteRecord(tx, closures, await lockRecord(tx, closures, scope, id, version))

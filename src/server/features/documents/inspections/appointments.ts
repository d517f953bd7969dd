import { sql } from 'kysely'
import type { NigerianState } from '#contract/documents/document-rules.ts'
import { hour_ms } from '#contract/time.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { AppError } from '#server/http/errors.ts'
import { endOfBooking, listTimes, type CentreHours } from './times.ts'

/** An inspection centre with its hours. */
interface Centre {
  id: string
  name: string
  address: string
  city: string
  phone: string | null
  opening_hours: string
  is_example: boolean
}

/** The appointments of a centre that are left within a window. */
export interface FreeAppointments {
  centre: Centre
  times: { starts_at: Date; free: number }[]
}

export type AppointmentStatus = 'booked' | 'released' | 'passed' | 'failed'
export interface Appointment {
  id: string
  starts_at: Date
  booked_at: Date
  status: AppointmentStatus
  centre: Centre
}

const stateOf = (state: NigerianState) => sql`(select id from states where code = ${`NG-${state}`})`

type CentreRow = Centre & CentreHours & { capacity_per_hour: number }

async function readCentres(db: Db | Tx, state: NigerianState): Promise<CentreRow[]> {
  const { rows } = await sql<CentreRow>`
    select c.id, c.name, c.address, c.city, c.contact_phone as phone, c.opening_hours, c.is_example, c.capacity_per_hour, s.name as state_name,
      coalesce((select json_agg(json_build_object('starts_on', d.starts_on, 'ends_on', d.ends_on))
        from inspection_closures d where d.centre_id = c.id), '[]') as closures
    from inspection_centres c join states s on s.id = c.state_id
    where c.status = 'active' and c.state_id = ${stateOf(state)} order by c.city, c.name`.execute(db)
  return rows
}

/**
 * Returns the appointments that are left at the centres of a state between two instants, from now until the 60th day. A
 * centre without any is listed all the same.
 */
export async function findFreeAppointments(
  db: Db | Tx,
  { state, from, until }: { state: NigerianState; from: Date; until: Date },
  now: Date,
): Promise<FreeAppointments[]> {
  const centres = await readCentres(db, state)
  const window = {
    from: new Date(Math.max(from.getTime(), now.getTime())),
    until: new Date(Math.min(until.getTime(), endOfBooking(now).getTime())),
  }
  if (centres.length === 0) return []
  const taken = await db
    .selectFrom('inspection_slots')
    .select(['centre_id', 'starts_at', 'used'])
    .where(
      'centre_id',
      'in',
      centres.map(({ id }) => id),
    )
    .where('starts_at', '>=', window.from)
    .where('starts_at', '<', window.until)
    .execute()
  const used = new Map(taken.map((slot) => [`${slot.centre_id} ${slot.starts_at.getTime()}`, slot.used]))
  return centres.map(({ capacity_per_hour, state_name, closures, ...centre }) => {
    const hours = { opening_hours: centre.opening_hours, state_name, closures }
    const starts = window.from < window.until ? listTimes(hours, window.from, window.until) : []
    const times = starts
      .map((starts_at) => ({
        starts_at,
        free: capacity_per_hour - (used.get(`${centre.id} ${starts_at.getTime()}`) ?? 0),
      }))
      .filter(({ free }) => free > 0)
    return { centre, times }
  })
}

interface Booking {
  request_id: string
  state: NigerianState
  centre_id: string
  starts_at: Date
}

/**
 * Books an appointment for a request, which the caller has locked; the last statements of its transaction. Throws
 * `appointment_gone` for a time that is not offered in the state of the request, and violates `inspection_slots_not_full`
 * (`appointment_full`) where none is left, also under concurrent calls. Returns the id of the appointment.
 */
export async function bookAppointment(
  tx: Tx,
  { request_id, state, centre_id, starts_at }: Booking,
  now: Date,
): Promise<string> {
  const centre = (await readCentres(tx, state)).find(({ id }) => id === centre_id)
  const end = new Date(starts_at.getTime() + hour_ms)
  const isOffered =
    centre !== undefined &&
    starts_at > now &&
    starts_at < endOfBooking(now) &&
    listTimes(centre, starts_at, end).some((time) => time.getTime() === starts_at.getTime())
  if (!isOffered) throw new AppError('appointment_gone')
  // The centre stays as it is until this transaction ends, so that a capacity that is lowered meanwhile is seen.
  const { rows } = await sql`
    insert into inspection_slots as d (centre_id, starts_at, cap, used)
    select c.id, ${starts_at}::timestamptz, c.capacity_per_hour, 1 from inspection_centres c
    where c.id = ${centre_id}::uuid and c.status = 'active' for share of c
    on conflict (centre_id, starts_at) do update set cap = greatest(excluded.cap, d.used), used = d.used + 1
    returning used`.execute(tx)
  if (rows.length === 0) throw new AppError('appointment_gone')
  const id = newId(now.getTime())
  await tx
    .insertInto('inspection_appointments')
    .values({ id, request_id, centre_id, starts_at, booked_at: now, decided_at: null })
    .execute()
  return id
}

/** Gives back the appointment that a request has booked, if it has one. The last statements of a transaction. */
export async function releaseAppointment(tx: Tx, request_id: string, now: Date): Promise<void> {
  const released = await endAppointment(tx, request_id, 'released', now)
  if (released === undefined) return
  await tx
    .updateTable('inspection_slots')
    .set({ used: sql<number>`used - 1` })
    .where('centre_id', '=', released.centre_id)
    .where('starts_at', '=', released.starts_at)
    .execute()
}

/** Stores how the inspection went for which a request has an appointment, and returns it; undefined if it has none. */
export const endAppointment = (
  tx: Tx,
  request_id: string,
  status: Exclude<AppointmentStatus, 'booked'>,
  now: Date,
): Promise<{ id: string; centre_id: string; starts_at: Date } | undefined> =>
  tx
    .updateTable('inspection_appointments')
    .set({ status, decided_at: now })
    .where('request_id', '=', request_id)
    .where('status', '=', 'booked')
    .returning(['id', 'centre_id', 'starts_at'])
    .executeTakeFirst()

/** Returns the appointments of a request, the newest first. */
export async function findAppointments(db: Db | Tx, request_id: string): Promise<Appointment[]> {
  const rows = await db
    .selectFrom('inspection_appointments as a')
    .innerJoin('inspection_centres as c', 'c.id', 'a.centre_id')
    .select([
      'a.id',
      'a.starts_at',
      'a.booked_at',
      'a.status',
      'c.id as centre_id',
      'c.name',
      'c.address',
      'c.city',
      'c.contact_phone as phone',
      'c.is_example',
    ])
    .select('c.opening_hours')
    .where('a.request_id', '=', request_id)
    .orderBy('a.booked_at', 'desc')
    .execute()
  return rows.map(({ id, starts_at, booked_at, status, centre_id, ...centre }) => ({
    id,
    starts_at,
    booked_at,
    status: status as AppointmentStatus,
    centre: { id: centre_id, ...centre },
  }))
}

import { sql } from 'kysely'
import type { createTimeSlots, Branch, copyTimeSlots } from '#contract/branches/desk/branches.ts'
import { weekdays, type TimeSlot, type updateTimeSlot } from '#contract/branches/desk/time-slots.ts'
import type { WorkGroup } from '#contract/catalogue/shop-rules.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { withinBranches } from '#server/features/access/scope-condition.ts'
import {
  deleteRecord,
  insertRecord,
  lockRecord,
  storeRecord,
  type VersionedRecord,
} from '#server/features/access/versioned-records.ts'
import type { Scope } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { getBranch, lockBranch } from './records.ts'
import { findOverlap, type SlotRule } from './slots.ts'

const clock = (minutes: number): string =>
  [Math.floor(minutes / 60) % 24, minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The counters to come of a rule's slots. The local weekday of hours past midnight is that of the day before. */
const comingSlots = (now: Date) => sql`slot_days d join branches sb on sb.id = d.branch_id
  where d.branch_id = t.branch_id and d.work_group = t.work_group and d.starts_at > ${now}
    and exists (
      select from (values (0), (1)) after (days)
      cross join lateral (select (d.starts_at at time zone sb.timezone) - after.days * interval '1 day' as shown) l
      where extract(isodow from l.shown) = t.weekday
        and extract(hour from l.shown) * 60 + extract(minute from l.shown) + after.days * 1440 between t.opens_min and t.closes_min - 1)`

/** How many orders take the fullest of a rule's slots to come. */
export const countOrdersAtPeak = (now: Date) => sql<number>`coalesce((
  select (select count(*)::int from order_slots o
    where o.branch_id = d.branch_id and o.work_group = d.work_group and o.starts_at = d.starts_at)
  from ${comingSlots(now)} order by d.used desc, d.starts_at limit 1), 0)`

/** Returns the time slots of a work group on a weekday. Throws `not_found`. */
export async function getTimeSlot(db: Db | Tx, scope: Scope, id: string, now: Date): Promise<TimeSlot> {
  const row = await db
    .selectFrom('time_slots as t')
    .innerJoin('branches as b', 'b.id', 't.branch_id')
    .selectAll('t')
    .select('b.name as branch')
    .select(countOrdersAtPeak(now).as('orders'))
    .where('t.id', '=', id)
    .where(withinBranches(sql.ref('b.id'), scope))
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  const { branch_id, branch, capacity, orders, version } = row
  const weekday = weekdays[row.weekday - 1]!
  return {
    id,
    branch_id,
    branch,
    capacity,
    orders,
    version,
    weekday,
    title: `${branch}, ${clock(row.opens_min)}–${clock(row.closes_min)}`,
    work_group: row.work_group as WorkGroup,
    opening_time: clock(row.opens_min),
    closing_time: clock(row.closes_min),
    closes_next_day: row.closes_min > 1_440,
    order_type: row.order_type as TimeSlot['order_type'],
    interval: String(row.interval_min),
    actions: ['update', ...(orders > 0 ? [] : ['remove'])],
  }
}

const timeSlots = (now: Date): VersionedRecord<TimeSlot> => ({
  kind: 'time_slot',
  table: 'time_slots',
  get: (db, scope, id) => getTimeSlot(db, scope, id, now),
  branchOf: ({ branch_id }) => branch_id,
})

type Terms = Omit<ParsedBody<typeof updateTimeSlot>, 'version'>

/** Converts terms to columns. Throws 422 for hours that close before they open or are shorter than a slot. */
function toColumns({ opening_time, closing_time, closes_next_day, order_type, interval, capacity }: Terms) {
  const opens_min = minutesOf(opening_time)
  // Midnight ends a day.
  const closing = minutesOf(closing_time)
  const closes_min = closing + (closes_next_day || closing === 0 ? 1_440 : 0)
  const interval_min = Number(interval)
  if (closes_min <= opens_min) throw fieldError('closing_time', 'closes_before')
  if (closes_min > opens_min + 1_440) throw fieldError('closing_time', 'too_long')
  if (opens_min + interval_min > closes_min) throw fieldError('closing_time', 'shorter_than_slot')
  return { opens_min, closes_min, interval_min, order_type, capacity }
}

/** Throws 422 for time slots of a branch that share time in one work group. */
async function requireDistinct(tx: Tx, branch_id: string): Promise<void> {
  const rules = await tx.selectFrom('time_slots').selectAll().where('branch_id', '=', branch_id).execute()
  const found = findOverlap(rules as (SlotRule & { id: string })[])
  if (found === undefined) return
  const [a, b] = found.map(({ opens_min, closes_min }) => `${clock(opens_min)}–${clock(closes_min)}`)
  throw fieldError('opening_time', 'slots_overlap', { first: a!, second: b! })
}

interface SlotChange {
  answer: Branch
  changes: AuditedChange[]
}

/** Adds time slots on days of the week, and returns the branch. Throws 422 for hours that overlap others. */
export async function createSlots(
  tx: Tx,
  scope: Scope,
  branch_id: string,
  { weekdays: chosen, work_group, ...terms }: ParsedBody<typeof createTimeSlots>,
  now: Date,
): Promise<SlotChange> {
  await lockBranch(tx, scope, branch_id)
  const columns = toColumns(terms)
  const changes: AuditedChange[] = []
  for (const day of new Set(chosen)) {
    const row = { id: newId(), branch_id, work_group, weekday: weekdays.indexOf(day) + 1, ...columns }
    changes.push(...(await insertRecord(tx, timeSlots(now), scope, row)).changes)
  }
  await requireDistinct(tx, branch_id)
  return { answer: await getBranch(tx, scope, branch_id), changes }
}

/** Replaces the time slots of days by those of another day. Throws `slot_in_use` for less than is taken. */
export async function copySlots(
  tx: Tx,
  scope: Scope,
  branch_id: string,
  { weekday, weekdays: chosen }: ParsedBody<typeof copyTimeSlots>,
  now: Date,
): Promise<SlotChange> {
  await lockBranch(tx, scope, branch_id)
  const from = weekdays.indexOf(weekday) + 1
  const to = [...new Set(chosen)].map((day) => weekdays.indexOf(day) + 1).filter((day) => day !== from)
  const model = await tx
    .selectFrom('time_slots')
    .selectAll()
    .where('branch_id', '=', branch_id)
    .where('weekday', '=', from)
    .execute()
  await tx
    .deleteFrom('time_slots')
    .where('branch_id', '=', branch_id)
    .where('weekday', 'in', [...to, 0])
    .execute()
  const rows = to.flatMap((day) => model.map((rule) => ({ ...rule, id: newId(), weekday: day, version: 1 })))
  if (rows.length > 0) await tx.insertInto('time_slots').values(rows).execute()
  await requireDistinct(tx, branch_id)
  await applyCapacity(tx, branch_id, now)
  const entry = { kind: 'branch', id: branch_id, branch_id, after: { copied_from: weekday, weekdays: chosen } }
  return { answer: await getBranch(tx, scope, branch_id), changes: [entry] }
}

/**
 * Brings the counters to come in line with the time slots; a slot that no rule has any more keeps what is taken and offers
 * nothing else. Throws `slot_in_use` for a capacity below what is taken.
 */
async function applyCapacity(tx: Tx, branch_id: string, now: Date): Promise<void> {
  const { rows } = await sql<{
    starts_at: Date
    work_group: string
    used: number
    capacity: number | null
    orders: number
  }>`
    select d.starts_at, d.work_group, d.used, (
      select count(*)::int from order_slots o
      where o.branch_id = d.branch_id and o.work_group = d.work_group and o.starts_at = d.starts_at) as orders, (
      select t.capacity from time_slots t where t.branch_id = d.branch_id and t.work_group = d.work_group
        and exists (select from (values (0), (1)) after (days)
          cross join lateral (select (d.starts_at at time zone b.timezone) - after.days * interval '1 day' as shown) l
          where extract(isodow from l.shown) = t.weekday
            and extract(hour from l.shown) * 60 + extract(minute from l.shown) + after.days * 1440
              between t.opens_min and t.closes_min - 1)) as capacity
    from slot_days d join branches b on b.id = d.branch_id
    where d.branch_id = ${branch_id} and d.starts_at > ${now}::timestamptz order by d.work_group, d.starts_at for update of d`.execute(
    tx,
  )
  const [fullest] = rows.filter(({ used, capacity }) => used > (capacity ?? 0)).toSorted((a, b) => b.used - a.used)
  if (fullest !== undefined) throw new AppError('slot_in_use', { count: fullest.orders })
  for (const { starts_at, work_group, capacity } of rows)
    await tx
      .updateTable('slot_days')
      .set({ cap: capacity ?? 0 })
      .where('branch_id', '=', branch_id)
      .where('work_group', '=', work_group)
      .where('starts_at', '=', starts_at)
      .execute()
}

/** Changes time slots. Throws `not_found`, `changed_meanwhile`, `slot_in_use`, and 422 as `createSlots`. */
export async function updateSlots(
  tx: Tx,
  scope: Scope,
  id: string,
  { version, ...terms }: ParsedBody<typeof updateTimeSlot>,
  now: Date,
) {
  const { branch_id } = await getTimeSlot(tx, scope, id, now)
  await lockBranch(tx, scope, branch_id)
  const before = await lockRecord(tx, timeSlots(now), scope, id, version)
  const changed = await storeRecord(tx, timeSlots(now), scope, before, toColumns(terms))
  await requireDistinct(tx, branch_id)
  await applyCapacity(tx, branch_id, now)
  return changed
}

/** Deletes time slots. Throws `not_found`, `changed_meanwhile`, and `slot_in_use` while something is taken of one to come. */
export async function deleteSlots(tx: Tx, scope: Scope, id: string, version: number, now: Date) {
  const { branch_id } = await getTimeSlot(tx, scope, id, now)
  await lockBranch(tx, scope, branch_id)
  const removed = await deleteRecord(tx, timeSlots(now), await lockRecord(tx, timeSlots(now), scope, id, version))
  await applyCapacity(tx, branch_id, now)
  return removed
}

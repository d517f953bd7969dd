import type { ParsedBody } from '#contract/endpoint.ts'
import type { closePark as endpoint, ParkCapacity } from '#contract/parks/desk/capacity.ts'
import { day_ms, quarter_ms } from '#contract/time.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { parseInstant, type Window } from '#server/features/availability/window.ts'
import type { Scope } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { getCapacity } from './capacity-queries.ts'
import { writeClosedDays } from './closed-days.ts'
import { changeManagedPark, type ManagedPark } from './managed-park.ts'

const longest_days = 366

interface ClosureChange {
  answer: ParkCapacity
  changes: AuditedChange[]
}

/** Closes a park, or one class, for a time. Bookings already made stay. Throws `not_found`, and 422 for invalid times. */
export async function closePark(
  tx: Tx,
  { scope, now }: { scope: Scope; now: Date },
  id: string,
  body: ParsedBody<typeof endpoint>,
): Promise<ClosureChange> {
  const park = await changeManagedPark(tx, scope, id, undefined)
  const { start, end } = readTimes(park, body, now)
  const { vehicle_class, reason, notice_en = null, notice_fr = null } = body
  if ((notice_en === null) !== (notice_fr === null))
    throw fieldError(notice_en === null ? 'notice_en' : 'notice_fr', 'both_languages')
  const closure = { vehicle_class, starts_at: start, ends_at: end, reason, notice_en, notice_fr }
  await tx
    .insertInto('pool_closures')
    .values({ id: newId(now.getTime()), park_id: id, ...closure, created_at: now })
    .execute()
  await writeClosedDays(tx, [{ park_id: id, vehicle_class, start, end }], now)
  return {
    answer: await getCapacity(tx, scope, id, {}, now),
    changes: [{ kind: 'park', id, partner_id: park.partner_id, after: closure }],
  }
}

/** Ends a closure, before or during its time. Throws `not_found`. */
export async function reopenPark(
  tx: Tx,
  { scope, now }: { scope: Scope; now: Date },
  { id, closure_id }: { id: string; closure_id: string },
): Promise<ClosureChange> {
  const park = await changeManagedPark(tx, scope, id, undefined)
  const removed = await tx
    .deleteFrom('pool_closures')
    .where('id', '=', closure_id)
    .where('park_id', '=', id)
    .where('ends_at', '>', now)
    .returning(['vehicle_class', 'starts_at', 'ends_at', 'reason', 'notice_en', 'notice_fr'])
    .executeTakeFirst()
  if (removed === undefined) throw new AppError('not_found')
  const { vehicle_class, starts_at: start, ends_at: end } = removed
  await writeClosedDays(tx, [{ park_id: id, vehicle_class, start, end }], now)
  return {
    answer: await getCapacity(tx, scope, id, {}, now),
    changes: [{ kind: 'park', id, partner_id: park.partner_id, before: removed }],
  }
}

function readTimes({ timezone }: ManagedPark, body: ParsedBody<typeof endpoint>, now: Date): Window {
  const [start, end] = [parseInstant(timezone, body.starts_at), parseInstant(timezone, body.ends_at)]
  if (start === undefined) throw fieldError('starts_at', 'no_such_time')
  if (end === undefined) throw fieldError('ends_at', 'no_such_time')
  if (start.getTime() % quarter_ms !== 0) throw fieldError('starts_at', 'quarter')
  if (end.getTime() % quarter_ms !== 0) throw fieldError('ends_at', 'quarter')
  if (end <= start) throw fieldError('ends_at', 'chart_order')
  if (end <= now) throw fieldError('ends_at', 'chart_over')
  if (end.getTime() > now.getTime() + longest_days * day_ms) throw fieldError('ends_at', 'closure_far')
  return { start, end }
}

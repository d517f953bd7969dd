import { toMajor } from '#contract/money.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/http/errors.ts'
import { byHandle, findRows, forUpdate } from '../booking-rows.ts'
import { refundEnded } from './cancel.ts'
import { recordChangeAndNotify } from './effects.ts'
import type { Actor } from './transitions.ts'

/** `accepted` refunds everything; `refused` what the cancellation policy gave when the driver reported. */
export type ReportDecision = { decision: 'accepted' } | { decision: 'refused'; answer: string }

/**
 * Decides on a driver's report that waits: staff does, or nobody (null) if its photo came. Moves the money and mails the
 * driver. Throws `already_decided` for a report that does not wait.
 */
export async function decideReport(
  tx: Tx,
  deps: Deps,
  booking_id: string,
  decision: ReportDecision,
  { decided_by, now }: { decided_by: string | null; now: Date },
): Promise<void> {
  const [row] = await findRows(tx, byHandle(booking_id), forUpdate)
  const report = await tx
    .selectFrom('cannot_park_reports')
    .select('refused_percent')
    .where('booking_id', '=', booking_id)
    .where('decision', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined || report === undefined) throw new AppError('already_decided')
  const answer = decision.decision === 'refused' ? decision.answer : undefined
  const settled = decided_by === null ? {} : { settled_at: now, outcome: answer ?? null }
  await tx
    .updateTable('cannot_park_reports')
    .set({ decision: decision.decision, decided_at: now, decided_by, ...settled })
    .where('booking_id', '=', booking_id)
    .execute()
  const percent = answer === undefined ? 100 : (report.refused_percent as 0 | 50 | 100)
  const refunded_minor = await refundEnded(tx, row, percent, now)
  const actor: Actor = decided_by === null ? { kind: 'driver', id: row.user_id } : { kind: 'staff', id: decided_by }
  const amount = toMajor(refunded_minor, row.currency)
  await recordChangeAndNotify(tx, deps, row, {
    cause: `report_${decision.decision}`,
    actor,
    at: now,
    detail: { amount },
    answer,
  })
}

import type {
  logShiftEvent as eventEndpoint,
  sendOfflineEvent as offlineEndpoint,
} from '#contract/cash/desk/own-shift.ts'
import type { AnswerOf, ParsedBody } from '#contract/endpoint.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Audited } from '#server/features/access/change.ts'
import { AppError } from '#server/http/errors.ts'
import { requireOpenShift, writeEntries } from './entries.ts'
import type { Operator } from './shifts.ts'

/** Logs what moves no money in the caller's shift. Throws `shift_needed`. */
export async function logShiftEvent(
  tx: Tx,
  { user_id, now }: Operator,
  { kind, detail, reason }: ParsedBody<typeof eventEndpoint>,
): Promise<Audited<AnswerOf<typeof eventEndpoint>>> {
  const { id, branch_id } = await requireOpenShift(tx, { user_id })
  const posted = { shift_id: id, transfer_id: null, actor_id: user_id, at: now }
  await writeEntries(tx, posted, [{ kind, method: 'cash', amount_minor: 0n, detail: detail ?? null, reason }])
  return { answer: { id }, changes: [{ kind: 'shift', id, branch_id, after: { [kind]: detail ?? true, reason } }] }
}

/**
 * Logs a line that was voided without a network, once by the id of its device, in the shift in which that was, also after that
 * was closed. A time of the device that cannot be is now. Throws `not_found` for another person's shift.
 */
export async function logOfflineEvent(
  tx: Tx,
  { user_id, now }: Operator,
  shift_id: string,
  { id, detail, reason, voided_at }: ParsedBody<typeof offlineEndpoint>,
): Promise<Audited<AnswerOf<typeof offlineEndpoint>>> {
  const shift = await tx
    .selectFrom('shifts')
    .select(['branch_id', 'opened_at', 'closed_at'])
    .where('id', '=', shift_id)
    .where('opened_by', '=', user_id)
    .forShare()
    .executeTakeFirst()
  if (shift === undefined) throw new AppError('not_found')
  const stated = new Date(voided_at)
  const at = stated < shift.opened_at || stated > now ? now : stated
  const stored = await tx
    .insertInto('shift_entries')
    .values({
      id,
      shift_id,
      kind: 'voided',
      method: 'cash',
      amount_minor: 0n,
      detail,
      reason,
      actor_id: user_id,
      at,
      is_late: shift.closed_at !== null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (stored === undefined) return { answer: { id }, changes: [] }
  const change = { kind: 'shift', id: shift_id, branch_id: shift.branch_id, after: { voided: detail, reason } }
  return { answer: { id }, changes: [change] }
}

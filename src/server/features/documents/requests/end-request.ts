import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { releaseAppointment } from '../inspections/appointments.ts'
import { refundHeldMoney, refundReturnedMoney, releaseMoney } from '../money/move.ts'
import type { Returned } from '../money/postings.ts'
import type { RequestEntry, RequestRow } from './change-status.ts'
import { changeRequestStatus, recordRequestChangeAndNotify } from './effects.ts'

/*
 * What of a locked request moves money, for customers and staff alike. Each throws `document_state` where the table of
 * transitions has no such change for its actor.
 */

/** Cancels a request; one that is paid is refunded as a whole, our service included, and its appointment is given back. */
export async function cancelRequest(
  tx: Tx,
  deps: Deps,
  row: RequestRow,
  entry: RequestEntry,
  reason?: string,
): Promise<RequestRow> {
  const cancelled = await changeRequestStatus(tx, deps, row, {
    ...entry,
    to: 'cancelled',
    set: { waiting_since: null },
  })
  if (row.paid_at === null) return cancelled
  const refunded = await refundHeldMoney(tx, cancelled, entry.at)
  const mail = { reason, amount_minor: refunded.refunded_minor - row.refunded_minor }
  const refund = { to: 'refunded', actor: 'server', actor_id: null, at: entry.at } as const
  const after = await changeRequestStatus(tx, deps, refunded, { ...refund, mail })
  await releaseAppointment(tx, row.id, entry.at)
  return after
}

/** Gives the documents to the agency, and everybody their money but the delivery's. */
export async function submitRequest(
  tx: Tx,
  deps: Deps,
  row: RequestRow,
  entry: RequestEntry,
  agency_receipt: string | null,
): Promise<RequestRow> {
  const change = { ...entry, to: 'with_agency', set: { agency_receipt } } as const
  return changeRequestStatus(tx, deps, row, change, async (after) => ({
    row: await releaseMoney(tx, after, 'agency', entry.at),
  }))
}

/**
 * Refunds a request that the agency rejected: what agency and insurer gave back, and the delivery. We keep our service.
 * Throws `document_refund` for more than they got.
 */
export async function refundRejected(
  tx: Tx,
  deps: Deps,
  row: RequestRow,
  entry: RequestEntry,
  returned: readonly Returned[],
): Promise<RequestRow> {
  return changeRequestStatus(tx, deps, row, { ...entry, to: 'refunded' }, async (changed) => {
    const held = await refundHeldMoney(tx, changed, entry.at)
    const after = await refundReturnedMoney(tx, held, returned, entry.at)
    return { row: after, mail: { amount_minor: after.refunded_minor - row.refunded_minor } }
  })
}

/**
 * Refunds what agency and insurer gave back for rejected documents of a request whose others are issued or still open; it
 * stays as it is. Throws `document_refund` for more than they got.
 */
export async function refundPart(
  tx: Tx,
  deps: Deps,
  row: RequestRow,
  entry: RequestEntry,
  returned: readonly Returned[],
): Promise<RequestRow> {
  const after = await refundReturnedMoney(tx, row, returned, entry.at)
  const amount_minor = after.refunded_minor - row.refunded_minor
  const outcome = amount_minor > 0n ? 'part' : 'nothing'
  const change = { ...entry, cause: 'fee_refunded' } as const
  await recordRequestChangeAndNotify(tx, deps, change, { row: after, outcome, mail: { amount_minor } })
  return after
}

/** Stores that the documents were handed over, which is when the delivery is earned. */
export async function deliverRequest(tx: Tx, deps: Deps, row: RequestRow, entry: RequestEntry): Promise<RequestRow> {
  const change = { ...entry, to: 'delivered', set: { delivered_at: entry.at } } as const
  return changeRequestStatus(tx, deps, row, change, async (after) => ({
    row: await releaseMoney(tx, after, 'delivery', entry.at),
  }))
}

import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { settleNotices } from '#server/features/notifications/staff-notices.ts'
import { releaseAppointment } from '../inspections/appointments.ts'
import { refundHeldMoney, refundReturnedMoney, releaseMoney } from '../money/move.ts'
import type { Returned } from '../money/postings.ts'
import { changeRequestStatus, writeRequestHistory, type RequestEntry, type RequestRow } from './change-status.ts'
import { notifyRequestCustomer } from './mails.ts'

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
  const cancelled = await changeRequestStatus(tx, row, 'cancelled', entry, { waiting_since: null })
  await settleNotices(tx, row.id, entry.at)
  if (row.paid_at === null) return cancelled
  const refunded = await refundHeldMoney(tx, cancelled, entry.at)
  const after = await changeRequestStatus(tx, refunded, 'refunded', { actor: 'server', actor_id: null, at: entry.at })
  const amount_minor = after.refunded_minor - row.refunded_minor
  await notifyRequestCustomer(tx, deps, after, { topic: 'cancelled', at: entry.at, detail: { reason, amount_minor } })
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
  const after = await changeRequestStatus(tx, row, 'with_agency', entry, { agency_receipt })
  const released = await releaseMoney(tx, after, 'agency', entry.at)
  await notifyRequestCustomer(tx, deps, released, { topic: 'with_agency', at: entry.at })
  return released
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
  const changed = await changeRequestStatus(tx, row, 'refunded', entry)
  const held = await refundHeldMoney(tx, changed, entry.at)
  const after = await refundReturnedMoney(tx, held, returned, entry.at)
  const amount_minor = after.refunded_minor - row.refunded_minor
  await notifyRequestCustomer(tx, deps, after, { topic: 'refunded', at: entry.at, detail: { amount_minor } })
  return after
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
  await writeRequestHistory(tx, row.id, { from: row.status, to: row.status, cause: 'fee_refunded', ...entry })
  if (amount_minor > 0n)
    await notifyRequestCustomer(tx, deps, after, { topic: 'part_refunded', at: entry.at, detail: { amount_minor } })
  return after
}

/** Stores that the documents were handed over, which is when the delivery is earned. */
export async function deliverRequest(tx: Tx, deps: Deps, row: RequestRow, entry: RequestEntry): Promise<RequestRow> {
  const after = await changeRequestStatus(tx, row, 'delivered', entry, { delivered_at: entry.at })
  const released = await releaseMoney(tx, after, 'delivery', entry.at)
  await notifyRequestCustomer(tx, deps, released, { topic: 'delivered', at: entry.at })
  return released
}

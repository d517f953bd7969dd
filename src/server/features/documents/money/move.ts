import type { Tx } from '#server/database/connect.ts'
import { postTransfer } from '#server/features/wallet/ledger/ledger.ts'
import { AppError } from '#server/http/errors.ts'
import type { RequestRow } from '../requests/change-status.ts'
import { readLines, sumLines, writeLines, type PriceLine } from '../requests/price.ts'
import {
  refundHeldLines,
  refundReturnedLines,
  releaseLines,
  toHeld,
  type DocumentPosting,
  type Moved,
  type Returned,
} from './postings.ts'

type Kind = 'document' | 'document_release' | 'refund'

const post = (
  tx: Tx,
  row: RequestRow,
  { kind, reference, postings, at }: { kind: Kind; reference: string; postings: DocumentPosting[]; at: Date },
) => postTransfer(tx, { kind, reference, description: `document:${row.number}`, currency: 'NGN', at, postings })

/** Stores where the money of a locked request went. Returns it as it is now. */
async function storeMoved(tx: Tx, row: RequestRow, { lines }: Moved): Promise<RequestRow> {
  const sumOf = (name: 'released_minor' | 'refunded_minor') => lines.reduce((all, line) => all + line[name], 0n)
  const stored = await tx
    .updateTable('document_requests')
    .set({ lines: writeLines(lines), released_minor: sumOf('released_minor'), refunded_minor: sumOf('refunded_minor') })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return stored as RequestRow
}

/** Moves the total of a locked quote from the wallet to where it waits. Violates `customer_balance_not_negative`. */
export async function postDocumentPayment(tx: Tx, row: RequestRow, at: Date): Promise<void> {
  if (row.total_minor > 0n)
    await post(tx, row, {
      kind: 'document',
      reference: row.id,
      postings: toHeld(readLines(row.lines), row.user_id),
      at,
    })
}

/**
 * Moves what was added to a locked, paid request from the wallet to where its money waits, and returns it with these lines.
 * Violates `customer_balance_not_negative`.
 */
export async function postFurtherPayment(
  tx: Tx,
  row: RequestRow,
  added: readonly PriceLine[],
  at: Date,
): Promise<RequestRow> {
  const lines = [...readLines(row.lines), ...added]
  const total_minor = sumLines(lines)
  // The total makes a reference that happens once: it only ever grows.
  await post(tx, row, {
    kind: 'document',
    reference: `${row.id}/${total_minor}`,
    postings: toHeld(added, row.user_id),
    at,
  })
  const stored = await tx
    .updateTable('document_requests')
    .set({ lines: writeLines(lines), total_minor })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return stored as RequestRow
}

/** Releases what a stage of a locked request releases: to agency, insurer, us and the tax office. */
export async function releaseMoney(
  tx: Tx,
  row: RequestRow,
  stage: 'agency' | 'delivery',
  at: Date,
): Promise<RequestRow> {
  const moved = releaseLines(readLines(row.lines), stage, row.state ?? '')
  if (moved.amount_minor === 0n) return row
  await post(tx, row, { kind: 'document_release', reference: `${row.id}/${stage}`, postings: moved.postings, at })
  return storeMoved(tx, row, moved)
}

/** Refunds what of a locked request still waits. Returns it as it is now. */
export const refundHeldMoney = (tx: Tx, row: RequestRow, at: Date): Promise<RequestRow> =>
  postRefund(tx, row, refundHeldLines(readLines(row.lines), row.user_id), at)

/** Refunds what agency and insurer gave back of a locked request. Throws `refund_too_much` for more than they got. */
export async function refundReturnedMoney(
  tx: Tx,
  row: RequestRow,
  returned: readonly Returned[],
  at: Date,
): Promise<RequestRow> {
  const owner = { user_id: row.user_id, state: row.state ?? '' }
  let moved: Moved
  try {
    moved = refundReturnedLines(readLines(row.lines), returned, owner)
  } catch (error) {
    throw error instanceof RangeError ? new AppError('document_refund') : error
  }
  return postRefund(tx, row, moved, at)
}

/** The amount refunded so far makes a reference that happens once: it only ever grows. */
async function postRefund(tx: Tx, row: RequestRow, moved: Moved, at: Date): Promise<RequestRow> {
  if (moved.amount_minor === 0n) return row
  const refunded_minor = row.refunded_minor + moved.amount_minor
  await post(tx, row, { kind: 'refund', reference: `${row.id}/${refunded_minor}`, postings: moved.postings, at })
  return storeMoved(tx, row, moved)
}

import { minute_ms, quarter_ms } from '#contract/time.ts'
import type { Tx } from '#server/database/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { recordRequestChange, type RequestEntry, type RequestRow } from './change-status.ts'

const mostWrong = 5
const lock_ms = quarter_ms

/**
 * Checks the code of a locked request's handover. Returns the error for a wrong one instead of throwing it, so that the attempt
 * is stored. Throws `handover_locked` after five wrong ones, for 15 minutes.
 */
export async function checkHandoverCode(
  tx: Tx,
  row: RequestRow,
  code: string,
  entry: RequestEntry,
): Promise<AppError | undefined> {
  const { id, codes_locked_until, handover_code } = row
  if (codes_locked_until !== null && entry.at < codes_locked_until) throw lockedError(codes_locked_until, entry.at)
  if (handover_code !== null && code.trim() === handover_code) {
    if (row.wrong_codes > 0) await storeCodes(tx, id, 0, null)
    return undefined
  }
  const wrong = row.wrong_codes + 1
  const until = wrong >= mostWrong ? new Date(entry.at.getTime() + lock_ms) : null
  await storeCodes(tx, id, until === null ? wrong : 0, until)
  await recordRequestChange(tx, row, { cause: 'wrong_code', ...entry })
  return until === null
    ? new AppError('document_handover_code', { left: mostWrong - wrong })
    : lockedError(until, entry.at)
}

const lockedError = (until: Date, now: Date) =>
  new AppError('handover_locked', { minutes: Math.ceil((until.getTime() - now.getTime()) / minute_ms) })

const storeCodes = (tx: Tx, id: string, wrong_codes: number, codes_locked_until: Date | null) =>
  tx.updateTable('document_requests').set({ wrong_codes, codes_locked_until }).where('id', '=', id).execute()

import type { Language } from '#contract/places/places.ts'
import type { DiscrepancyRecord } from '#contract/wallet/desk/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { AppError } from '#server/http/errors.ts'
import { findDiscrepancies, noteDiscrepancy } from '../reconciliation/staff-discrepancies.ts'

/** Returns a discrepancy with its notes. Throws `difference_not_found`. */
export async function getDiscrepancyRecord(db: Db | Tx, id: string, language: Language): Promise<DiscrepancyRecord> {
  const [found] = await findDiscrepancies(db, [id], language)
  if (found === undefined) throw new AppError('difference_not_found')
  const topUp = await db
    .selectFrom('top_ups')
    .select('id')
    .where('reference', '=', found.reference)
    .where('provider', '=', found.provider)
    .executeTakeFirst()
  return {
    ...found,
    title: found.reference,
    actions: found.state === 'open' ? ['resolve', 'note'] : ['reopen', 'note'],
    top_up_id: topUp?.id ?? null,
  }
}

/** Adds a note to a discrepancy, closes it or opens it again. Throws `difference_not_found`. */
export async function changeDiscrepancy(
  tx: Tx,
  user_id: string,
  id: string,
  change: { note?: string; is_resolved?: boolean },
  language: Language,
  now: Date,
): Promise<{ answer: DiscrepancyRecord; changes: AuditedChange[] }> {
  const changes = await noteDiscrepancy(tx, user_id, id, change, now)
  return { answer: await getDiscrepancyRecord(tx, id, language), changes }
}

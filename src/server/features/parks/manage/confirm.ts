import type { ParkRecord } from '#contract/parks/desk/park-record.ts'
import type { Tx } from '#server/database/connect.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import type { Scope } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { startTerm } from '../confirmation.ts'
import { getParkRecord } from './facts.ts'
import { changeManagedPark } from './managed-park.ts'

/**
 * Confirms that spaces, hours and entrance of a park are right, for another 90 days; one that lapsed sells again. Throws
 * `not_found`, `changed_meanwhile`, and `invalid_transition` for one that no operator has to confirm.
 */
export async function confirmPark(
  tx: Tx,
  scope: Scope,
  id: string,
  version: number,
  now: Date,
): Promise<{ answer: ParkRecord; changes: AuditedChange[] }> {
  const { partner_id } = await changeManagedPark(tx, scope, id, version)
  const { confirm_by, lapsed_at } = await getParkRecord(tx, scope, id, now)
  if (confirm_by === null) throw new AppError('invalid_transition')
  await startTerm(tx, id, now)
  const answer = await getParkRecord(tx, scope, id, now)
  return {
    answer,
    changes: [
      {
        kind: 'park',
        id,
        partner_id,
        before: { confirm_by, lapsed_at },
        after: { confirm_by: answer.confirm_by, lapsed_at: null },
      },
    ],
  }
}

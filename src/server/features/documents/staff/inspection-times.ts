import type { findInspectionTimes } from '#contract/documents/desk/inspection-times.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/http/errors.ts'
import type { RequestRow } from '../requests/change-status.ts'
import { findTimes } from '../requests/inspection.ts'
import { getStaffRequest } from './staff-request.ts'

/**
 * Returns what customers may choose for their request on a day of Nigeria, for staff who books for them. Throws
 * `document_not_found`, and `document_state` where no inspection can be booked.
 */
export async function findTimesForStaff(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: string,
  day: string | undefined,
): Promise<AnswerOf<typeof findInspectionTimes>> {
  const now = clock()
  const { actions } = await getStaffRequest(db, id, now)
  if (!actions.includes('book')) throw new AppError('document_state')
  const row = await db.selectFrom('document_requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return findTimes(db, row as RequestRow, day, now)
}

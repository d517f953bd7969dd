import { sql } from 'kysely'
import { normalizeCode } from '#contract/codes.ts'
import type { Tx } from '#server/database/connect.ts'
import { isUuid } from '#server/database/ids.ts'
import { AppError } from '#server/http/errors.ts'

/**
 * Marks a completed booking as reviewed, so that each is reviewed once: the given one, by id or code, or the latest
 * unreviewed one at the park. Returns its id. Throws `review_needs_stay`.
 */
export async function markReviewed(
  tx: Tx,
  user_id: string,
  park_id: string,
  handle: string | undefined,
  now: Date,
): Promise<string> {
  const condition =
    handle === undefined
      ? sql`true`
      : isUuid(handle)
        ? sql`id = ${handle}::uuid`
        : sql`booking_code = ${normalizeCode(handle)}`
  const { rows } = await sql<{ id: string }>`
    update bookings set reviewed_at = ${now}
    where id = (
      select id from bookings
      where user_id = ${user_id} and park_id = ${park_id} and status = 'completed' and reviewed_at is null and ${condition}
      order by end_time desc, id desc limit 1 for no key update
    )
    returning id`.execute(tx)
  if (rows[0] === undefined) throw new AppError('review_needs_stay')
  return rows[0].id
}

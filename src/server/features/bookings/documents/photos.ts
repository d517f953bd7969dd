import type { Db } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { SignedIn } from '#server/http.ts'
import { cleanPhoto, type Photo } from '#server/photos.ts'
import { byHandle, findRows, getRow } from '#server/features/bookings/booking-rows.ts'

/**
 * Saves the photo of a report, replacing an earlier one. Throws `booking_not_found`, `invalid_transition` without a
 * report, and what `cleanPhoto` throws.
 */
export async function savePhoto(deps: Deps, user: SignedIn, handle: string, content: Buffer): Promise<void> {
  const { db, clock } = deps
  const { id: booking_id } = await getRow(db, user.user_id, handle)
  const report = await db
    .selectFrom('cannot_park_reports')
    .select('booking_id')
    .where('booking_id', '=', booking_id)
    .executeTakeFirst()
  if (report === undefined) throw new AppError('invalid_transition')
  const photo = await cleanPhoto(deps, content)
  await db
    .insertInto('cannot_park_photos')
    .values({ booking_id, ...photo, created_at: clock() })
    .onConflict((conflict) => conflict.column('booking_id').doUpdateSet(photo))
    .execute()
}

/**
 * Returns the photo of a report to its driver and to staff. Throws `booking_not_found` for others, `not_found` without
 * a photo.
 */
export async function getPhoto(db: Db, user: SignedIn, handle: string): Promise<Photo & { booking_code: string }> {
  const isStaff = user.access.get('park_reports.view')?.everywhere === true
  const [row] = isStaff ? await findRows(db, byHandle(handle)) : [await getRow(db, user.user_id, handle)]
  if (row === undefined) throw new AppError('booking_not_found')
  const photo = await db
    .selectFrom('cannot_park_photos')
    .select(['type', 'content'])
    .where('booking_id', '=', row.id)
    .executeTakeFirst()
  if (photo === undefined) throw new AppError('not_found')
  return { type: photo.type, content: Buffer.from(photo.content), booking_code: row.booking_code }
}

import { sql } from 'kysely'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { cleanPhoto, unusedBefore, type Photo } from '#server/output/photos.ts'
import { byHandle, findRows, forUpdate, getRow } from '../booking-rows.ts'
import { findAllowedActions } from '../lifecycle/allowed-actions.ts'
import { isOverReportLimit } from '../lifecycle/cannot-park.ts'
import { decideReport } from '../lifecycle/decide-report.ts'

const findReport = (db: Db | Tx, booking_id: string) =>
  db.selectFrom('cannot_park_reports').select('decision').where('booking_id', '=', booking_id).executeTakeFirst()

/** A photo that is clean, and the booking whose report it shows. */
export interface ReportPhoto {
  booking_id: string
  photo: Photo
}

/**
 * Re-encodes the photo of a report, before the transaction of `savePhoto`; the photo of one that would wait for staff may
 * come first. Throws `booking_not_found`, `invalid_transition`, and what `cleanPhoto` throws.
 */
export async function checkPhoto(deps: Deps, user: SignedIn, handle: string, content: Buffer): Promise<ReportPhoto> {
  const { db, clock } = deps
  const row = await getRow(db, user.user_id, handle)
  const mayComeFirst = async () =>
    findAllowedActions(row, clock()).cannot_park && (await isOverReportLimit(db, user.user_id, clock()))
  if ((await findReport(db, row.id)) === undefined && !(await mayComeFirst())) throw new AppError('invalid_transition')
  return { booking_id: row.id, photo: await cleanPhoto(deps, content) }
}

/** Saves the photo of a report, replacing an earlier one; a report that waits for staff is accepted with it. */
export async function savePhoto(tx: Tx, deps: Deps, { booking_id, photo }: ReportPhoto, now: Date): Promise<void> {
  await findRows(tx, byHandle(booking_id), forUpdate)
  await tx
    .insertInto('cannot_park_photos')
    .values({ booking_id, ...photo, created_at: now })
    .onConflict((conflict) => conflict.column('booking_id').doUpdateSet({ ...photo, created_at: now }))
    .execute()
  const report = await findReport(tx, booking_id)
  if (report?.decision === 'waiting')
    await decideReport(tx, deps, booking_id, { decision: 'accepted' }, { decided_by: null, now })
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

/** Deletes photos whose report did not follow. */
export async function deleteUnusedReportPhotos({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await sql`delete from cannot_park_photos p where p.created_at < ${unusedBefore(clock())}::timestamptz
    and not exists (select from cannot_park_reports r where r.booking_id = p.booking_id)`.execute(db)
}

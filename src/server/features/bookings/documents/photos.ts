import type { Db } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, fieldError } from '#server/errors.ts'
import type { Form } from '#server/forms.ts'
import type { SignedIn } from '#server/http.ts'
import { JobEnded } from '#server/workers/pool.ts'
import { byHandle, findRows, getRow } from '#server/features/bookings/booking-rows.ts'
import type { reEncodePhoto } from './re-encode.ts'

type Photo = { type: string; content: Buffer }

/** The accepted image types with the signatures of their first bytes. */
const imageTypes = [
  { type: 'image/jpeg', extension: 'jpg', signature: /^\xff\xd8\xff/ },
  { type: 'image/png', extension: 'png', signature: /^\x89PNG\r\n\x1a\n/ },
  { type: 'image/webp', extension: 'webp', signature: /^RIFF[^]{4}WEBPVP8[ LX]/ },
] as const

/** Detects the image type of a file by its content; undefined for other files. */
export const detectImageType = (content: Buffer) =>
  imageTypes.find(({ signature }) => signature.test(content.subarray(0, 16).toString('latin1')))

export const toFileExtension = (type: string): string =>
  imageTypes.find((imageType) => imageType.type === type)!.extension

const reEncoding = { module: new URL('./re-encode.ts', import.meta.url).href, name: 'reEncodePhoto' }

/** Returns the file of the form field `photo`. Throws a 422 if it is not an image. */
export function getChosenPhoto({ files }: Form): Buffer {
  const content = files.get('photo')?.content
  if (content === undefined || content.length === 0) throw fieldError('photo', 'required')
  if (detectImageType(content) === undefined) throw fieldError('photo', 'photo')
  return content
}

/**
 * Re-encodes a photo in a worker, which removes its metadata. Throws a 422 if it can't be read within the worker's
 * limits, and `overloaded` when too many wait.
 */
async function cleanPhoto({ workers }: Deps, content: Buffer): Promise<Photo> {
  const clean = await workers.uploads.run<typeof reEncodePhoto>(reEncoding, content).catch((error: unknown) => {
    if (error instanceof JobEnded) return undefined
    throw error
  })
  if (clean === undefined) throw fieldError('photo', 'photo')
  return { type: 'image/jpeg', content: clean }
}

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

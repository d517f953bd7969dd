import { roles } from '#contract/endpoint.ts'
import { maxPhoto_bytes } from '#contract/booking-changes.ts'
import type { Db } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, fieldError } from '#server/errors.ts'
import type { SignedIn } from '#server/http.ts'
import { byHandle, findRows, getRow } from '#server/features/bookings/booking-rows.ts'

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

/**
 * Returns the file of the form field `photo`. Throws `malformed_body`, `payload_too_large`, and 422 if it is not an
 * image.
 */
export async function parsePhoto(form: { type: string; body: Buffer }): Promise<Photo> {
  const fields = await new Response(new Uint8Array(form.body), { headers: { 'content-type': form.type } })
    .formData()
    .catch(() => Promise.reject(new AppError('malformed_body')))
  const file = fields.get('photo')
  if (file === null || typeof file === 'string' || file.size === 0) throw fieldError('photo', 'required')
  if (file.size > maxPhoto_bytes) throw new AppError('payload_too_large')
  const content = Buffer.from(await file.arrayBuffer())
  const imageType = detectImageType(content)
  if (imageType === undefined) throw fieldError('photo', 'photo')
  return { type: imageType.type, content }
}

/**
 * Saves the photo of a report, replacing an earlier one. Throws `booking_not_found`, and `invalid_transition` without a
 * report.
 */
export async function savePhoto({ db, clock }: Deps, user: SignedIn, handle: string, photo: Photo): Promise<void> {
  const { id: booking_id } = await getRow(db, user.user_id, handle)
  const report = await db
    .selectFrom('cannot_park_reports')
    .select('booking_id')
    .where('booking_id', '=', booking_id)
    .executeTakeFirst()
  if (report === undefined) throw new AppError('invalid_transition')
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
  const isStaff = roles.indexOf(user.role) >= roles.indexOf('staff')
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

import { sql } from 'kysely'
import type { ParsedBody } from '#contract/endpoint.ts'
import {
  type ParkPhotos,
  PhotoTexts,
  photoRules,
  type setEntrances as entrancesContract,
} from '#contract/parks/desk/park-photos.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { distanceM } from '#server/geo.ts'
import type { Scope } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import type { Form } from '#server/http/forms.ts'
import { toValidationError } from '#server/http/validation.ts'
import { cleanPhoto, getChosenPhoto } from '#server/output/photos.ts'
import { photoUrl } from '../photo-address.ts'
import { readJpegSize } from './jpeg-size.ts'
import { changeManagedPark, getManagedPark, type ManagedPark } from './managed-park.ts'

interface PhotosChange {
  answer: ParkPhotos
  changes: AuditedChange[]
}
interface PhotoHandle {
  id: string
  photo_id: string
}

/** Longest sides of the two sizes of a photo. */
const [full_px, small_px] = [1_600, 640]

/** A photo as it is stored, before it belongs to a park. */
export type PreparedPhoto = PhotoTexts & { content: Buffer; small: Buffer; width: number; height: number }

/**
 * Reads a posted photo and re-encodes it in both sizes, outside of any transaction. Throws a 422 for a file that is no image and
 * for missing texts.
 */
export async function preparePhoto(deps: Pick<Deps, 'workers'>, form: Form): Promise<PreparedPhoto> {
  const value = (name: string) => form.fields.get(name)?.trim() || null
  const data = {
    description_en: value('description_en') ?? undefined,
    description_fr: value('description_fr') ?? undefined,
    rights: value('rights') ?? undefined,
    credit: value('credit'),
  }
  const parsed = PhotoTexts.safeParse(data)
  if (!parsed.success) throw toValidationError(parsed.error.issues, data)
  const chosen = getChosenPhoto(form)
  const { content } = await cleanPhoto(deps, chosen, full_px)
  const { content: small } = await cleanPhoto(deps, content, small_px)
  return {
    ...parsed.data,
    content: Buffer.from(content),
    small: Buffer.from(small),
    ...readJpegSize(Buffer.from(content)),
  }
}

/** Returns the photos and entrances of a park, in their order. Throws `not_found`. */
export async function findPhotos(db: Db | Tx, scope: Scope, id: string): Promise<ParkPhotos> {
  const { version } = await getManagedPark(db, scope, id)
  const { lat, lng } = await db
    .selectFrom('parks')
    .select(['lat', 'lng'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const photos = await db
    .selectFrom('park_photos')
    .select(['id', 'width', 'height', 'description_en', 'description_fr', 'rights', 'credit'])
    .where('park_id', '=', id)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const entrances = await db
    .selectFrom('park_entrances')
    .select(['id', 'name', 'lat', 'lng', 'photo_id'])
    .where('park_id', '=', id)
    .orderBy('position')
    .execute()
  return {
    version,
    lat,
    lng,
    photos: photos.map((photo) => ({
      ...photo,
      rights: photo.rights as 'own' | 'permission',
      url: photoUrl(photo.id),
    })),
    entrances,
  }
}

/** Returns a photo in one of its sizes. Throws `not_found`. */
export async function getPhoto(db: Db, id: string, size: 'full' | 'small'): Promise<Buffer> {
  const column = size === 'small' ? ('small' as const) : ('content' as const)
  const photo = await db
    .selectFrom('park_photos')
    .select(`${column} as content`)
    .where('id', '=', id)
    .executeTakeFirst()
  if (photo === undefined) throw new AppError('not_found')
  return Buffer.from(photo.content)
}

/** Adds a photo after the others. Throws `not_found`, and 422 when there are too many. */
export async function addPhoto(
  tx: Tx,
  scope: Scope,
  id: string,
  photo: PreparedPhoto,
  now: Date,
): Promise<PhotosChange> {
  const park = await changeManagedPark(tx, scope, id, undefined)
  const { rows } = await sql<{ count: number; last: number }>`
    select count(*)::int as count, coalesce(max(position), 0)::int as last from park_photos where park_id = ${id}`.execute(
    tx,
  )
  const { count, last } = rows[0]!
  if (count >= photoRules.photos) throw fieldError('photo', 'photos_many')
  const photo_id = newId(now.getTime())
  await tx
    .insertInto('park_photos')
    .values({ id: photo_id, park_id: id, position: last + 1, ...photo, created_at: now })
    .execute()
  return toChange(tx, scope, park, {
    after: {
      description_en: photo.description_en,
      description_fr: photo.description_fr,
      rights: photo.rights,
      credit: photo.credit,
    },
  })
}

/** Changes the texts of a photo. Throws `not_found`. */
export async function updatePhoto(
  tx: Tx,
  scope: Scope,
  { id, photo_id }: PhotoHandle,
  texts: PhotoTexts,
): Promise<PhotosChange> {
  const park = await changeManagedPark(tx, scope, id, undefined)
  const before = await getTexts(tx, { id, photo_id })
  await tx.updateTable('park_photos').set(texts).where('id', '=', photo_id).execute()
  return toChange(tx, scope, park, { before, after: texts })
}

/** Exchanges a photo with its neighbour; the first and the last stay where they are. Throws `not_found`. */
export async function movePhoto(
  tx: Tx,
  scope: Scope,
  { id, photo_id }: PhotoHandle,
  direction: 'up' | 'down',
): Promise<PhotosChange> {
  const park = await changeManagedPark(tx, scope, id, undefined)
  await getTexts(tx, { id, photo_id })
  const photos = await tx
    .selectFrom('park_photos')
    .select('id')
    .where('park_id', '=', id)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const order = photos.map((photo) => photo.id)
  const at = order.indexOf(photo_id)
  const to = Math.min(order.length - 1, Math.max(0, at + (direction === 'up' ? -1 : 1)))
  order.splice(to, 0, ...order.splice(at, 1))
  for (const [position, photo] of order.entries())
    await tx.updateTable('park_photos').set({ position }).where('id', '=', photo).execute()
  return toChange(
    tx,
    scope,
    park,
    at === to ? undefined : { before: { position: at + 1 }, after: { position: to + 1 } },
  )
}

/** Removes a photo; entrances that showed it stay without. Throws `not_found`. */
export async function removePhoto(tx: Tx, scope: Scope, { id, photo_id }: PhotoHandle): Promise<PhotosChange> {
  const park = await changeManagedPark(tx, scope, id, undefined)
  const before = await getTexts(tx, { id, photo_id })
  await tx.deleteFrom('park_photos').where('id', '=', photo_id).execute()
  return toChange(tx, scope, park, { before })
}

/** Replaces the entrances. Throws `not_found`, `changed_meanwhile`, and 422 for one that is far away or has another's photo. */
export async function setEntrances(
  tx: Tx,
  scope: Scope,
  id: string,
  { entrances, version }: ParsedBody<typeof entrancesContract>,
  now: Date,
): Promise<PhotosChange> {
  const park = await changeManagedPark(tx, scope, id, version)
  const { lat, lng, photos, entrances: before } = await findPhotos(tx, scope, id)
  for (const [n, entrance] of entrances.entries()) {
    if (distanceM({ lat, lng }, entrance) > photoRules.entrance_m)
      throw fieldError(`entrances.${n}.lat`, 'entrance_far')
    if (entrance.photo_id !== null && !photos.some((photo) => photo.id === entrance.photo_id))
      throw fieldError(`entrances.${n}.photo_id`, 'invalid')
  }
  await tx.deleteFrom('park_entrances').where('park_id', '=', id).execute()
  if (entrances.length > 0)
    await tx
      .insertInto('park_entrances')
      .values(entrances.map((entrance, position) => ({ id: newId(now.getTime()), park_id: id, position, ...entrance })))
      .execute()
  return toChange(tx, scope, park, {
    before: { entrances: before.map(({ id: _id, ...entrance }) => entrance) },
    after: { entrances },
  })
}

async function getTexts(tx: Tx, { id, photo_id }: PhotoHandle): Promise<Record<string, unknown>> {
  const photo = await tx
    .selectFrom('park_photos')
    .select(['description_en', 'description_fr', 'rights', 'credit'])
    .where('id', '=', photo_id)
    .where('park_id', '=', id)
    .executeTakeFirst()
  if (photo === undefined) throw new AppError('not_found')
  return photo
}

const toChange = async (
  tx: Tx,
  scope: Scope,
  { id, partner_id }: ManagedPark,
  change: Pick<AuditedChange, 'before' | 'after'> | undefined,
): Promise<PhotosChange> => ({
  answer: await findPhotos(tx, scope, id),
  changes: change === undefined ? [] : [{ kind: 'park', id, partner_id, ...change }],
})

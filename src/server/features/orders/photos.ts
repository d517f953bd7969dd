import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { maxPhoto_bytes } from '#contract/bookings/booking-changes.ts'
import { getOrderPhotoForStaff } from '#contract/orders/desk/order-photos.ts'
import { addOrderPhoto as addOrderPhotoCall, getOrderPhoto, maxWaitingPhotos } from '#contract/orders/order-photos.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { acceptForms, type Form } from '#server/http/forms.ts'
import { mount } from '#server/http/mount.ts'
import { cleanPhoto, getChosenPhoto, unusedBefore, type Photo } from '#server/output/photos.ts'
import { lockOrder } from './lifecycle/change-status.ts'
import { findOwnOrderId } from './queries.ts'
import { findOrderId } from './staff/staff-order.ts'

/** Longest side of a photo. */
const most_px = 1_600

/** What shows photos, each in its column `photo_id`. */
const shownIn = ['order_returns', 'order_problems', 'thread_messages'] as const

const isWaiting = sql<boolean>`p.shows is null and not exists (${sql.join(
  shownIn.map((table) => sql`select from ${sql.table(table)} s where s.photo_id = p.id`),
  sql` union all `,
)})`

/**
 * Stores a clean photo that something is then to show. Throws `order_not_found`, and `too_many_photos` while many of the
 * order wait for that.
 */
export async function addOrderPhoto(
  tx: Tx,
  { handle, user_id }: { handle: string; user_id: string },
  content: Buffer,
  now: Date,
): Promise<{ id: string }> {
  const order_id = await findOwnOrderId(tx, user_id, handle)
  await lockOrder(tx, order_id)
  await requireFewWaiting(tx, { order_id, user_id })
  const id = newId(now.getTime())
  await tx.insertInto('order_photos').values({ id, order_id, user_id, content, created_at: now }).execute()
  return { id }
}

/** Throws `too_many_photos` while many that somebody sent about a locked order wait to be shown. */
export async function requireFewWaiting(
  tx: Tx,
  { order_id, user_id }: { order_id: string; user_id: string },
): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from order_photos p
    where p.order_id = ${order_id}::uuid and p.user_id = ${user_id}::uuid and ${isWaiting}`.execute(tx)
  if (rows[0]!.count >= maxWaitingPhotos) throw new AppError('too_many_photos', { most: maxWaitingPhotos })
}

/** Throws 422 at `photo_id` for a photo of another order or person, or one that something else shows already. */
export async function requireOwnPhoto(
  tx: Tx,
  { order_id, user_id }: { order_id: string; user_id: string },
  photo_id: string | undefined,
): Promise<void> {
  if (photo_id === undefined) return
  const { rows } = await sql`select from order_photos p where p.id = ${photo_id}::uuid
    and p.order_id = ${order_id}::uuid and p.user_id = ${user_id}::uuid and ${isWaiting}`.execute(tx)
  if (rows.length === 0) throw fieldError('photo_id', 'photo')
}

/** Throws `not_found`, also for a photo of another order. */
async function readOrderPhoto(db: Db, order_id: string, photo_id: string): Promise<Buffer> {
  const row = await db
    .selectFrom('order_photos')
    .select('content')
    .where('id', '=', photo_id)
    .where('order_id', '=', order_id)
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  return Buffer.from(row.content)
}

/** Photos that customers and branches send about an order. */
export function orderPhotoRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  mount(app, getOrderPhoto, async ({ user, params, reply }) => {
    const order_id = await findOwnOrderId(db, user.user_id, params.id)
    reply.type('image/jpeg')
    return readOrderPhoto(db, order_id, params.photo_id)
  })
  mount(app, getOrderPhotoForStaff, async ({ scope, params, reply }) => {
    const order_id = await findOrderId(db, params.id, scope)
    reply.type('image/jpeg')
    return readOrderPhoto(db, order_id, params.photo_id)
  })
  // A plugin scope of its own, because no other route accepts forms of this size.
  void app.register(async (uploads) => {
    // Before the body is read, so that strangers cannot make the server read large files.
    uploads.addHook('onRequest', async ({ signedIn }) => {
      if (signedIn === undefined) throw new AppError('unauthorized')
    })
    acceptForms(uploads, maxPhoto_bytes)
    mountChange(
      uploads,
      deps,
      addOrderPhotoCall,
      (tx, { user, params, now }, photo: Photo) =>
        addOrderPhoto(tx, { handle: params.id, user_id: user.user_id }, photo.content, now),
      {
        prepare: async ({ user, params, request }) => {
          await findOwnOrderId(db, user.user_id, params.id)
          return cleanPhoto(deps, getChosenPhoto(request.body as Form), most_px)
        },
      },
    )
  })
}

/** Deletes photos that nothing shows: sent for a form that was not. */
export async function deleteWaitingPhotos({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await sql`delete from order_photos p where p.created_at < ${unusedBefore(clock())}::timestamptz and ${isWaiting}`.execute(
    db,
  )
}

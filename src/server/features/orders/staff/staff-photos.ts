import type { FastifyInstance } from 'fastify'
import { maxPhoto_bytes } from '#contract/bookings/booking-changes.ts'
import { addReplyPhoto } from '#contract/orders/desk/messages.ts'
import * as contract from '#contract/orders/desk/order-photos.ts'
import { maxServicePhotos, type servicePhotos } from '#contract/orders/order-photos.ts'
import type { OrderStatus } from '#contract/orders/order-states.ts'
import type { Permission } from '#contract/permissions.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { mountChange } from '#server/features/access/change.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { acceptForms, type Form } from '#server/http/forms.ts'
import { cleanPhoto, getChosenPhoto } from '#server/output/photos.ts'
import { lockOrder } from '../lifecycle/change-status.ts'
import { requireFewWaiting } from '../photos.ts'
import { countPhotosLeft, findShownPhotos, isServicePhoto } from '../shown-photos.ts'
import { findOrderId, toStaff, type Staff } from './staff-order.ts'

/** Longest side of a photo. */
const most_px = 1_600

interface PhotoCommand<A> {
  answer: A
  changes: AuditedChange[]
}

/**
 * Stores a photo of an order's service, or one that the handover then names. Throws `not_found`, `order_state` for an order
 * without work, and 422 for more than six of the service.
 */
async function addPhoto(
  tx: Tx,
  staff: Staff,
  handle: string,
  shows: (typeof servicePhotos)[number] | undefined,
  content: Buffer,
): Promise<PhotoCommand<{ id: string }>> {
  const order_id = await findOrderId(tx, handle, staff.scope)
  const order = await lockOrder(tx, order_id)
  if (shows === undefined) await requireFewWaiting(tx, { order_id, user_id: staff.user_id })
  else await requireRoom(tx, order)
  const id = newId(staff.now.getTime())
  const row = { id, order_id, user_id: staff.user_id, content, shows: shows ?? null, created_at: staff.now }
  await tx.insertInto('order_photos').values(row).execute()
  const { branch_id } = order
  const changes = shows === undefined ? [] : [{ kind: 'order', id: order_id, branch_id, after: { photo: shows } }]
  return { answer: { id }, changes }
}

async function requireRoom(tx: Tx, order: { id: string; status: OrderStatus }): Promise<void> {
  const lines = await tx.selectFrom('order_lines').select('kind').where('order_id', '=', order.id).execute()
  const photos = await findShownPhotos(tx, order.id)
  if (countPhotosLeft(order, lines, photos) > 0) return
  if (photos.filter(isServicePhoto).length < maxServicePhotos) throw new AppError('order_state')
  throw fieldError('photo', 'service_photos_many', { most: maxServicePhotos })
}

/** Deletes a photo of a service, such as one that shows somebody. Throws `not_found`. */
async function removePhoto(
  tx: Tx,
  staff: Staff,
  { id: handle, photo_id }: { id: string; photo_id: string },
): Promise<PhotoCommand<undefined>> {
  const id = await findOrderId(tx, handle, staff.scope)
  const { branch_id } = await lockOrder(tx, id)
  const photo = (await findShownPhotos(tx, id)).find((photo) => photo.id === photo_id)
  if (photo === undefined || !isServicePhoto(photo)) throw new AppError('not_found')
  await tx.deleteFrom('order_photos').where('id', '=', photo_id).execute()
  return { answer: undefined, changes: [{ kind: 'order', id, branch_id, before: { photo: photo.shows } }] }
}

/** Photos that the staff of a branch takes of an order, or sends to its customer. */
export function staffPhotoRoutes(app: FastifyInstance, deps: Deps): void {
  mountChange(app, deps, contract.removeOrderPhoto, (tx, call) => removePhoto(tx, toStaff(call), call.params))
  acceptPhotos(app, deps, 'orders.update', (uploads) =>
    mountChange(uploads, deps, contract.addOrderPhotoByStaff, (tx, call) =>
      addPhoto(tx, toStaff(call), call.params.id, call.query.shows, call.request.body as Buffer),
    ),
  )
  acceptPhotos(app, deps, 'messages.create', (uploads) =>
    mountChange(uploads, deps, addReplyPhoto, (tx, call) =>
      addPhoto(tx, toStaff(call), call.params.id, undefined, call.request.body as Buffer),
    ),
  )
}

/** A plugin scope of its own, because no other route accepts forms of this size. The body is the photo, re-encoded. */
export function acceptPhotos(
  app: FastifyInstance,
  deps: Deps,
  permission: Permission,
  mountRoute: (uploads: FastifyInstance) => void,
): void {
  void app.register(async (uploads) => {
    // Before the body is read, so that strangers cannot make the server read large files.
    uploads.addHook('onRequest', async ({ signedIn }, reply) => {
      // It comes before that of the route, which would forbid caching its refusals.
      reply.header('cache-control', 'private, no-store')
      if (signedIn === undefined) throw new AppError('unauthorized')
      if (!signedIn.access.has(permission)) throw new AppError('forbidden')
    })
    acceptForms(uploads, maxPhoto_bytes)
    // Before the transaction, which must not wait for the worker.
    uploads.addHook('preHandler', async (request) => {
      const form = request.body as Form
      request.body = (await cleanPhoto(deps, getChosenPhoto(form), most_px)).content
    })
    mountRoute(uploads)
  })
}

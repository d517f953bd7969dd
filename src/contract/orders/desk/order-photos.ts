import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, Uuid } from '#contract/fields.ts'
import { servicePhotos } from '../order-photos.ts'
import { handOverReasons, withReason } from './order-reasons.ts'
import { OrderRecord } from './order-record.ts'

const path = '/api/v1/admin/online-orders/{id}/photos'
const record = { tag: 'desk', params: z.strictObject({ id: line(8, 36), photo_id: Uuid }) } as const

/** Photos have the permission of their order: `orders.view` at its branch. */
export const getOrderPhotoForStaff = endpoint({
  ...record,
  name: 'getOrderPhotoForStaff',
  method: 'GET',
  path: `${path}/{photo_id}`,
  summary: 'Returns a photo about an order of the branch as JPEG',
  auth: 'orders.view',
  status: 200,
})

/** Without `shows`, the handover names it. */
export const addOrderPhotoByStaff = endpoint({
  name: 'addOrderPhotoByStaff',
  method: 'POST',
  path,
  summary:
    'Uploads a photo of a service before or after it, or of what is handed over without a code, as the multipart field `photo`',
  tag: 'desk',
  auth: 'orders.update',
  status: 201,
  params: z.strictObject({ id: line(8, 36) }),
  query: z.strictObject({ shows: z.optional(z.enum(servicePhotos, 'required')) }),
  answer: z.object({ id: z.string() }),
})

export const removeOrderPhoto = endpoint({
  ...record,
  name: 'removeOrderPhoto',
  stored_as: 'deleteOrderPhoto',
  method: 'DELETE',
  path: `${path}/{photo_id}`,
  summary: 'Deletes a photo of a service, which the customer then no longer sees',
  auth: 'orders.update',
  status: 204,
})

export const handOverWithPhoto = endpoint({
  name: 'handOverWithPhoto',
  method: 'POST',
  path: '/api/v1/admin/online-orders/{id}/hand-over-with-photo',
  summary: 'Delivers an order without the customer’s code: with a photo, uploaded before, and the reason',
  tag: 'desk',
  auth: 'orders.update',
  status: 200,
  params: z.strictObject({ id: line(8, 36) }),
  body: withReason(handOverReasons, { photo_id: Uuid }),
  answer: OrderRecord,
})

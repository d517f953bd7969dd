import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, Uuid } from '#contract/fields.ts'
import { orderCall, orderParams } from './orders.ts'

/** What the photos of a service show; an order has so many of them, for so long. */
export const servicePhotos = ['before', 'after'] as const
export const maxServicePhotos = 6
export const servicePhotoRetention_days = 90

/** So many photos of an order may wait to be shown by a return, a message or a report. */
export const maxWaitingPhotos = 10

export const addOrderPhoto = endpoint({
  ...orderCall,
  name: 'addOrderPhoto',
  method: 'POST',
  path: '/api/v1/orders/{id}/photos',
  summary: 'Uploads a photo about an order (JPEG, PNG or WebP, at most 5 MiB) as the multipart field `photo`',
  status: 201,
  params: orderParams,
  answer: z.object({ id: z.string() }),
})

export const getOrderPhoto = endpoint({
  name: 'getOrderPhoto',
  method: 'GET',
  path: '/api/v1/orders/{id}/photos/{photo_id}',
  summary: 'Returns a photo about an order of the account as JPEG',
  tag: 'orders',
  auth: 'customer',
  status: 200,
  params: z.strictObject({ id: line(8, 36), photo_id: Uuid }),
})

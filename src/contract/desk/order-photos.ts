import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, Uuid } from '#contract/fields.ts'

/** Photos have the permission of their order: `orders.view` at its branch. */
export const getOrderPhotoForStaff = endpoint({
  name: 'getOrderPhotoForStaff',
  method: 'GET',
  path: '/api/v1/admin/online-orders/{id}/photos/{photo_id}',
  summary: 'Returns a photo about an order of the branch as JPEG',
  tag: 'desk',
  auth: 'orders.view',
  status: 200,
  params: z.strictObject({ id: line(8, 36), photo_id: Uuid }),
})

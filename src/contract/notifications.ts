import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { pageOf, pageQuery, Uuid } from './fields.ts'

export const Notification = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  order_number: z.string(),
  created_at: z.string(),
  is_read: z.boolean(),
})
export type Notification = z.infer<typeof Notification>

export const listNotifications = endpoint({
  name: 'listNotifications',
  method: 'GET',
  path: '/api/v1/notifications',
  summary: "Lists what happened to the account's orders in the last 90 days, newest first",
  tag: 'notifications',
  auth: 'customer',
  status: 200,
  query: z.strictObject(pageQuery),
  answer: z.object({ ...pageOf(Notification).def.shape, unread: z.number() }),
})

export const readNotifications = endpoint({
  name: 'readNotifications',
  method: 'POST',
  path: '/api/v1/notifications/read',
  summary: 'Marks notifications as read, all of them without a list',
  tag: 'notifications',
  auth: 'customer',
  status: 200,
  body: z.strictObject({ ids: z.optional(z.array(Uuid).check(z.maxLength(100, 'too_many'))) }),
  answer: z.object({ unread: z.number() }),
})

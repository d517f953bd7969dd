import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { pageOf, pageQuery, Uuid } from '#contract/fields.ts'

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

export const markNotificationsRead = endpoint({
  name: 'markNotificationsRead',
  method: 'POST',
  path: '/api/v1/notifications/read',
  summary: 'Marks notifications as read, all of them without a list',
  tag: 'notifications',
  auth: 'customer',
  status: 200,
  body: z.strictObject({ ids: z.optional(z.array(Uuid).check(z.maxLength(100, 'too_many'))) }),
  answer: z.object({ unread: z.number() }),
})

/** Where customers read notifications: mails, the page of notifications, browsers that were switched on. */
export const notificationChannels = ['email', 'site', 'push'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

const everywhere = notificationChannels

/** What customers may switch off, and the channels that it has. What concerns money is always sent. */
export const optionalNotifications = {
  placed: everywhere,
  accepted: everywhere,
  delayed: everywhere,
  ready: everywhere,
  out_for_delivery: everywhere,
  delivered: everywhere,
  messages: ['email'],
  parking_ends: ['push'],
  news: ['push'],
} as const satisfies Record<string, readonly NotificationChannel[]>
/** Offers and news are off until somebody agrees to them; all others are on until they are switched off. */
export type OptionalNotification = keyof typeof optionalNotifications
export const optionalTopics = Object.keys(optionalNotifications) as OptionalNotification[]

const Topic = z.enum(optionalTopics, 'invalid')
const Channel = z.enum(notificationChannels, 'invalid')
const hasChannel = ({ topic, channel }: { topic: OptionalNotification; channel: NotificationChannel }): boolean =>
  (optionalNotifications[topic] as readonly NotificationChannel[]).includes(channel)

export const NotificationPreferences = z.object({
  items: z.array(z.object({ topic: Topic, channel: Channel, is_on: z.boolean() })),
})
export type NotificationPreferences = z.infer<typeof NotificationPreferences>

export const getNotificationPreferences = endpoint({
  name: 'getNotificationPreferences',
  method: 'GET',
  path: '/api/v1/notifications/preferences',
  summary: 'Lists the notifications that can be switched off, by channel, and which are on',
  tag: 'notifications',
  auth: 'customer',
  status: 200,
  answer: NotificationPreferences,
})

export const updateNotificationPreference = endpoint({
  name: 'updateNotificationPreference',
  method: 'PUT',
  path: '/api/v1/notifications/preferences',
  summary: 'Switches notifications of one topic on or off in one channel',
  tag: 'notifications',
  auth: 'customer',
  status: 200,
  body: z
    .strictObject({ topic: Topic, channel: Channel, is_on: z.boolean() })
    .check(z.refine(hasChannel, { path: ['channel'], error: 'invalid' })),
  answer: NotificationPreferences,
})

export const stopNewsByKey = endpoint({
  name: 'stopNewsByKey',
  method: 'POST',
  path: '/api/v1/notifications/news/stop/{key}',
  summary: 'Ends offers and news on devices with the key from one of them; needs no login',
  tag: 'notifications',
  auth: 'none',
  status: 204,
  params: z.strictObject({ key: z.string().check(z.regex(/^[0-9a-f]{32}$/, 'invalid')) }),
})

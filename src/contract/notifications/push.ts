import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'

/* Notifications that a browser shows while no page is open (Web Push). */

/** The push service's address for one browser. Whether it is a service that the server calls, the server decides. */
const Address = z.url({ protocol: /^https?$/, error: 'push_address' }).check(z.maxLength(1_000, 'too_long'))

export const getPushKey = endpoint({
  name: 'getPushKey',
  method: 'GET',
  path: '/api/v1/push/key',
  summary: 'Returns the public key (VAPID) with which a browser subscribes to notifications',
  tag: 'notifications',
  auth: 'none',
  status: 200,
  answer: z.object({ key: z.string() }),
})

export const addPushSubscription = endpoint({
  name: 'addPushSubscription',
  method: 'POST',
  path: '/api/v1/push/subscriptions',
  summary: "Has a browser show the account's notifications, until it signs out",
  tag: 'notifications',
  auth: 'customer',
  status: 204,
  body: z.strictObject({
    endpoint: Address,
    keys: z.strictObject({
      p256dh: z.string().check(z.regex(/^[\w-]{87}$/, 'characters')),
      auth: z.string().check(z.regex(/^[\w-]{22}$/, 'characters')),
    }),
  }),
})

export const removePushSubscription = endpoint({
  name: 'removePushSubscription',
  method: 'DELETE',
  path: '/api/v1/push/subscriptions',
  summary: 'Ends the notifications of a browser',
  tag: 'notifications',
  auth: 'customer',
  status: 204,
  body: z.strictObject({ endpoint: Address }),
})

/** A POST, because the address does not belong into logs. */
export const findPushSubscription = endpoint({
  name: 'findPushSubscription',
  method: 'POST',
  path: '/api/v1/push/subscriptions/find',
  summary: "Says whether a browser shows the account's notifications, and reminders before bookings end",
  tag: 'notifications',
  auth: 'customer',
  in_read_only: true,
  status: 200,
  body: z.strictObject({ endpoint: Address }),
  answer: z.object({ is_on: z.boolean(), reminds_of_ends: z.boolean() }),
})

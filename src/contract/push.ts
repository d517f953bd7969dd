import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/* Reminders that a browser shows while no page is open (Web Push). */

/** The push service's address for one browser. Whether it is a service that the server calls, the server decides. */
const Address = z.url({ protocol: /^https?$/, error: 'push_address' }).check(z.maxLength(1_000, 'too_long'))

export const getPushKey = endpoint({
  name: 'getPushKey',
  method: 'GET',
  path: '/api/v1/push/key',
  summary: 'Returns the public key (VAPID) with which a browser subscribes to reminders',
  tag: 'notifications',
  auth: 'none',
  status: 200,
  answer: z.object({ key: z.string() }),
})

export const addPushDevice = endpoint({
  name: 'addPushDevice',
  method: 'POST',
  path: '/api/v1/push/devices',
  summary: 'Has a browser show reminders before bookings end, until it signs out',
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

export const findPushDevice = endpoint({
  name: 'findPushDevice',
  method: 'POST',
  path: '/api/v1/push/devices/find',
  summary: 'Says whether a browser shows reminders for this account',
  tag: 'notifications',
  auth: 'customer',
  status: 200,
  body: z.strictObject({ endpoint: Address }),
  answer: z.object({ is_on: z.boolean() }),
})

export const removePushDevice = endpoint({
  name: 'removePushDevice',
  method: 'POST',
  path: '/api/v1/push/devices/remove',
  summary: 'Ends the reminders of a browser',
  tag: 'notifications',
  auth: 'customer',
  status: 204,
  body: z.strictObject({ endpoint: Address }),
})

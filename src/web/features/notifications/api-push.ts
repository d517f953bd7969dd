import { queryOptions } from '@tanstack/react-query'
import { minute_ms } from '#contract/time.ts'
import { call } from '#web/api/call.ts'

/** Why this browser cannot show notifications, if it can't. `home_screen`: only once the site is on the home screen. */
export function findPushObstacle(): 'home_screen' | 'unsupported' | undefined {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)
    // The service worker is only built for production.
    return import.meta.env.PROD ? undefined : 'unsupported'
  // Apple's browsers on phones and tablets have it for sites on the home screen alone.
  return 'standalone' in navigator && navigator.maxTouchPoints > 0 ? 'home_screen' : 'unsupported'
}

const findSubscription = async (): Promise<PushSubscription | undefined> => {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? undefined
}

/** What the server knows of this browser. */
export interface PushState {
  is_on: boolean
  reminds_of_ends: boolean
}
const off: PushState = { is_on: false, reminds_of_ends: false }

export const pushKey = ['push'] as const

/** Whether this browser shows the account's notifications, and reminders before bookings end. */
export const pushQuery = queryOptions({
  queryKey: pushKey,
  queryFn: async ({ signal }) => {
    const subscription = Notification.permission === 'granted' ? await findSubscription() : undefined
    if (subscription === undefined) return off
    return call('POST /api/v1/push/subscriptions/find', { body: { endpoint: subscription.endpoint }, signal })
  },
  staleTime: minute_ms,
  retry: false,
})

/** Thrown when the driver, or the browser for them, refuses notifications. */
export class PushDenied extends Error {}

/** Asks for the permission, and subscribes. Must be called by a press, as browsers ignore other requests. */
export async function startPush(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushDenied()
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  const { pushManager } = await navigator.serviceWorker.ready
  const { key } = await call('GET /api/v1/push/key', {})
  const applicationServerKey = toBytes(key)
  const options = { userVisibleOnly: true, applicationServerKey }
  const subscription = await pushManager.subscribe(options).catch(async (error: unknown) => {
    const earlier = await pushManager.getSubscription()
    if (earlier === null) throw error
    // Made with an earlier key of ours.
    await earlier.unsubscribe()
    return pushManager.subscribe(options)
  })
  const { endpoint, keys } = subscription.toJSON()
  await call('POST /api/v1/push/subscriptions', {
    body: { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } },
  })
}

export async function stopPush(): Promise<void> {
  const subscription = await findSubscription()
  if (subscription === undefined) return
  await call('DELETE /api/v1/push/subscriptions', { body: { endpoint: subscription.endpoint } })
  await subscription.unsubscribe()
}

/** Reminds the driver before bookings end: on this browser, and on others that show notifications. */
export async function startReminders(): Promise<void> {
  await startPush()
  await changeReminders(true)
}

/** Ends these reminders on every browser; what else they show goes on. */
export const stopReminders = (): Promise<void> => changeReminders(false)

async function changeReminders(is_on: boolean): Promise<void> {
  await call('PUT /api/v1/notifications/preferences', { body: { topic: 'parking_ends', channel: 'push', is_on } })
}

function toBytes(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0))
}

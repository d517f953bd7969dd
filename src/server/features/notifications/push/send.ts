import type { VapidKeys } from 'web-push'
import { contactAt } from '#contract/settings/company.ts'
import type { Db } from '#server/database/connect.ts'
import { getOrCreateSetting } from '#server/database/stored-settings.ts'
import type { Deps } from '#server/deps.ts'
import { fetchTraced } from '#server/trace.ts'

/** The push services of Chrome and Edge, Firefox, Safari and Windows: the server calls no other address. */
const services = [
  /^fcm\.googleapis\.com$/,
  /^(?:.+\.)?push\.services\.mozilla\.com$/,
  /^(?:.+\.)?push\.apple\.com$/,
  /^(?:.+\.)?notify\.windows\.com$/,
]

/** Whether the server may send to an address that a browser named. `PUSH_ORIGINS` allows others. */
export function isPushService({ config }: Pick<Deps, 'config'>, endpoint: string): boolean {
  const { protocol, hostname, port, origin, username, password } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (config.PUSH_ORIGINS?.includes(origin) === true) return true
  return protocol === 'https:' && port === '' && services.some((service) => service.test(hostname))
}

/** Our key pair, by which push services recognize us (VAPID): made once, and kept with the server's other secrets. */
const findKeys = (db: Db): Promise<VapidKeys> =>
  getOrCreateSetting(db, 'push_keys', async () => (await loadWebPush()).generateVAPIDKeys())

/** Loaded on first use: it brings its own big-number library, and many servers never send a push message. */
const loadWebPush = async () => (await import('web-push')).default

export const getPublicKey = async (db: Db): Promise<string> => (await findKeys(db)).publicKey

export interface PushDevice {
  endpoint: string
  p256dh: string
  auth: string
}
/** What the service worker shows. `url` opens at a press, `action_url` at a press on the button; `tag` replaces an earlier one. */
export interface PushMessage {
  title: string
  body: string
  url: string
  tag: string
  action?: string
  action_url?: string
}

const timeout_ms = 10_000

/**
 * Sends a message, encrypted for one browser. `gone`: the browser has ended the subscription. Throws if the service cannot
 * be reached or refuses.
 */
export async function sendPush(
  deps: Deps,
  { endpoint, p256dh, auth }: PushDevice,
  message: PushMessage,
  seconds: number,
): Promise<'sent' | 'gone'> {
  const { publicKey, privateKey } = await findKeys(deps.db)
  const origin = deps.publicUrl()
  const contact = contactAt(origin)
  // Where we run without HTTPS, no push service of a browser is called.
  const subject = contact.includes('@') ? `mailto:${contact}` : origin.replace(/^http:/, 'https:')
  const webpush = await loadWebPush()
  const { method, headers, body } = webpush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    { vapidDetails: { subject, publicKey, privateKey }, TTL: seconds, urgency: 'high', contentEncoding: 'aes128gcm' },
  )
  const sent = { ...headers } as Record<string, string>
  delete sent['Content-Length']
  const call = {
    method,
    headers: sent,
    body: new Uint8Array(body as unknown as Buffer),
    redirect: 'error',
    signal: AbortSignal.timeout(timeout_ms),
  } as const
  const response = await fetchTraced(endpoint, call, false)
  await response.body?.cancel()
  if (response.status === 404 || response.status === 410) return 'gone'
  if (!response.ok) throw new Error(`the push service answered ${response.status}`)
  return 'sent'
}

/* What the service worker shows of a push message, and what a press on it opens. */

interface Shown {
  title: string
  options: object
}
interface Addresses {
  url: string
  action_url?: string
}

/** The notification of a message that the server pushed; undefined if it is none of ours. */
export function readPushed(message: unknown): Shown | undefined {
  const { title, body, action, action_url, url, tag } = (message ?? {}) as Record<string, string>
  if (title === undefined || url === undefined) return undefined
  const actions = action === undefined ? [] : [{ action: 'open', title: action }]
  const icons = { icon: '/icon-192.png', badge: '/icon-192.png' }
  return { title, options: { body, tag, ...icons, data: { url, action_url }, actions, renotify: true } }
}

/** The address that a press on a notification opens: on its button (`action`), or anywhere else on it. */
export const findPressed = (action: string, data: unknown): string => {
  const { url, action_url } = data as Addresses
  return action === '' ? url : (action_url ?? url)
}

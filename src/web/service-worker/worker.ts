/*
 * Opens a driver's bookings and passes, the apps of guards and couriers, and the counter without a network (docs/decisions/0034). It keeps the frames of these pages with the
 * files they name, and nothing personal: bookings are in the page's own storage. Built into `/sw.js`.
 */

import { languages } from '#contract/geography.ts'
import type { Language } from '#contract/places/places.ts'
import type { offline } from '#i18n/en/offline.ts'
import type { Shape } from '#i18n/shape.ts'
import { buttonStyles } from '#web/ui/buttonStyles.ts'
import {
  bookingsFrame,
  counterFrame,
  courierFrame,
  guardFrame,
  listEarlierStyles,
  type CachedPart,
  cacheFrames,
  renewFrames,
  findFrame,
  findCachedFile,
  findProductName,
  isCachedPart,
  readStored,
} from './frames.ts'
import { findPressed, readPushed } from './notifications.ts'

/** The part of the worker's global scope that is used here; the types of pages and of workers exclude each other. */
interface WorkerScope {
  skipWaiting(): Promise<void>
  clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window' }): Promise<readonly Page[]>
    openWindow(address: string): Promise<unknown>
  }
  registration: {
    navigationPreload?: { enable(): Promise<void> }
    showNotification(title: string, options: object): Promise<void>
  }
  addEventListener(type: 'install' | 'activate', listen: (event: LifetimeEvent) => void): void
  addEventListener(type: 'fetch', listen: (event: FetchEvent) => void): void
  addEventListener(type: 'push', listen: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', listen: (event: NotificationClick) => void): void
  addEventListener(type: 'message', listen: (event: MessageEvent & LifetimeEvent) => void): void
}
interface LifetimeEvent {
  waitUntil(done: Promise<unknown>): void
}
interface Page {
  url: string
  focus(): Promise<unknown>
  navigate(address: string): Promise<unknown>
}
interface PushEvent extends LifetimeEvent {
  data: { json(): unknown } | null
}
interface NotificationClick extends LifetimeEvent {
  action: string
  notification: { data: unknown; close(): void }
}
interface FetchEvent extends LifetimeEvent {
  request: Request
  preloadResponse?: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}
const worker = globalThis as unknown as WorkerScope

/** A slow network at the gate is given this long before the kept frame is shown. */
const patience_ms = 3_000

/** The interface and development pages answer for themselves. */
const leftAlone = /^\/(api|dev|simulators)(\/|$)/

// The frames of a new version are fetched while the earlier worker still answers.
worker.addEventListener('install', (event) => event.waitUntil(Promise.all([worker.skipWaiting(), renewFrames()])))

worker.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([worker.registration.navigationPreload?.enable(), worker.clients.claim()])),
)

worker.addEventListener('message', (event) => {
  const { keep, part = 'bookings', renew } = (event.data ?? {}) as { keep?: unknown; part?: unknown; renew?: unknown }
  if (isLanguage(keep) && isCachedPart(part))
    event.waitUntil(cacheFrames(keep, part).then((isStored) => event.ports[0]?.postMessage(isStored)))
  else if (isLanguage(renew)) event.waitUntil(renewFrames(renew))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (!leftAlone.test(pathname)) event.respondWith(answerPage(event, pathname))
  } else if (pathname.startsWith('/assets/')) event.respondWith(answerFile(request))
})

worker.addEventListener('push', (event) => {
  const shown = readPushed(event.data?.json())
  if (shown !== undefined) event.waitUntil(worker.registration.showNotification(shown.title, shown.options))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(findPressed(event.action, event.notification.data)))
})

/** Opens a page of ours: in a window that shows the same one, otherwise in a new one. */
async function openPage(address: string): Promise<void> {
  const { href, pathname } = new URL(address, location.origin)
  const pages = await worker.clients.matchAll({ type: 'window' })
  const shown = pages.find((page) => new URL(page.url).pathname === pathname)
  if (shown === undefined) await worker.clients.openWindow(href)
  else {
    await shown.focus()
    await shown.navigate(href)
  }
}

const answerFile = async (request: Request): Promise<Response> => (await findCachedFile(request.url)) ?? fetch(request)

/** The page from the network; without one, the kept frame, else the offline page once anything is kept. */
async function answerPage(event: FetchEvent, pathname: string): Promise<Response> {
  const network = fetchPage(event)
  const frame = await findFrame(pathname)
  if (frame !== undefined) {
    const served = network.then(refuseServerFailure).catch(() => frame)
    const late = new Promise<Response>((resolve) => setTimeout(resolve, patience_ms, frame))
    return Promise.race([served, late])
  }
  try {
    return await network
  } catch (error) {
    const stored = await readStored()
    if (stored === undefined) throw error
    return writeOfflinePage(stored)
  }
}

const fetchPage = async ({ request, preloadResponse }: FetchEvent): Promise<Response> =>
  (await preloadResponse) ?? fetch(request)

/** A server that is being replaced is as good as none. */
function refuseServerFailure(response: Response): Response {
  if (response.status >= 500) throw new Error(`the server answered ${response.status}`)
  return response
}

const sentences = import.meta.glob<Shape<typeof offline>>('../../i18n/*/offline.ts', { eager: true, import: 'offline' })

const isLanguage = (named: unknown): named is Language => languages.some((language) => language === named)

/** A page for addresses that need the network, with links to what is kept, in the kept styles. */
async function writeOfflinePage({
  language,
  parts,
}: {
  language: Language
  parts: readonly CachedPart[]
}): Promise<Response> {
  const { title, text, passes, text_work, guard, courier, counter, retry } =
    sentences[`../../i18n/${language}/offline.ts`]!
  const name = await findProductName()
  const hasPasses = parts.includes('bookings')
  const links = [
    hasPasses && [bookingsFrame, passes],
    parts.includes('guard') && [guardFrame, guard],
    parts.includes('courier') && [courierFrame, courier],
    parts.includes('counter') && [counterFrame, counter],
  ]
    .filter((link) => link !== false)
    .map(([href, label]) => `<a class="${buttonStyles('primary', 'md')}" href="${href}">${label}</a>`)
  const styles = (await listEarlierStyles()).map((href) => `<link rel="stylesheet" href="${href}">`).join('')
  // An empty address is the page itself.
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${title} | ${name}</title>
${styles}
</head>
<body>
<main class="mx-auto grid min-h-dvh max-w-md content-center justify-items-center gap-2 px-4 py-10 text-center">
<p class="mb-3 text-md font-bold text-ink-2">${name}</p>
<svg viewBox="0 0 32 32" aria-hidden="true" class="mb-3 size-16 fill-none stroke-ink" stroke-width="3" stroke-linecap="round">
<path d="M2 12a20 20 0 0 1 28 0M7 18a13 13 0 0 1 18 0M12 24a6 6 0 0 1 8 0"/>
<path class="stroke-kerb" stroke-width="3.6" d="m4 29 24-26"/>
</svg>
<h1 class="text-xl">${title}</h1>
<p class="text-ink-2">${hasPasses ? text : text_work}</p>
<p class="mt-4 flex flex-wrap justify-center gap-2.5">
${links.join('\n')}
<a class="${buttonStyles('outline', 'md')}" href="">${retry}</a>
</p>
</main>
</body>
</html>
`
  return new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'self'; font-src 'self'; base-uri 'none'",
    },
  })
}

import type { PagePattern } from '#contract/pages.ts'
import type { Language } from '#contract/places/places.ts'

/** Identifies the build; set by `scripts/build-web-if-needed.ts`. */
declare const buildId: string

/** Addresses of the frames. A booking's page has the same frame for every booking, so that no code is kept. */
export const bookingsFrame: PagePattern = '/bookings'
const bookingFrame = '/booking-details/pass'
/** Written last: a set of files without it is incomplete. */
const markAddress = '/kept.json'
const prefix = 'kept-'

export const guardFrame: PagePattern = '/guard'

export const courierFrame: PagePattern = '/courier'

/** The counter, a screen of the desk. */
export const counterFrame = '/desk/pos'

/** What can be kept: a driver's bookings and passes, the apps of guards and couriers, and the counter. */
const framesOf = {
  bookings: [bookingsFrame, bookingFrame],
  guard: [guardFrame],
  courier: [courierFrame],
  counter: [counterFrame],
}
export type CachedPart = keyof typeof framesOf

export const isCachedPart = (name: unknown): name is CachedPart =>
  typeof name === 'string' && Object.hasOwn(framesOf, name)

/** What is kept: the frames of one build in one language. Without `parts`, by an earlier version, those of bookings. */
interface Mark {
  build: string
  language: Language
  parts?: CachedPart[]
}

const partsOf = (mark: Mark | undefined): CachedPart[] => (mark === undefined ? [] : (mark.parts ?? ['bookings']))

/** The files that a frame names: its styles, font and code, and what its pages load later. */
export const listNamedFiles = (html: string): string[] => [...new Set(html.match(/(?<=")\/assets\/[^"?#]+(?=")/g))]

/** The frame of a path; undefined if it needs the network. */
export function frameOf(pathname: string): string | undefined {
  const path = pathname.toLowerCase().replace(/\/+$/, '')
  if ([bookingsFrame, guardFrame, courierFrame, counterFrame].includes(path)) return path
  return /^\/booking-details\/[^/]+$/.test(path) ? bookingFrame : undefined
}

/** Sets the moment of rendering, from which the page takes its time: a frame may be days old when it is opened. */
export const withMoment = (html: string, now: Date): string =>
  html.replace(/("rendered_at":")[^"]*/, `$1${now.toISOString()}`)

/** The newest complete set. */
async function findCache(): Promise<{ name: string; cache: Cache; mark: Mark } | undefined> {
  for (const name of (await listSets()).reverse()) {
    const cache = await caches.open(name)
    const mark = await cache.match(markAddress)
    if (mark !== undefined) return { name, cache, mark: (await mark.json()) as Mark }
  }
  return undefined
}

/** Oldest first. */
const listSets = async (): Promise<string[]> => (await caches.keys()).filter((name) => name.startsWith(prefix)).sort()

/** The language and the parts that are kept; undefined if nothing is. */
export async function readStored(): Promise<{ language: Language; parts: CachedPart[] } | undefined> {
  const mark = (await findCache())?.mark
  return mark && { language: mark.language, parts: partsOf(mark) }
}

/** The kept frame of a path, as if it had just been rendered. */
export async function findFrame(pathname: string): Promise<Response | undefined> {
  const frame = frameOf(pathname)
  const stored = frame === undefined ? undefined : await (await findCache())?.cache.match(frame)
  return stored && new Response(withMoment(await stored.text(), new Date()), { headers: stored.headers })
}

export const findCachedFile = async (address: string): Promise<Response | undefined> =>
  (await findCache())?.cache.match(address, { ignoreVary: true })

/** The name of the product in a kept frame, as HTML. */
export async function findProductName(): Promise<string> {
  let frame: Response | undefined
  for (const path of [bookingsFrame, guardFrame, courierFrame, counterFrame]) frame ??= await findFrame(path)
  return /property="og:site_name" content="([^"]*)"/.exec((await frame?.text()) ?? '')?.[1] ?? ''
}

/** The addresses of the style sheets and the font among the kept files. */
export async function listEarlierStyles(): Promise<string[]> {
  const requests = (await (await findCache())?.cache.keys()) ?? []
  return requests.map(({ url }) => new URL(url).pathname).filter((path) => path.endsWith('.css'))
}

let last: Promise<unknown> = Promise.resolve()

/** Keeps the frames of a part in a language, unless this build's are kept already. True if any of it are in the end. */
export function cacheFrames(language: Language, part?: CachedPart): Promise<boolean> {
  const next = last
    .then(() => fetchFrames(language, part))
    .then(
      () => true,
      async () => {
        const parts = partsOf((await findCache())?.mark)
        return part === undefined ? parts.length > 0 : parts.includes(part)
      },
    )
  last = next
  return next
}

/** Fetches what is kept, if anything is, again after a deployment or in another language. */
export async function renewFrames(language?: Language): Promise<void> {
  const stored = await findCache()
  if (stored !== undefined) await cacheFrames(language ?? stored.mark.language)
}

/** Fetches the frames and all files they name into a new set, and removes the others once it is complete. */
async function fetchFrames(language: Language, part: CachedPart | undefined): Promise<void> {
  const stored = await findCache()
  const known = partsOf(stored?.mark)
  const parts = part === undefined || known.includes(part) ? known : [...known, part]
  if (stored?.mark.build === buildId && stored.mark.language === language && parts.length === known.length) return
  // Later than every earlier one, also if the clock was set back.
  const sets = await listSets()
  const number = Math.max(0, ...sets.map((name) => Number(name.slice(prefix.length)))) + 1
  const name = prefix + String(number).padStart(9, '0')
  const cache = await caches.open(name)
  try {
    const files = new Set<string>()
    for (const frame of parts.flatMap((part) => framesOf[part])) {
      const response = await fetchWhole(frame, { cache: 'no-store' })
      const html = await response.text()
      for (const file of listNamedFiles(html)) files.add(file)
      await cache.put(frame, new Response(html, { headers: listFrameHeaders(response.headers) }))
    }
    await Promise.all(
      [...files].map(async (file) => cache.put(file, (await stored?.cache.match(file)) ?? (await fetchWhole(file)))),
    )
    await cache.put(markAddress, Response.json({ build: buildId, language, parts } satisfies Mark))
  } catch (error) {
    await caches.delete(name)
    throw error
  }
  for (const other of sets) await caches.delete(other)
}

async function fetchWhole(address: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(address, init)
  if (!response.ok || response.redirected) throw new Error(`${address} was answered with ${response.status}`)
  return response
}

/** Without those that describe the bytes on the way. */
function listFrameHeaders(headers: Headers): Headers {
  const stored = new Headers(headers)
  for (const name of ['content-encoding', 'content-length', 'etag', 'vary']) stored.delete(name)
  return stored
}

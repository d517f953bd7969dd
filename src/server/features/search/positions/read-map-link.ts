import type { Point } from '#server/geo.ts'
import { readPlusCode, type PlusCode } from './plus-code.ts'
import { readCoordinates } from './read-coordinates.ts'

/** What a map link says of its place: where it is, or what it is called. */
export type LinkedPlace = Point | PlusCode | { text: string }

/** Links of these hosts lead to others, and say nothing of a place themselves. */
const shorteners = /^(?:maps\.app\.goo\.gl|goo\.gl|app\.goo\.gl|g\.co|g\.page|maps\.apple)$/
const google = /^(?:(?:www|maps)\.)?google\.[a-z]{2,3}(?:\.[a-z]{2})?$/
const googleConsent = /^consent\.google\.[a-z]{2,3}(?:\.[a-z]{2})?$/
const apple = /^(?:www\.)?maps\.apple\.com$/
const openStreetMap = /^(?:www\.)?(?:openstreetmap\.org|osm\.org)$/
const plusCodes = /^(?:www\.)?plus\.codes$/

const schemes = String.raw`(?:https?:\/\/|\bgeo:|\bmaps?:(?=[/?]))`
const bareHosts = String.raw`(?:(?:www|maps)\.)?(?:google\.[a-z]{2,3}(?:\.[a-z]{2})?\/(?:maps|\?)|maps\.apple(?:\.com)?\/|maps\.app\.goo\.gl\/|goo\.gl\/|g\.page\/|openstreetmap\.org\/|osm\.org\/|plus\.codes\/)`
const linkInText = new RegExp(`${schemes}\\S+`, 'i')
const wholeLink = new RegExp(`^${schemes}`, 'i')
const wholeBareLink = new RegExp(`^${bareHosts}`, 'i')

/** Returns the links that a text may be: all of it, if its link has spaces, and the one that stands among other words. */
function findUrls(text: string): URL[] {
  const bare = wholeBareLink.test(text) ? `https://${text}` : text
  const whole = wholeLink.test(bare) ? [bare] : []
  const part = linkInText.exec(bare)?.[0].replace(/[\]}>"'.,;]+$/, '')
  return [...whole, ...(part === undefined ? [] : [part])].flatMap((url) => (URL.canParse(url) ? [new URL(url)] : []))
}

/**
 * Returns the place of a map link of Google, Apple or OpenStreetMap, of a plus code's link or a geo: URI; null for one
 * that has none in it, as shortened links; undefined for a text without a map link.
 */
export function readMapLink(text: string): LinkedPlace | null | undefined {
  const places = findUrls(text.trim()).map((url) => readUrl(url))
  const found = places.filter((place) => place !== undefined && place !== null)
  return found.find((place) => !('text' in place)) ?? found[0] ?? places.find((place) => place === null)
}

function readUrl(url: URL): LinkedPlace | null | undefined {
  const { protocol, hostname, pathname } = url
  if (protocol === 'geo:') return readGeo(url)
  if (protocol === 'maps:' || protocol === 'map:') return readApple(url)
  if (googleConsent.test(hostname)) return readMapLink(url.searchParams.get('continue') ?? '') ?? null
  if (shorteners.test(hostname)) return null
  if (google.test(hostname) && (hostname.startsWith('maps.') || /^\/maps(?:\/|$)/.test(pathname)))
    return readGoogle(url)
  if (apple.test(hostname)) return readApple(url)
  if (openStreetMap.test(hostname)) return readOpenStreetMap(url)
  if (plusCodes.test(hostname))
    return readPlusCode(decode(pathname.slice(1)).replaceAll(/[+]+(?=[^+]*$)/g, '+')) ?? null
  return undefined
}

const number = String.raw`-?\d{1,3}(?:\.\d+)?`
/** The pin of a place, which is more exact than the middle of the map. */
const pins = new RegExp(`!3d(${number})!4d(${number})`, 'g')
/** The ends of a route, and the middle of an embedded map: longitude first. */
const stops = new RegExp(`!1d(${number})!2d(${number})`, 'g')
const embedded = new RegExp(`!2d(${number})!3d(${number})`, 'g')
const middle = new RegExp(`/@(${number}),(${number})`, 'g')

function readGoogle(url: URL): LinkedPlace | null {
  const whole = decode(url.pathname + url.search)
  const segments = url.pathname.split('/').filter((part) => part !== '')
  const kind = segments.find((part) => /^(?:place|search|dir)$/.test(part))
  const named = kind === undefined ? [] : segments.slice(segments.indexOf(kind) + 1)
  const ends = named.filter((part) => !/^(?:@|data=)/.test(part))
  const end = kind === 'dir' ? ends.at(-1) : ends[0]
  const values = read(url, ['query', 'q', 'destination', 'daddr', 'center', 'viewpoint', 'cbll', 'll', 'sll'])
  const stated = [...(end === undefined ? [] : [end]), ...values].map((value) => readValue(value))
  const texts = stated.flatMap((place) => (place !== undefined && 'text' in place ? [place] : []))
  // Between two ends, the middle of the map is on the way.
  const around = kind === 'dir' ? [] : [lastPair(whole, middle)]
  return (
    lastPair(whole, pins) ??
    stated.find((place) => place !== undefined && !('text' in place)) ??
    (kind === 'dir' ? lastPair(whole, stops, 'lng') : undefined) ??
    lastPair(whole, embedded, 'lng') ??
    around.find((point) => point !== undefined) ??
    texts[0] ??
    lastPair(whole, middle) ??
    null
  )
}

function readApple(url: URL): LinkedPlace | null {
  const route = read(url, ['daddr', 'destination'])
  const points = read(url, ['coordinate', 'll', 'q', 'query', 'address', 'center', 'sll', 'near'])
  const names = read(url, ['address', 'q', 'query', 'name'])
  if (route.length > 0) return readValue(route[0]!) ?? null
  const found = points.map((value) => readValue(value)).find((place) => place !== undefined && !('text' in place))
  return found ?? names.map((value) => readValue(value)).find((place) => place !== undefined) ?? null
}

function readOpenStreetMap(url: URL): LinkedPlace | null {
  const { searchParams: params, pathname, hash } = url
  const go = /^\/go\/([\w~@]+)/.exec(pathname)?.[1]
  if (go !== undefined) return readShortCode(go)
  const pair = (lat: string, lng: string) => readCoordinates(`@${params.get(lat)} #${params.get(lng)}`)
  const marker = pair('mlat', 'mlon') ?? readCoordinates(params.get('marker') ?? '')
  if (marker !== undefined) return marker
  const end = params.get('to') ?? params.get('route')?.split(';').at(-1)
  const queried = [params.get('query'), end].flatMap((value) => (value ? (readValue(value) ?? []) : []))
  const [map] = new URLSearchParams(hash.slice(1)).getAll('map')
  const [, lat, lng] = map?.split('/') ?? []
  const box = params.get('bbox')?.split(',').map(Number) ?? []
  const [west, south, east, north] = box.length === 4 && box.every(Number.isFinite) ? box : []
  const boxed = west === undefined ? undefined : readCoordinates(`@${(south! + north!) / 2} #${(west + east!) / 2}`)
  return queried[0] ?? pair('lat', 'lon') ?? readCoordinates(`@${lat} #${lng}`) ?? boxed ?? null
}

function readGeo({ pathname, search }: URL): LinkedPlace | null {
  const [position = ''] = pathname.split(';')
  const point = readCoordinates(position.split(',').slice(0, 2).join(', #').replace(/^/, '@'))
  const query = new URLSearchParams(search).get('q')
  const stated = query === null || query === '' ? undefined : readValue(query)
  // Android writes geo:0,0?q=…
  const isNowhere = point === undefined || (point.lat === 0 && point.lng === 0)
  return stated !== undefined && (isNowhere || !('text' in stated)) ? stated : (point ?? null)
}

/** Returns the given parameters that have a value, in this order. */
const read = ({ searchParams }: URL, names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const value = searchParams.get(name)?.trim() ?? ''
    return value === '' ? [] : [value]
  })

/** Reads a part of a link: coordinates with or without a label, a plus code, or the name of a place. */
function readValue(value: string): LinkedPlace | undefined {
  const raw = decode(value)
  const code = readPlusCode(raw)
  if (code !== undefined) return code
  const text = raw
    .replaceAll('+', ' ')
    .replace(/^\s*loc:\s*/i, '')
    .trim()
  const labelled = /^(.*?)\s*\(.*\)$/.exec(text)?.[1] ?? /@([^@]*)$/.exec(text)?.[1] ?? text
  const point = readCoordinates(text) ?? readCoordinates(labelled)
  return point ?? (text === '' || text.includes('://') ? undefined : { text })
}

function lastPair(text: string, pattern: RegExp, first: 'lat' | 'lng' = 'lat'): Point | undefined {
  const found = [...text.matchAll(pattern)].at(-1)
  if (found === undefined) return undefined
  const [, a, b] = found
  return readCoordinates(first === 'lat' ? `@${a} #${b}` : `@${b} #${a}`)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Digits of OpenStreetMap's short links; `@` is an older `~`. */
const shortDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_~'

/** Returns the middle of the square of a short link: three bits of longitude and latitude in turns for each digit. */
function readShortCode(code: string): Point {
  let [x, y, size] = [0, 0, 1]
  for (const digit of code.replaceAll('@', '~')) {
    const value = shortDigits.indexOf(digit)
    for (const bit of [32, 8, 2]) {
      x = x * 2 + (value & bit ? 1 : 0)
      y = y * 2 + (value & (bit / 2) ? 1 : 0)
      size *= 2
    }
  }
  return { lat: ((y + 0.5) / size) * 180 - 90, lng: ((x + 0.5) / size) * 360 - 180 }
}

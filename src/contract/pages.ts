/**
 * Pages that are written as Markdown, one file for each language: `content/{en,fr}/NAME.md` is served at `/NAME`. Adding a
 * page takes an entry here and the two files.
 */
export const contentPages = [
  'about',
  'get-started',
  'how-parkwell-works',
  'help',
  'blog',
  'marketplace',
  'vehicle-docs-renewal',
  'business-accounts',
  'car-park-management',
  'electric-vehicle-charging',
  'rent-out-ev-charger',
  'subscription-plans',
  'book-demo',
  'affiliates',
  'careers',
  'media-coverage',
  'install-app',
  'terms',
  'privacy-policy',
  'cancellation-policy',
] as const
export type ContentPage = (typeof contentPages)[number]

/**
 * A page: its path pattern, the key of its title and description in `i18n/{en,fr}/pages.ts` (content pages have them in
 * their files), whether search engines may index it, and in `same` its canonical path if it is an alias.
 */
export interface PageRoute {
  readonly key: PageKey
  readonly path: string
  readonly listed: boolean
  readonly same?: string
}

export const pageKeys = [
  'home',
  'search',
  'parksList',
  'airportParking',
  'cityParking',
  'stadiumParking',
  'stationParking',
  'airportPlace',
  'cityPlace',
  'stadiumPlace',
  'stationPlace',
  'park',
  'checkout',
  'gate',
  'favourites',
  'auth',
  'register',
  'verify',
  'forgotPassword',
  'guest',
  'invitation',
  'notifications',
  'bookings',
  'bookingDetails',
  'sharedBooking',
  'wallet',
  'walletCallback',
  'payment',
  'bookingSuccess',
  'profile',
  'desk',
  'guard',
  'courier',
  'unsubscribe',
  'post',
  'service',
  'article',
  'branch',
  'cart',
  'cartCheckout',
  'orderSuccess',
  'orders',
  'order',
  'orderPay',
  'orderReturn',
  'addresses',
  'documents',
  'documentRequest',
  'events',
  'event',
  'eventBooking',
  'privateEvent',
  'partners',
] as const
export type PageKey = (typeof pageKeys)[number] | ContentPage

export const isContentPage = (key: PageKey): key is ContentPage => (contentPages as readonly string[]).includes(key)

const ownRoutes = [
  { key: 'home', path: '/', listed: true },
  { key: 'home', path: '/home', listed: true, same: '/' },
  { key: 'search', path: '/search', listed: false },
  { key: 'parksList', path: '/parks-list', listed: true },
  { key: 'airportParking', path: '/airport-parking', listed: true },
  { key: 'airportParking', path: '/parking-types/airport-parking', listed: true, same: '/airport-parking' },
  { key: 'airportPlace', path: '/airport-parking/:place', listed: true },
  { key: 'cityParking', path: '/city-parking', listed: true },
  { key: 'cityParking', path: '/parking-types/city-parking', listed: true, same: '/city-parking' },
  { key: 'cityPlace', path: '/city-parking/:place', listed: true },
  { key: 'stadiumParking', path: '/stadium-parking', listed: true },
  { key: 'stadiumParking', path: '/parking-types/stadium-parking', listed: true, same: '/stadium-parking' },
  { key: 'stadiumPlace', path: '/stadium-parking/:place', listed: true },
  { key: 'stationParking', path: '/station-parking', listed: true },
  { key: 'stationParking', path: '/parking-types/station-parking', listed: true, same: '/station-parking' },
  { key: 'stationPlace', path: '/station-parking/:place', listed: true },
  { key: 'park', path: '/park/:slug', listed: true },
  { key: 'checkout', path: '/checkout/:slug', listed: false },
  // Linked from the QR code at the gate, with a park code in place of the slug.
  { key: 'gate', path: '/booking/:slug', listed: false },
  { key: 'favourites', path: '/favourites', listed: false },
  { key: 'auth', path: '/auth', listed: false },
  { key: 'register', path: '/register', listed: false },
  { key: 'register', path: '/auth/register', listed: false },
  { key: 'verify', path: '/verify', listed: false },
  { key: 'forgotPassword', path: '/forgot-password', listed: false },
  { key: 'forgotPassword', path: '/auth/forgot-password', listed: false },
  { key: 'guest', path: '/guest', listed: false },
  { key: 'invitation', path: '/invitation/:token', listed: false },
  { key: 'notifications', path: '/notifications', listed: false },
  { key: 'bookings', path: '/bookings', listed: false },
  { key: 'bookingDetails', path: '/booking-details/:bookingCode', listed: false },
  { key: 'sharedBooking', path: '/shared/:token', listed: false },
  { key: 'wallet', path: '/wallet', listed: false },
  { key: 'walletCallback', path: '/wallet/callback', listed: false },
  { key: 'payment', path: '/payment/success', listed: false },
  { key: 'payment', path: '/payment-success', listed: false },
  { key: 'payment', path: '/payment', listed: false },
  { key: 'bookingSuccess', path: '/booking-success', listed: false },
  { key: 'profile', path: '/profile', listed: false },
  { key: 'desk', path: '/desk', listed: false },
  { key: 'desk', path: '/desk/:screen', listed: false },
  { key: 'desk', path: '/desk/:screen/:record', listed: false },
  { key: 'desk', path: '/desk/:screen/:record/:part', listed: false },
  { key: 'guard', path: '/guard', listed: false },
  { key: 'courier', path: '/courier', listed: false },
  { key: 'unsubscribe', path: '/unsubscribe/:key', listed: false },
  { key: 'post', path: '/post/:post', listed: true },
  { key: 'service', path: '/marketplace/:service', listed: true },
  { key: 'article', path: '/help/:article', listed: true },
  { key: 'cart', path: '/cart', listed: false },
  { key: 'cartCheckout', path: '/cart/checkout', listed: false },
  { key: 'orderSuccess', path: '/order-success/:order', listed: false },
  { key: 'orders', path: '/orders', listed: false },
  { key: 'order', path: '/order/:order', listed: false },
  { key: 'orderPay', path: '/order/:order/pay', listed: false },
  { key: 'orderReturn', path: '/order/:order/return', listed: false },
  { key: 'addresses', path: '/addresses', listed: false },
  { key: 'documents', path: '/documents', listed: false },
  { key: 'documentRequest', path: '/documents/:request', listed: false },
  { key: 'branch', path: '/branch/:branch', listed: true },
  { key: 'events', path: '/events', listed: true },
  { key: 'event', path: '/event/:event', listed: true },
  { key: 'eventBooking', path: '/booking/event/:event', listed: false },
  { key: 'privateEvent', path: '/private-event-access', listed: false },
  { key: 'partners', path: '/partners', listed: true },
] as const satisfies readonly PageRoute[]

export const pageRoutes: readonly PageRoute[] = [
  ...ownRoutes,
  ...contentPages.map((key) => ({ key, path: `/${key}`, listed: true })),
]

type OwnRoute = (typeof ownRoutes)[number]
/** The pattern of a page. */
export type PagePattern = OwnRoute['path'] | `/${ContentPage}`
type NamesIn<Pattern> = Pattern extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Pattern extends `${string}:${infer Name}`
    ? Name
    : never
/** The desk's first page stands for it: its screens are below. */
type ParamsOf<Key> = Key extends 'desk' ? never : NamesIn<Extract<OwnRoute, { key: Key }>['path']>

const firstPatterns = new Map(pageRoutes.toReversed().map(({ key, path }) => [key, path]))

/** The path of a page, from the first of its patterns, with its parameters encoded. Nobody else writes one. */
export function pagePath<Key extends PageKey>(
  key: Key,
  ...given: [ParamsOf<Key>] extends [never] ? [] : [params: Readonly<Record<ParamsOf<Key>, string>>]
): string {
  const params = Object.assign({}, ...given) as Readonly<Record<string, string>>
  return firstPatterns.get(key)!.replaceAll(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name]!))
}

/**
 * Finds the page of a percent-encoded path without query, and decodes its parameters; undefined when there is none.
 */
export function findPage(path: string): { route: PageRoute; params: Record<string, string> } | undefined {
  const match = matchPath(pagePatterns, path)
  return match && { route: pageRoutes[match.index]!, params: match.params }
}

/**
 * Finds the best matching pattern and decodes its parameters; undefined when none matches. As in React Router, case and
 * trailing slashes are ignored, and literals rank above `:parameter`, which ranks above `*`.
 */
export function matchPath(
  patterns: readonly Pattern[],
  path: string,
): { index: number; params: Record<string, string> } | undefined {
  const segments = splitPath(path).map(decodeSegment)
  let best: { index: number; rank: number; params: Record<string, string> } | undefined
  for (const [index, { pieces, rank }] of patterns.entries()) {
    if (best !== undefined && rank <= best.rank) continue
    const params = readParams(pieces, segments)
    if (params !== undefined) best = { index, rank, params }
  }
  return best && { index: best.index, params: best.params }
}

interface Pattern {
  pieces: readonly string[]
  rank: number
}

/** Splits a pattern once, because every link of a page may be matched with all of them. */
export function parsePattern(pattern: string): Pattern {
  const pieces = splitPath(pattern)
  return { pieces, rank: pieces.reduce((sum, piece) => sum + rankOf(piece), pieces.length) }
}

const splitPath = (path: string): string[] => path.split('/').filter(Boolean)

/** React Router's weights. */
const rankOf = (piece: string): number => (piece === '*' ? -2 : piece.startsWith(':') ? 3 : 10)

const decodeSegment = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function readParams(pieces: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  const isOpen = pieces.at(-1) === '*'
  if (isOpen ? segments.length < pieces.length - 1 : segments.length !== pieces.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, piece] of pieces.entries()) {
    if (piece === '*') params['*'] = segments.slice(at).join('/')
    else if (piece.startsWith(':')) params[piece.slice(1)] = segments[at]!
    else if (piece.toLowerCase() !== segments[at]!.toLowerCase()) return undefined
  }
  return params
}

const pagePatterns = pageRoutes.map(({ path }) => parsePattern(path))

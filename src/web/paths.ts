import { pagePath, type ContentPage, type PageKey } from '#contract/pages.ts'

type Query = Record<string, string | number | undefined>
/** Where a visitor shops. */
interface ShopQuery {
  country?: string | undefined
  branch?: string | undefined
}

const withQuery = (path: string, query: Query = {}) => {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries).toString()}`
}

/** Every address of the app. Components never write paths by hand. */
export const paths = {
  home: () => pagePath('home'),
  search: (query?: Query) => withQuery(pagePath('search'), query),
  parksList: (query?: Query) => withQuery(pagePath('parksList'), query),
  airportParking: (query?: Query) => withQuery(pagePath('airportParking'), query),
  cityParking: (query?: Query) => withQuery(pagePath('cityParking'), query),
  stadiumParking: (query?: Query) => withQuery(pagePath('stadiumParking'), query),
  stationParking: (query?: Query) => withQuery(pagePath('stationParking'), query),
  airportPlace: (slug: string) => pagePath('airportPlace', { place: slug }),
  cityPlace: (slug: string) => pagePath('cityPlace', { place: slug }),
  stadiumPlace: (slug: string) => pagePath('stadiumPlace', { place: slug }),
  stationPlace: (slug: string) => pagePath('stationPlace', { place: slug }),
  park: (slug: string, query?: Query) => withQuery(pagePath('park', { slug }), query),
  checkout: (slug: string, query?: Query) => withQuery(pagePath('checkout', { slug }), query),
  gate: (slug: string, query?: Query) => withQuery(pagePath('gate', { slug }), query),
  favourites: () => pagePath('favourites'),
  auth: (query?: { next?: string }) => withQuery(pagePath('auth'), query),
  register: (query?: { next?: string }) => withQuery(pagePath('register'), query),
  verify: (query?: { email?: string; next?: string }) => withQuery(pagePath('verify'), query),
  guest: (query?: { next?: string }) => withQuery(pagePath('guest'), query),
  invitation: (token: string) => pagePath('invitation', { token }),
  forgotPassword: (query?: { next?: string }) => withQuery(pagePath('forgotPassword'), query),
  notifications: (query?: Query) => withQuery(pagePath('notifications'), query),
  bookings: (query?: Query) => withQuery(pagePath('bookings'), query),
  bookingDetails: (bookingCode: string, query?: Query) => withQuery(pagePath('bookingDetails', { bookingCode }), query),
  sharedBooking: (token: string) => pagePath('sharedBooking', { token }),
  wallet: (query?: Query) => withQuery(pagePath('wallet'), query),
  walletCallback: (query?: Query) => withQuery(pagePath('walletCallback'), query),
  payment: (query?: Query) => withQuery(pagePath('payment'), query),
  bookingSuccess: (query?: { code?: string }) => withQuery(pagePath('bookingSuccess'), query),
  profile: () => pagePath('profile'),
  /** A screen of the desk; its start without a name. */
  desk: (screen: string = '', query?: Query) =>
    withQuery(screen === '' ? pagePath('desk') : `${pagePath('desk')}/${screen}`, query),
  /** The app of guards. */
  guard: (query?: Query) => withQuery(pagePath('guard'), query),
  /** The app of couriers. */
  courier: () => pagePath('courier'),
  unsubscribe: (key: string) => pagePath('unsubscribe', { key }),
  /** A content page. */
  content: (page: ContentPage, query?: Query) => withQuery(pagePath(page), query),
  post: (id: string) => pagePath('post', { post: id }),
  article: (id: string) => pagePath('article', { article: id }),
  /** A category, an item or a text of the marketplace. */
  service: (id: string, query: Query | ShopQuery = {}) => withQuery(pagePath('service', { service: id }), { ...query }),
  cart: () => pagePath('cart'),
  orderSuccess: (order_number: string) => pagePath('orderSuccess', { order: order_number }),
  orders: (query?: Query) => withQuery(pagePath('orders'), query),
  /** One's own requests for vehicle documents. */
  documents: (query?: Query) => withQuery(pagePath('documents'), query),
  documentRequest: (number: string) => pagePath('documentRequest', { request: number }),
  order: (order_number: string) => pagePath('order', { order: order_number }),
  orderReturn: (order_number: string) => pagePath('orderReturn', { order: order_number }),
  orderPay: (order_number: string) => pagePath('orderPay', { order: order_number }),
  addresses: () => pagePath('addresses'),
  cartCheckout: (query?: Query) => withQuery(pagePath('cartCheckout'), query),
  branch: (slug: string) => pagePath('branch', { branch: slug }),
  events: (query?: Query) => withQuery(pagePath('events'), query),
  event: (eventCode: string) => pagePath('event', { event: eventCode }),
  eventBooking: (eventCode: string, query?: Query) => withQuery(pagePath('eventBooking', { event: eventCode }), query),
  partners: (query?: { park?: string }) => withQuery(pagePath('partners'), query),
  privateEvent: () => pagePath('privateEvent'),
  terms: () => pagePath('terms'),
  privacy: () => pagePath('privacy-policy'),
  cancellation: () => pagePath('cancellation-policy'),
} satisfies Record<
  Exclude<PageKey, ContentPage> | 'content' | 'terms' | 'privacy' | 'cancellation',
  (...parts: never[]) => string
>

/**
 * Target after a login, from `next` in the address: a path of this site, otherwise the home page. Rejects `//host`,
 * `/\host`, other schemes and control characters.
 */
export function safeNext(next: string | null | undefined): string {
  if (!next?.startsWith(pagePath('home')) || /^\/[/\\]/.test(next)) return paths.home()
  const url = URL.parse(next, window.location.origin)
  if (url === null || url.origin !== window.location.origin) return paths.home()
  // `/..//host` has become `//host`, which is another site.
  return url.pathname.startsWith('//') ? paths.home() : url.pathname + url.search + url.hash
}

import type { ContentPage, PageKey } from '#contract/pages.ts'

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
  home: () => '/',
  search: (query?: Query) => withQuery('/search', query),
  parksList: (query?: Query) => withQuery('/parks-list', query),
  airportParking: (query?: Query) => withQuery('/airport-parking', query),
  cityParking: (query?: Query) => withQuery('/city-parking', query),
  stadiumParking: (query?: Query) => withQuery('/stadium-parking', query),
  stationParking: (query?: Query) => withQuery('/station-parking', query),
  airportPlace: (slug: string) => `/airport-parking/${encodeURIComponent(slug)}`,
  cityPlace: (slug: string) => `/city-parking/${encodeURIComponent(slug)}`,
  stadiumPlace: (slug: string) => `/stadium-parking/${encodeURIComponent(slug)}`,
  stationPlace: (slug: string) => `/station-parking/${encodeURIComponent(slug)}`,
  park: (slug: string, query?: Query) => withQuery(`/park/${encodeURIComponent(slug)}`, query),
  checkout: (slug: string, query?: Query) => withQuery(`/checkout/${encodeURIComponent(slug)}`, query),
  gate: (slug: string, query?: Query) => withQuery(`/booking/${encodeURIComponent(slug)}`, query),
  favourites: () => '/favourites',
  auth: (query?: { next?: string }) => withQuery('/auth', query),
  register: (query?: { next?: string }) => withQuery('/register', query),
  verify: (query?: { email?: string; next?: string }) => withQuery('/verify', query),
  guest: (query?: { next?: string }) => withQuery('/guest', query),
  forgotPassword: (query?: { next?: string }) => withQuery('/forgot-password', query),
  notifications: (query?: Query) => withQuery('/notifications', query),
  bookings: (query?: Query) => withQuery('/bookings', query),
  bookingDetails: (bookingCode: string, query?: Query) =>
    withQuery(`/booking-details/${encodeURIComponent(bookingCode)}`, query),
  wallet: (query?: Query) => withQuery('/wallet', query),
  walletCallback: (query?: Query) => withQuery('/wallet/callback', query),
  payment: (query?: Query) => withQuery('/payment/success', query),
  bookingSuccess: (query?: { code?: string }) => withQuery('/booking-success', query),
  profile: () => '/profile',
  /** A screen of the desk; its start without a name. */
  desk: (screen = '', query?: Query) => withQuery(screen === '' ? '/desk' : `/desk/${screen}`, query),
  /** The app of guards. */
  guard: (query?: Query) => withQuery('/guard', query),
  unsubscribe: (key: string) => `/unsubscribe/${encodeURIComponent(key)}`,
  /** A content page. */
  content: (page: ContentPage, query?: Query) => withQuery(`/${page}`, query),
  post: (id: string) => `/post/${encodeURIComponent(id)}`,
  /** A category, an item or a text of the marketplace. */
  service: (id: string, query: Query | ShopQuery = {}) =>
    withQuery(`/marketplace/${encodeURIComponent(id)}`, { ...query }),
  cart: () => '/cart',
  orderSuccess: (order_number: string) => `/order-success/${encodeURIComponent(order_number)}`,
  orders: (query?: Query) => withQuery('/orders', query),
  /** One's own requests for vehicle documents. */
  documents: (query?: Query) => withQuery('/documents', query),
  documentRequest: (number: string) => `/documents/${encodeURIComponent(number)}`,
  order: (order_number: string) => `/order/${encodeURIComponent(order_number)}`,
  orderReturn: (order_number: string) => `/order/${encodeURIComponent(order_number)}/return`,
  orderPay: (order_number: string) => `/order/${encodeURIComponent(order_number)}/pay`,
  addresses: () => '/addresses',
  cartCheckout: (query?: Query) => withQuery('/cart/checkout', query),
  branch: (slug: string) => `/branch/${encodeURIComponent(slug)}`,
  events: (query?: Query) => withQuery('/events', query),
  event: (eventCode: string) => `/event/${encodeURIComponent(eventCode)}`,
  eventBooking: (eventCode: string, query?: Query) =>
    withQuery(`/booking/event/${encodeURIComponent(eventCode)}`, query),
  partners: (query?: { park?: string }) => withQuery('/partners', query),
  privateEvent: () => '/private-event-access',
  terms: () => '/terms',
  privacy: () => '/privacy-policy',
  cancellation: () => '/cancellation-policy',
} satisfies Record<
  Exclude<PageKey, ContentPage> | 'content' | 'terms' | 'privacy' | 'cancellation',
  (...parts: never[]) => string
>

/**
 * Target after a login, from `next` in the address: a path of this site, otherwise the home page. Rejects `//host`,
 * `/\host`, other schemes and control characters.
 */
export function safeNext(next: string | null | undefined): string {
  if (!next?.startsWith('/') || /^\/[/\\]/.test(next)) return paths.home()
  const url = URL.parse(next, window.location.origin)
  if (url === null || url.origin !== window.location.origin) return paths.home()
  // `/..//host` has become `//host`, which is another site.
  return url.pathname.startsWith('//') ? paths.home() : url.pathname + url.search + url.hash
}

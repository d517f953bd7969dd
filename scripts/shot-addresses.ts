import { pageRoutes, type PageKey, type PageRoute } from '#contract/pages.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { buildQuote } from '#test/e2e/documents/requests.ts'
import { book, bookNow, buildDriver, type Choice, type E2eDriver, parksToBook, send } from '#test/e2e/kit/drivers.ts'
import { buildInvitation } from '#test/e2e/kit/invitations.ts'
import { completeOrder, findLine, placeOrder } from '#test/e2e/shop/orders.ts'
import { buildPayments, buildUnpaidOrders, paymentStates } from './shot-payments.ts'

const toronto = { lat: 43.6532, lng: -79.3832 }
/** In Lake Superior. */
const water = { lat: 47.6, lng: -87.5 }
/** Of a page that needs a parameter, one that nothing has. */
const unknown = 'no-such-thing'

export const shotStates = [
  'full',
  'empty',
  'missing',
  'failed',
  'offline',
  ...paymentStates,
  'unpaid',
  'ended',
] as const
export type ShotState = (typeof shotStates)[number]

/** What a picture is taken of: `token` signs in, `country` is the visitor's. */
export interface ShotTarget {
  key: PageKey
  state: ShotState
  to: string
  country: CountryCode
  token: string | undefined
}

/** Pages that redirect signed-in users. */
const visitorPages = new Set<PageKey>(['auth', 'register', 'verify', 'forgotPassword', 'guest', 'invitation'])
/** Pages of Nigeria, of a driver there. */
const nigerianPages = new Set<PageKey>(['documents', 'documentRequest', 'vehicle-docs-renewal'])
/** Pages of staff have journeys of their own. */
const staffPages = new Set<PageKey>(['desk', 'guard', 'courier'])
/** Pages with what their driver has, which a new one lacks. */
const ownPages = new Set<PageKey>([
  'favourites',
  'notifications',
  'bookings',
  'wallet',
  'profile',
  'cart',
  'cartCheckout',
  'orders',
  'addresses',
  'documents',
])
/** What finds nothing, as the query of a page. */
const withoutResult: Partial<Record<PageKey, Record<string, string>>> = {
  search: { lat: String(water.lat), lng: String(water.lng), place: 'Lake Superior' },
  parksList: { search: 'zzzzzzz' },
  marketplace: { search: 'zzzzzzz' },
  events: { text: 'zzzzzzz' },
}
/** Pages that are stored on the device, and one of those that are not. */
const offlinePages = new Set<PageKey>(['home', 'bookings', 'bookingDetails'])

/** Every page of drivers once, by the order of the contract. */
export const shotRoutes: readonly PageRoute[] = pageRoutes.filter(
  ({ key }, index) => !staffPages.has(key) && pageRoutes.findIndex((route) => route.key === key) === index,
)

/**
 * The addresses of all pages in one language, with drivers who have what the pages show; `failed` is listed for every
 * page, and only taken of those that load something themselves. Throws if a parameter of a page has no value here.
 */
export async function findShotTargets(
  base: string,
  language: Language,
  keys: readonly string[],
): Promise<ShotTarget[]> {
  const world = await buildWorld(base, language)
  const targetsOf = ({ key, path }: PageRoute): ShotTarget[] => {
    const country = nigerianPages.has(key) ? 'NG' : 'CA'
    const driver = country === 'NG' ? world.nigerian : world.driver
    const token = visitorPages.has(key) ? undefined : driver.token
    const build = (state: ShotState, more: Partial<ShotTarget> = {}): ShotTarget => ({
      key,
      state,
      to: fillPath(path, world.params) + queryText(world.queries[key]),
      country,
      token,
      ...more,
    })
    const nothing = withoutResult[key]
    const targets = [build('full'), build('failed')]
    if (ownPages.has(key)) targets.push(build('empty', { token: world.newcomers[country].token }))
    else if (nothing !== undefined) targets.push(build('empty', { to: path + queryText(nothing) }))
    if (path.includes(':')) targets.push(build('missing', { to: path.replace(/:\w+/, unknown) }))
    if (offlinePages.has(key)) targets.push(build('offline'))
    if (key === 'walletCallback' || key === 'payment')
      for (const state of paymentStates)
        targets.push(
          build(state, {
            to: path + queryText(world.payments[state]),
            // Whom the payment belongs to is led on to the wallet's page.
            ...(key === 'payment' && { token: undefined }),
          }),
        )
    if (key === 'orderPay')
      for (const state of ['unpaid', 'ended'] as const)
        targets.push(build(state, { to: path.replace(':order', world.unpaidOrders[state]), token: world.caller.token }))
    return targets
  }
  return shotRoutes.filter(({ key }) => keys.length === 0 || keys.includes(key)).flatMap(targetsOf)
}

const queryText = (query: Record<string, string> | undefined) =>
  query === undefined ? '' : `?${new URLSearchParams(query)}`

function fillPath(path: string, params: Record<string, string>): string {
  return path.replace(/:\w+/, (name) => {
    const value = params[path] ?? params[name]
    if (value === undefined) throw new Error(`no example for ${name} of ${path}`)
    return value
  })
}

interface World {
  driver: E2eDriver
  nigerian: E2eDriver
  newcomers: Record<'CA' | 'NG', E2eDriver>
  /** By the name of a parameter, or by the whole path. */
  params: Record<string, string>
  queries: Partial<Record<PageKey, Record<string, string>>>
  payments: Awaited<ReturnType<typeof buildPayments>>
  /** Somebody in Toronto who has ordered on the phone. */
  caller: E2eDriver
  /** Of the caller. */
  unpaidOrders: Awaited<ReturnType<typeof buildUnpaidOrders>>
}

/** A driver in Toronto with bookings, orders, a full cart and the rest, one in Lagos with a document request, and two new ones. */
async function buildWorld(base: string, language: Language): Promise<World> {
  const driver = await buildDriver(base, { country_code: 'CA', language, top_up: 900 })
  const nigerian = await buildDriver(base, { country_code: 'NG', language, top_up: 200_000 })
  const newcomers = {
    CA: await buildDriver(base, { country_code: 'CA', language }),
    NG: await buildDriver(base, { country_code: 'NG', language }),
  }
  const caller = await buildDriver(base, { country_code: 'CA', language })
  const { token } = driver
  const vehicle = { plate: 'BKTR 482', make: 'Toyota', model: 'Corolla', country_code: 'CA', height_cm: 146 }
  await send(base, 'POST', '/api/v1/user/vehicles/', { token, body: vehicle })
  const { park, booking_code, shared } = await makeBookings(base, driver)
  const [open, done] = await makeOrders(base, driver)
  const home = { label: 'home', line: '74 Yorkville Avenue', city: 'Toronto', state: 'Ontario' }
  const address = { ...home, country_code: 'CA', lat: 43.6709, lng: -79.3926 }
  await send(base, 'POST', '/api/v1/user/addresses', { token, body: address })
  const { number } = await buildQuote(base, nigerian, {
    state: 'LA',
    plate: 'LSR-482KJ',
    kinds: ['vehicle_licence', 'road_worthiness', 'third_party_insurance'],
    handover: 'delivery',
  })
  const { items: events } = await send<{ items: { event_code: string }[] }>(
    base,
    'GET',
    '/api/v1/front/events?country=CA',
  )
  const window = { start: park.start_time, end: park.end_time }
  return {
    driver,
    nigerian,
    newcomers,
    params: {
      ':slug': park.slug,
      ':bookingCode': booking_code,
      ':token': shared,
      ':key': 'A'.repeat(24),
      ':post': 'toronto-winter',
      ':article': 'parking-for-someone-else',
      ':service': 'full-wash',
      ':branch': 'yorkville',
      ':order': open.order_number,
      '/order/:order/return': done.order_number,
      '/invitation/:token': await buildInvitation(base, `ama.diop.${crypto.randomUUID().slice(0, 4)}@example.com`),
      ':request': number,
      ':event': events[0]!.event_code,
      ...(await findPlaces(base)),
    },
    queries: {
      search: { lat: String(toronto.lat), lng: String(toronto.lng), place: 'Toronto', ...window },
      park: window,
      checkout: window,
      verify: { email: 'ada@example.com' },
      bookingSuccess: { code: booking_code },
    },
    payments: await buildPayments(base, driver),
    caller,
    unpaidOrders: await buildUnpaidOrders(base, caller),
  }
}

/** The largest Canadian place of each kind, by the path of its page. */
async function findPlaces(base: string): Promise<Record<string, string>> {
  const places: Record<string, string> = {}
  for (const kind of ['airport', 'city', 'stadium', 'station']) {
    const { items } = await send<{ items: { slug: string }[] }>(base, 'GET', `/api/v1/places/${kind}?country=CA&size=1`)
    places[`/${kind}-parking/:place`] = items[0]!.slug
  }
  return places
}

/** One booking for tomorrow, one that has begun and one that is cancelled; the first is shared and its car park a favourite. */
async function makeBookings(
  base: string,
  driver: E2eDriver,
): Promise<{ park: Choice; booking_code: string; shared: string }> {
  const { token } = driver
  const [park, other] = await parksToBook(base, toronto)
  await bookNow(base, driver)
  const { booking_code: cancelled } = await book(base, driver, other!)
  const { id: cancelled_id } = await findBooking(base, token, cancelled)
  await send(base, 'PUT', `/api/v1/bookings/${cancelled_id}/status?status=cancelled`, { token })
  const { booking_code } = await book(base, driver, park!)
  const { id } = await findBooking(base, token, booking_code)
  const { url } = await send<{ url: string }>(base, 'PUT', `/api/v1/bookings/${id}/share`, {
    token,
    body: { shows_pass: true },
  })
  await send(base, 'PUT', `/api/v1/user/favourites/${park!.id}`, { token })
  return { park: park!, booking_code, shared: url.split('/').at(-1)! }
}

const findBooking = (base: string, token: string, code: string) =>
  send<{ id: string }>(base, 'GET', `/api/v1/bookings/${code}`, { token })

/** An order that was just placed and one that was collected; then something is put into the cart. */
async function makeOrders(base: string, driver: E2eDriver) {
  const done = await placeOrder(base, driver, 'good')
  await completeOrder(base, done)
  const open = await placeOrder(base, driver)
  const { token } = driver
  const { line } = await findLine(base, { branch: 'yorkville', kind: 'food' })
  await send(base, 'POST', '/api/v1/cart/lines', { token, body: { branch: 'yorkville', replace: true, ...line } })
  return [open, done] as const
}

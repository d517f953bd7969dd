import type { Role } from '#contract/endpoint.ts'
import { type ContentPage, findPage, isContentPage, type PageKey, pageRoutes } from '#contract/pages.ts'
import { withCatalogue } from '#web/i18n.ts'
import { type Preloadable, type PreloadContext, lazyWithPreload } from '#web/lib/lazyWithPreload.tsx'

type Page = Preloadable
/** `standard`: header, content, footer. `wide`: compact header, the page fills the rest. `bare`: sign-in pages. */
export type Layout = 'standard' | 'wide' | 'bare'

/** Loads a page together with all sentences. */
const page = (load: Parameters<typeof lazyWithPreload>[0]): Page => lazyWithPreload(() => withCatalogue(load))

/** One component for the four parking types; it reads the type from the address. */
const placeType = page(() => import('#web/features/place-pages/PlaceTypePage.tsx'))
const place = page(() => import('#web/features/place-pages/PlacePage.tsx'))

/** Content pages, by address; some have a component of their own. */
const contentPage = page(() => import('#web/features/content/ContentPage.tsx'))
const customContentPages: Partial<Record<ContentPage, Page>> = {
  blog: page(() => import('#web/features/blog/BlogPage.tsx')),
  help: page(() => import('#web/features/help/HelpPage.tsx')),
}

/** `account` pages require a token; with `role`, at least that role. */
type PageEntry = { layout: Layout; Page: Page; account?: true; role?: Role }

const pages: Record<Exclude<PageKey, ContentPage>, PageEntry> = {
  home: { layout: 'standard', Page: lazyWithPreload(() => import('#web/features/home/HomePage.tsx')) },
  search: { layout: 'wide', Page: page(() => import('#web/features/search/SearchPage.tsx')) },
  parksList: { layout: 'standard', Page: page(() => import('#web/features/search/ParksListPage.tsx')) },
  airportParking: { layout: 'standard', Page: placeType },
  cityParking: { layout: 'standard', Page: placeType },
  stadiumParking: { layout: 'standard', Page: placeType },
  stationParking: { layout: 'standard', Page: placeType },
  airportPlace: { layout: 'standard', Page: place },
  cityPlace: { layout: 'standard', Page: place },
  stadiumPlace: { layout: 'standard', Page: place },
  stationPlace: { layout: 'standard', Page: place },
  park: { layout: 'standard', Page: page(() => import('#web/features/park-page/ParkPage.tsx')) },
  checkout: { layout: 'standard', Page: page(() => import('#web/features/checkout/CheckoutPage.tsx')) },
  gate: { layout: 'standard', Page: page(() => import('#web/features/checkout/GatePage.tsx')) },
  auth: { layout: 'bare', Page: page(() => import('#web/features/auth/LoginPage.tsx')) },
  register: { layout: 'bare', Page: page(() => import('#web/features/auth/RegisterPage.tsx')) },
  verify: { layout: 'bare', Page: page(() => import('#web/features/auth/VerifyPage.tsx')) },
  forgotPassword: { layout: 'bare', Page: page(() => import('#web/features/auth/ForgotPasswordPage.tsx')) },
  bookings: { layout: 'standard', Page: page(() => import('#web/features/bookings/BookingsPage.tsx')) },
  bookingDetails: {
    layout: 'standard',
    account: true,
    Page: page(() => import('#web/features/bookings/BookingDetailsPage.tsx')),
  },
  wallet: { layout: 'standard', Page: page(() => import('#web/features/wallet/WalletPage.tsx')) },
  walletCallback: {
    layout: 'standard',
    account: true,
    Page: page(() => import('#web/features/wallet/CallbackPage.tsx')),
  },
  payment: { layout: 'standard', Page: page(() => import('#web/features/wallet/PaymentPage.tsx')) },
  bookingSuccess: { layout: 'standard', Page: page(() => import('#web/features/success/SuccessPage.tsx')) },
  profile: { layout: 'standard', account: true, Page: page(() => import('#web/features/profile/ProfilePage.tsx')) },
  unsubscribe: { layout: 'standard', Page: page(() => import('#web/features/profile/UnsubscribePage.tsx')) },
  staffLeads: {
    layout: 'standard',
    account: true,
    role: 'staff',
    Page: page(() => import('#web/features/staff/LeadsPage.tsx')),
  },
  staffMoney: {
    layout: 'standard',
    account: true,
    role: 'staff',
    Page: page(() => import('#web/features/staff/MoneyPage.tsx')),
  },
  post: { layout: 'standard', Page: page(() => import('#web/features/blog/PostPage.tsx')) },
  service: { layout: 'standard', Page: page(() => import('#web/features/content/ServicePage.tsx')) },
  events: { layout: 'standard', Page: page(() => import('#web/features/events/EventsPage.tsx')) },
  event: { layout: 'standard', Page: page(() => import('#web/features/events/EventPage.tsx')) },
  eventBooking: { layout: 'standard', Page: page(() => import('#web/features/events/EventBookingPage.tsx')) },
  privateEvent: { layout: 'standard', Page: page(() => import('#web/features/events/PrivateEventPage.tsx')) },
}

const findEntry = (key: PageKey): PageEntry =>
  isContentPage(key) ? { layout: 'standard', Page: customContentPages[key] ?? contentPage } : pages[key]

/**
 * The routes: every path of the contract with its page. `account` pages redirect visitors without a token to the home
 * page.
 */
export const routes = pageRoutes.map((route) => ({ ...route, ...findEntry(route.key) }))

export const NotFoundPage = page(() => import('#web/shell/NotFoundPage.tsx'))

/** Layouts of few pages are loaded with them. */
export const WideLayout = lazyWithPreload(async () => ({
  default: (await import('#web/shell/layouts/WideLayout.tsx')).WideLayout,
}))
export const BareLayout = lazyWithPreload(async () => ({
  default: (await import('#web/shell/layouts/BareLayout.tsx')).BareLayout,
}))

const layoutParts = { standard: [], wide: [WideLayout], bare: [BareLayout] }

/**
 * Preloads the code of an address, which shows the page of what does not exist if it is `refused`. Never rejects: what
 * failed is requested again on render.
 */
export async function loadPage(path: string, refused = false): Promise<void> {
  const key = findPage(path)?.route.key
  const parts: Preloadable[] = key === undefined || refused ? [NotFoundPage] : []
  if (key !== undefined) {
    const { layout, Page } = findEntry(key)
    parts.push(Page, ...layoutParts[layout])
  }
  await Promise.allSettled(parts.map((part) => part.load()))
}

/** Loads the code and the data of a page, for rendering on the server; undefined when browsers alone render it. */
export async function preloadPage(context: PreloadContext): Promise<{ data: unknown } | undefined> {
  const { layout, Page } = findEntry(context.key)
  await Promise.all(layoutParts[layout].map((part) => part.load()))
  return Page.preload(context)
}

import { type ContentPage, findPage, isContentPage, type PageKey, pageRoutes } from '#contract/pages.ts'
import type { Language } from '#contract/places/places.ts'
import { type PageModule, type Preloadable, type PreloadContext, lazyWithPreload } from '#web/page/lazyWithPreload.tsx'
import { withCatalogue } from './i18n.ts'

type Page = Preloadable
/**
 * `standard`: header, content, footer. `wide`: compact header, the page fills the rest. `bare`: sign-in pages. `desk`: the
 * page brings its own frame. `alone`: the page fills the screen.
 */
export type Layout = 'standard' | 'wide' | 'bare' | 'desk' | 'alone'

const files = import.meta.glob<PageModule>('./features/*/*Page.tsx')

function findFile(name: string): [module: string, load: () => Promise<PageModule>] {
  const load = files[`./features/${name}.tsx`]
  if (load === undefined) throw new Error(`there is no page in features/${name}.tsx`)
  return [`src/web/features/${name}.tsx`, load]
}

/** A page by its file, loaded together with all sentences. */
function page(name: string): Page {
  const [module, load] = findFile(name)
  return lazyWithPreload(module, () => withCatalogue(load))
}

/** Has its few sentences from the start. */
const homePage = lazyWithPreload(...findFile('home/HomePage'))
/** Has sentences of its own; those of the site are loaded where a part of it uses them. */
const deskPage = lazyWithPreload(...findFile('desk/DeskPage'))
/** As the desk. */
const guardPage = lazyWithPreload(...findFile('guard/GuardPage'))
const courierPage = page('courier/CourierPage')

/** One component for the four parking types; it reads the type from the address. */
const placeType = page('place-pages/PlaceTypePage')
const place = page('place-pages/PlacePage')

/** Content pages, by address; some have a component of their own. */
const contentPage = page('content-pages/ContentPage')
const customContentPages: Partial<Record<ContentPage, Page>> = {
  blog: page('blog/BlogPage'),
  help: page('help/HelpPage'),
  marketplace: page('shop/MarketplacePage'),
  'vehicle-docs-renewal': page('content-pages/RenewalPage'),
}

/** `account` pages require a token. */
interface PageEntry {
  layout: Layout
  Page: Page
  account?: true
}

const pages: Record<Exclude<PageKey, ContentPage>, PageEntry> = {
  home: { layout: 'standard', Page: homePage },
  search: { layout: 'wide', Page: page('search/SearchPage') },
  parksList: { layout: 'standard', Page: page('search/ParksListPage') },
  airportParking: { layout: 'standard', Page: placeType },
  cityParking: { layout: 'standard', Page: placeType },
  stadiumParking: { layout: 'standard', Page: placeType },
  stationParking: { layout: 'standard', Page: placeType },
  airportPlace: { layout: 'standard', Page: place },
  cityPlace: { layout: 'standard', Page: place },
  stadiumPlace: { layout: 'standard', Page: place },
  stationPlace: { layout: 'standard', Page: place },
  park: { layout: 'standard', Page: page('park-page/ParkPage') },
  checkout: { layout: 'standard', Page: page('checkout/CheckoutPage') },
  gate: { layout: 'standard', Page: page('checkout/GatePage') },
  favourites: { layout: 'standard', Page: page('favourite-pages/FavouritesPage') },
  auth: { layout: 'bare', Page: page('auth/LoginPage') },
  register: { layout: 'bare', Page: page('auth/RegisterPage') },
  verify: { layout: 'bare', Page: page('auth/VerifyPage') },
  forgotPassword: { layout: 'bare', Page: page('auth/ForgotPasswordPage') },
  guest: { layout: 'bare', Page: page('auth/GuestPage') },
  invitation: { layout: 'bare', Page: page('auth/InvitationPage') },
  notifications: { layout: 'standard', Page: page('notifications/NotificationsPage') },
  bookings: { layout: 'standard', Page: page('bookings/BookingsPage') },
  bookingDetails: {
    layout: 'standard',
    account: true,
    Page: page('bookings/BookingDetailsPage'),
  },
  sharedBooking: { layout: 'standard', Page: page('bookings/SharedBookingPage') },
  wallet: { layout: 'standard', Page: page('wallet/WalletPage') },
  walletCallback: {
    layout: 'standard',
    account: true,
    Page: page('wallet/CallbackPage'),
  },
  payment: { layout: 'standard', Page: page('wallet/PaymentPage') },
  bookingSuccess: { layout: 'standard', Page: page('success/SuccessPage') },
  profile: { layout: 'standard', account: true, Page: page('profile/ProfilePage') },
  unsubscribe: { layout: 'standard', Page: page('profile/UnsubscribePage') },
  desk: { layout: 'desk', Page: deskPage },
  guard: { layout: 'alone', Page: guardPage },
  courier: { layout: 'alone', Page: courierPage },
  post: { layout: 'standard', Page: page('blog/PostPage') },
  service: { layout: 'standard', Page: page('shop/ShopEntryPage') },
  article: { layout: 'standard', Page: page('content-pages/ArticlePage') },
  branch: { layout: 'standard', Page: page('shop/BranchPage') },
  cart: { layout: 'standard', Page: page('cart/CartPage') },
  orderSuccess: { layout: 'standard', account: true, Page: page('orders/OrderSuccessPage') },
  orders: { layout: 'standard', Page: page('orders/OrdersPage') },
  order: { layout: 'standard', account: true, Page: page('orders/OrderPage') },
  orderReturn: { layout: 'standard', account: true, Page: page('orders/ReturnPage') },
  orderPay: { layout: 'standard', account: true, Page: page('orders/OrderPayPage') },
  addresses: { layout: 'standard', account: true, Page: page('addresses/AddressesPage') },
  documents: { layout: 'standard', Page: page('documents/RequestsPage') },
  documentRequest: { layout: 'standard', Page: page('documents/RequestPage') },
  cartCheckout: { layout: 'standard', Page: page('order-checkout/CartCheckoutPage') },
  events: { layout: 'standard', Page: page('event-pages/EventsPage') },
  event: { layout: 'standard', Page: page('event-pages/EventPage') },
  eventBooking: { layout: 'standard', Page: page('event-pages/EventBookingPage') },
  partners: { layout: 'standard', Page: page('partners/PartnersPage') },
  privateEvent: { layout: 'standard', Page: page('event-pages/PrivateEventPage') },
}

const findEntry = (key: PageKey): PageEntry =>
  isContentPage(key) ? { layout: 'standard', Page: customContentPages[key] ?? contentPage } : pages[key]

/**
 * The routes: every path of the contract with its page. `account` pages redirect visitors without a token to the home
 * page.
 */
export const routes = pageRoutes.map((route) => ({ ...route, ...findEntry(route.key) }))

export const NotFoundPage = lazyWithPreload('src/web/shell/NotFoundPage.tsx', () =>
  withCatalogue(() => import('#web/shell/NotFoundPage.tsx')),
)

/** Layouts of few pages are loaded with them. */
export const WideLayout = lazyWithPreload('src/web/shell/layouts/WideLayout.tsx', async () => ({
  default: (await import('#web/shell/layouts/WideLayout.tsx')).WideLayout,
}))
export const BareLayout = lazyWithPreload('src/web/shell/layouts/BareLayout.tsx', async () => ({
  default: (await import('#web/shell/layouts/BareLayout.tsx')).BareLayout,
}))

export const AloneLayout = lazyWithPreload('src/web/shell/layouts/AloneLayout.tsx', async () => ({
  default: (await import('#web/shell/layouts/AloneLayout.tsx')).AloneLayout,
}))

const layoutParts = { standard: [], wide: [WideLayout], bare: [BareLayout], desk: [], alone: [AloneLayout] }

/** The catalogues of pages that do without the sentences of the whole site. */
const ownCatalogues = new Map<unknown, readonly string[]>([
  [homePage, []],
  [deskPage, ['desk']],
  [guardPage, ['guard']],
  [courierPage, ['web', 'shop/courier']],
])

/** The page of an address in its layout; the page of what does not exist if it is `refused`. */
function listParts(path: string, refused: boolean): Pick<Preloadable, 'module' | 'load'>[] {
  const key = findPage(path)?.route.key
  if (key === undefined) return [NotFoundPage]
  const { layout, Page } = findEntry(key)
  return [...(refused ? [NotFoundPage] : []), Page, ...layoutParts[layout]]
}

/** Preloads the code of an address. Never rejects: what failed is requested again on render. */
export async function loadPage(path: string, refused = false): Promise<void> {
  await Promise.allSettled(listParts(path, refused).map((part) => part.load()))
}

/** The source files that an address needs first, by which the build's manifest names the files to preload. */
export function listModules(path: string, language: Language, refused: boolean): string[] {
  const parts = listParts(path, refused)
  const own = parts.flatMap((part) => ownCatalogues.get(part) ?? [])
  const needsWeb = !parts.some((part) => ownCatalogues.has(part))
  const catalogues = ['first', ...(needsWeb ? ['web'] : own)]
  return [...catalogues.map((name) => `src/i18n/${language}/${name}.ts`), ...parts.map(({ module }) => module)]
}

/** What pages load later and need without a network: each other, overlays, and the dialogs that work offline. */
const bookingModules = [
  'src/web/features/bookings/BookingsPage.tsx',
  'src/web/features/bookings/BookingDetailsPage.tsx',
  'src/web/features/bookings/dialogs/PlateDialog.tsx',
  'src/web/features/bookings/dialogs/SpotDialog.tsx',
  'src/web/shell/LateParts.tsx',
  'src/web/shell/UpdateNotice.tsx',
  'src/web/ui/overlay/Menu.tsx',
  'src/web/shell/header/AccountMenu.tsx',
  'src/web/shell/header/WalletChip.tsx',
  'src/web/shell/panel/SidePanel.tsx',
]
const offlineModules: Partial<Record<PageKey, readonly string[]>> = {
  bookings: bookingModules,
  bookingDetails: bookingModules,
  courier: [
    'src/web/ui/camera/readPixels.ts',
    'src/web/ui/overlay/Menu.tsx',
    'src/web/shell/LateParts.tsx',
    'src/web/shell/UpdateNotice.tsx',
  ],
  guard: ['src/web/ui/camera/readPixels.ts', 'src/web/shell/LateParts.tsx', 'src/web/shell/UpdateNotice.tsx'],
}

/** The counter is one of the desk's screens, whose sentences are in two files of their own. */
const counterModules = [
  'src/web/features/desk/pos/PosScreen.tsx',
  'src/web/features/desk/pos/lock/LockScreen.tsx',
  'src/web/ui/camera/readPixels.ts',
  'src/web/ui/overlay/Menu.tsx',
  'src/web/shell/LateParts.tsx',
  'src/web/shell/UpdateNotice.tsx',
]
const isCounter = (path: string): boolean => /^\/desk\/pos\/*$/i.test(path)

/** The source files that a service worker keeps with the frame of an address, besides those it needs first. */
export function listOfflineModules(path: string, language: Language): readonly string[] {
  if (isCounter(path))
    return [...counterModules, ...['desk_lists', 'desk_rest'].map((name) => `src/i18n/${language}/${name}.ts`)]
  const key = findPage(path)?.route.key
  return (key && offlineModules[key]) ?? []
}

/** Loads the code and the data of a page, for rendering on the server; undefined when browsers alone render it. */
export async function preloadPage(context: PreloadContext): Promise<{ data: unknown; module: string } | undefined> {
  const { layout, Page } = findEntry(context.key)
  await Promise.all(layoutParts[layout].map((part) => part.load()))
  const preloaded = await Page.preload(context)
  return preloaded && { ...preloaded, module: Page.module }
}

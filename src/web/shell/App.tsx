import { lazy, type ReactNode, Suspense, type ComponentType, useEffect, useState, useRef } from 'react'
import { Navigate, useLocation, NavigationType, useNavigationType } from 'react-router'
import { isSearchEngine } from '#contract/figures/devices.ts'
import { visitKey } from '#contract/figures/visit.ts'
import { findPage } from '#contract/pages.ts'
import { call } from '#web/api/call.ts'
import { isLeaving, readToken, useSignedIn } from '#web/api/session.ts'
import { closeLogin, openLogin, useLoginOpen } from '#web/features/account/loginDialog.ts'
import { hasDeviceFavourites } from '#web/features/favourites/device.ts'
import { restoreCountry, writeCountryCookie } from '#web/features/places/country.ts'
import { useCountryChange } from '#web/features/places/countryChange.ts'
import { closeCountryPicker, useCountryPickerOpen } from '#web/features/places/picker.ts'
import { withCatalogue } from '#web/i18n.ts'
import { useHydrating, usePageHydrated, useRendered } from '#web/page/rendering.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { AloneLayout, BareLayout, NotFoundPage, routes, WideLayout, type Layout } from '#web/routes.tsx'
import { type Country, useStoredCountry } from '#web/storage/country.ts'
import { readTabValue } from '#web/storage/tabStorage.ts'
import { ErrorBoundary } from './errors/ErrorBoundary.tsx'
import { ResourceCheck } from './errors/ResourceCheck.tsx'
import { StartFailure } from './errors/StartFailure.tsx'
import { FollowLinks } from './FollowLinks.tsx'
import { StandardLayout } from './layouts/StandardLayout.tsx'
import { PageLoader } from './PageLoader.tsx'
import { ReadOnlyBar } from './ReadOnlyBar.tsx'

/** The desk has a frame of its own, which is loaded with it. */
function DeskLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <ReadOnlyBar />
      {children}
    </>
  )
}

const layouts: Record<Layout, ComponentType<{ children: ReactNode }>> = {
  standard: StandardLayout,
  wide: WideLayout,
  bare: BareLayout,
  desk: DeskLayout,
  alone: AloneLayout,
}

const LoginDialog = lazy(() => withCatalogue(() => import('./LoginDialog.tsx')))
const JoinFavourites = lazy(() => import('#web/features/favourites/JoinFavourites.tsx'))
const SocialReturn = lazy(() => withCatalogue(() => import('#web/features/auth/SocialReturn.tsx')))
const LateParts = lazy(() => import('./LateParts.tsx'))

/** Every page in its layout, and the overlays. */
export function App() {
  const { pathname } = useLocation()
  const key = findPage(pathname)?.route.key
  const route = routes.find((route) => route.key === key)
  return (
    <ErrorBoundary page={pathname}>
      <ResourceCheck />
      <FollowLinks />
      <Suspense fallback={<PageLoader />}>
        <PageRoute route={route} />
      </Suspense>
      <StartFailure />
      <AfterHydration layout={route?.layout} />
    </ErrorBoundary>
  )
}

/** The page of the address in its layout. */
function PageRoute({ route }: { route: (typeof routes)[number] | undefined }) {
  const { pathname, search } = useLocation()
  // The server renders for visitors, so what it refused may exist for a user.
  const isRefused = useRendered().refusedAddress === pathname + search
  const isSignedIn = useSignedIn()
  const Frame = layouts[route?.layout ?? 'standard']
  return (
    <Frame>
      {route === undefined || (isRefused && !isSignedIn) ? (
        <MissingPage Page={route?.Page.readNotFound() ?? NotFoundPage} />
      ) : route.account ? (
        <AccountPage Page={route.Page} />
      ) : (
        <route.Page />
      )}
    </Frame>
  )
}

const MissingPage = ({ Page }: { Page: ComponentType }) => <Page />

/** The warning before a change of country empties the cart. */
function CountryChange() {
  if (useCountryChange() === undefined) return null
  return (
    <Suspense fallback={null}>
      <CountryWarning />
    </Suspense>
  )
}

/** Brings the first wrong field of any refused form into view. */
function useWatchedForms(): void {
  useEffect(() => {
    const watching = import('#web/ui/form/revealErrors.ts').then(({ watchForms }) => watchForms())
    return () => void watching.then((stop) => stop())
  }, [])
}

/** What depends on this device alone. */
function AfterHydration({ layout }: { layout: Layout | undefined }) {
  useWatchedForms()
  if (useHydrating()) return null
  return (
    <>
      {/* People at work see their own places, whatever the country. */}
      {layout !== 'desk' && layout !== 'alone' && <CountryGate />}
      <CountryChange />
      <CountVisits />
      <Overlays />
    </>
  )
}

/** Sends visitors without a token to the home page (specification, section 2), where a login leads back to this one. */
function AccountPage({ Page }: { Page: ComponentType }) {
  const { pathname, search } = useLocation()
  const isSignedIn = useSignedIn()
  useEffect(() => {
    if (!isSignedIn && readToken() === null && !isLeaving()) openLogin(pathname + search)
  }, [isSignedIn, pathname, search])
  return isSignedIn ? <Page /> : <Navigate to={paths.home()} replace />
}

// Read at the start of the page. The key is social.ts's, repeated here to keep that module out of the first load.
const returnsFromProvider = readTabValue('social_redirect') !== undefined

/** Overlays of any page, loaded after the page itself. */
function Overlays() {
  const loginOpen = useLoginOpen()
  const signedIn = useSignedIn()
  return (
    <Suspense fallback={null}>
      <LateParts />
      {returnsFromProvider && <SocialReturn />}
      {signedIn && hasDeviceFavourites() && <JoinFavourites />}
      {loginOpen && <LoginDialog onClosed={closeLogin} />}
    </Suspense>
  )
}

const CountryWarning = lazy(() => withCatalogue(() => import('#web/features/cart/CountryWarning.tsx')))
const CountryPicker = lazy(() => import('#web/features/places/CountryPicker.tsx'))

/** Delay of the IP lookup if a country is already stored (specification). */
const CHECK_AFTER_MS = 2_000

function useBackgroundCheck(stored: Country | undefined) {
  const id = stored?.id
  useEffect(() => {
    if (id === undefined) return
    const timer = setTimeout(() => {
      // Ignore a failure: the check is optional.
      const check = import('#web/features/places/backgroundCheck.ts').then(({ backgroundCheck }) => backgroundCheck(id))
      check.catch(() => undefined)
    }, CHECK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [id])
}

/**
 * Opens the country picker when no country is stored (specification, section 4), or on request. Search engines that run
 * scripts read the page: they store nothing and never choose.
 */
function CountryGate() {
  const stored = useStoredCountry()
  const isRequested = useCountryPickerOpen()
  const isHydrated = usePageHydrated()
  useBackgroundCheck(stored)
  useEffect(() => {
    if (stored) writeCountryCookie(stored.code)
  }, [stored])
  const { t } = useTranslation()
  const isMissing = stored === undefined && !isSearchEngine(navigator.userAgent)
  const [isChosen, setChosen] = useState(true)
  useEffect(() => {
    if (isMissing) setChosen(restoreCountry((code) => t(`common.countries.${code}`)) !== undefined)
  }, [isMissing, t])
  const needed = isMissing && !isChosen
  if (!isRequested && !(needed && isHydrated)) return null
  return (
    <Suspense fallback={null}>
      <CountryPicker dismissible={!needed} onClosed={closeCountryPicker} />
    </Suspense>
  )
}

/**
 * Reports the pages that are opened without the server, which counts those that it renders. An address that replaces
 * another is the same page.
 */
function CountVisits(): null {
  const { pathname, search } = useLocation()
  const type = useNavigationType()
  const country = useStoredCountry()?.code
  const address = pathname + search
  const visit = visitKey(pathname, search)
  const counted = useRef(visit)
  useEffect(() => {
    if (visit === counted.current) return
    counted.current = visit
    if (visit === undefined || type === NavigationType.Replace) return
    // What is not counted is lost: nobody waits for it.
    const body = { address: address.slice(0, 2_000), country }
    call('POST /api/v1/visits', { body, keepalive: true }).catch(() => undefined)
  }, [visit, address, type, country])
  return null
}

import { lazy, Suspense, type ComponentType, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, Route, Routes, useSearchParams } from 'react-router'
import type { Role } from '#contract/endpoint.ts'
import { withCatalogue } from '#web/i18n.ts'
import { useSignedIn } from '#web/lib/session.ts'
import { readTabValue } from '#web/lib/tabStorage.ts'
import { paths } from '#web/paths.ts'
import { BareLayout, routes, WideLayout, type Layout } from '#web/routes.tsx'
import { ErrorBoundary } from '#web/shell/errors/ErrorBoundary.tsx'
import { closeLogin, useLoginOpen } from '#web/features/account/loginDialog.ts'
import { PageLoader } from './PageLoader.tsx'
import { ResourceCheck } from '#web/shell/errors/ResourceCheck.tsx'
import { StandardLayout } from '#web/shell/layouts/StandardLayout.tsx'
import { type PageKey } from '#contract/pages.ts'
import { type SelectedCountry, writeCountryCookie, useStoredCountry } from '#web/features/places/country.ts'
import { closeCountryPicker, useCountryPickerOpen } from '#web/features/places/picker.ts'
import { usePageKey } from '#web/lib/usePageKey.ts'

const layouts: Record<Layout, ComponentType> = { standard: StandardLayout, wide: WideLayout, bare: BareLayout }

const NotFoundPage = lazy(() => withCatalogue(() => import('./NotFoundPage.tsx')))
const LoginDialog = lazy(() => withCatalogue(() => import('./LoginDialog.tsx')))
const RolePage = lazy(() => withCatalogue(() => import('./RolePage.tsx')))
const SocialReturn = lazy(() => withCatalogue(() => import('#web/features/auth/SocialReturn.tsx')))
const Toaster = lazy(async () => ({ default: (await import('#web/ui/overlay/Toaster.tsx')).Toaster }))

/** Every page in its layout, and what floats above all of them. */
export function App() {
  return (
    <ErrorBoundary>
      <ResourceCheck />
      <Suspense fallback={<PageLoader />}>
        <Routes>
          {Object.entries(layouts).map(([layout, Frame]) => (
            <Route key={layout} element={<Frame />}>
              {routes
                .filter((route) => route.layout === layout)
                .map(({ path, account, role, Page }) => (
                  <Route
                    key={path}
                    path={path}
                    element={account ? <AccountPage Page={Page} role={role} /> : <Page />}
                  />
                ))}
              {layout === 'standard' && <Route path="*" element={<NotFoundPage />} />}
            </Route>
          ))}
        </Routes>
      </Suspense>
      <CountryGate />
      <Overlays />
    </ErrorBoundary>
  )
}

/** Without a token the person is sent to the home page (specification, section 2); a role may be asked for as well. */
function AccountPage({ Page, role }: { Page: ComponentType; role: Role | undefined }) {
  if (!useSignedIn()) return <Navigate to={paths.home()} replace />
  return role === undefined ? <Page /> : <RolePage least={role} Page={Page} />
}

// As the page began; what social.ts keeps in the tab, which is not worth its code on every page.
const leftForProvider = readTabValue('social_redirect') !== undefined

/** What may appear over any page; its code comes after the page's own. */
function Overlays() {
  const { t } = useTranslation()
  const loginOpen = useLoginOpen()
  return (
    <Suspense fallback={null}>
      <Toaster label={t('shell.notifications')} closeLabel={t('common.close')} />
      {leftForProvider && <SocialReturn />}
      {loginOpen && <LoginDialog onClosed={closeLogin} />}
    </Suspense>
  )
}

const CountryPicker = lazy(() => import('#web/features/places/CountryPicker.tsx'))

/** Pages that show one country's parks: only these ask for it. A payment, a policy or a code never waits for it. */
const pagesNeedingCountry = new Set<PageKey | undefined>([
  'home',
  'search',
  'parksList',
  'airportParking',
  'cityParking',
  'stadiumParking',
  'stationParking',
])

/** From the specification: where a country is set already, the address is looked up so long after opening. */
const CHECK_AFTER_MS = 2_000

function useBackgroundCheck(stored: SelectedCountry | undefined) {
  const id = stored?.id
  useEffect(() => {
    if (id === undefined) return
    const timer = setTimeout(() => {
      // Without a network there is nothing to bring up to date.
      const check = import('#web/features/places/backgroundCheck.ts').then(({ backgroundCheck }) => backgroundCheck(id))
      check.catch(() => undefined)
    }, CHECK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [id])
}

/** Opens the country picker where a country is needed and none is stored, and wherever somebody asked for it. */
function CountryGate() {
  const page = usePageKey()
  const stored = useStoredCountry()
  const isRequested = useCountryPickerOpen()
  const [params] = useSearchParams()
  useBackgroundCheck(stored)
  useEffect(() => {
    if (stored) writeCountryCookie(stored.code)
  }, [stored])
  // An address that names its country shows that one, whoever reads it.
  const needed = stored === undefined && pagesNeedingCountry.has(page) && !params.has('country')
  if (!isRequested && !needed) return null
  return (
    <Suspense fallback={null}>
      <CountryPicker dismissible={!needed} onClosed={closeCountryPicker} />
    </Suspense>
  )
}

import { lazy, Suspense, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, Route, Routes } from 'react-router'
import type { Role } from '#contract/endpoint.ts'
import { withCatalogue } from '#web/i18n.ts'
import { useSignedIn } from '#web/lib/session.ts'
import { readTabValue } from '#web/lib/tabStorage.ts'
import { paths } from '#web/paths.ts'
import { BareLayout, routes, WideLayout, type Layout } from '#web/routes.tsx'
import { CountryGate } from './CountryGate.tsx'
import { ErrorBoundary } from '#web/shell/errors/ErrorBoundary.tsx'
import { closeLogin, useLoginOpen } from '#web/features/account/loginDialog.ts'
import { PageLoader } from './PageLoader.tsx'
import { ResourceCheck } from '#web/shell/errors/ResourceCheck.tsx'
import { StandardLayout } from '#web/shell/layouts/StandardLayout.tsx'

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
      <Floating />
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
function Floating() {
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

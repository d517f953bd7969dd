import { lazy, Suspense, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, Route, Routes } from 'react-router'
import { useSignedIn } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import { routes, type Layout } from '#web/routes.tsx'
import { BareLayout } from './BareLayout.tsx'
import { CountryGate } from './CountryGate.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { closeLogin, useLoginOpen } from './login.ts'
import { StandardLayout } from './StandardLayout.tsx'
import { WideLayout } from './WideLayout.tsx'

const layouts: Record<Layout, ComponentType> = { standard: StandardLayout, wide: WideLayout, bare: BareLayout }

const NotFoundPage = lazy(() => import('./NotFoundPage.tsx'))
const LoginDialog = lazy(() => import('./LoginDialog.tsx'))
const Toaster = lazy(async () => ({ default: (await import('#web/ui/Toaster.tsx')).Toaster }))

/** Every page in its layout, and what floats above all of them. */
export function App() {
  return (
    <ErrorBoundary>
      <Routes>
        {Object.entries(layouts).map(([layout, Frame]) => (
          <Route key={layout} element={<Frame />}>
            {routes
              .filter((route) => route.layout === layout)
              .map(({ path, account, Page }) => (
                <Route key={path} path={path} element={account ? <AccountPage Page={Page} /> : <Page />} />
              ))}
            {layout === 'standard' && <Route path="*" element={<NotFoundPage />} />}
          </Route>
        ))}
      </Routes>
      <CountryGate />
      <Floating />
    </ErrorBoundary>
  )
}

/** Without a token the person is sent to the home page (specification, section 2). */
function AccountPage({ Page }: { Page: ComponentType }) {
  return useSignedIn() ? <Page /> : <Navigate to={paths.home()} replace />
}

/** What may appear over any page; its code comes after the page's own. */
function Floating() {
  const { t } = useTranslation()
  const loginOpen = useLoginOpen()
  return (
    <Suspense fallback={null}>
      <Toaster label={t('shell.notifications')} closeLabel={t('common.close')} />
      {loginOpen && <LoginDialog onClosed={closeLogin} />}
    </Suspense>
  )
}

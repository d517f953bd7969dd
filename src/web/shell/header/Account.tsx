import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useSignedIn } from '#web/api/session.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { pill } from './headerStyles.ts'

// Loaded on demand, because visitors need neither.
const AccountMenu = lazy(() => import('./AccountMenu.tsx'))
const WalletChip = lazy(() => import('./WalletChip.tsx'))

/**
 * The end of the header: a login link for visitors, the account menu (and the wallet's balance) for users. The newer
 * header links to its get-started page, the older one to the login form (specification, section 2).
 */
export function Account({ wallet = false, newer = false }: { wallet?: boolean; newer?: boolean }) {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  // After a login the user returns to the current page.
  const next = pathname === paths.home() ? {} : { next: pathname + search }
  if (!useSignedIn())
    return (
      <>
        {newer && (
          <PageLink
            to={paths.auth(next)}
            className="inline-flex min-h-11 items-center rounded-md px-2 text-base font-medium whitespace-nowrap text-ink-2 hover:text-ink"
          >
            {t('shell.nav.log_in')}
          </PageLink>
        )}
        <PageLink
          to={newer ? paths.content('get-started') : paths.auth(next)}
          className={cx(pill, 'border-ink bg-ink px-4.5 text-paper hover:opacity-85')}
        >
          {t('shell.nav.get_started')}
        </PageLink>
      </>
    )
  return (
    <Suspense fallback={<span className="size-11 rounded-full bg-line" />}>
      {wallet && <WalletChip />}
      <AccountMenu />
    </Suspense>
  )
}

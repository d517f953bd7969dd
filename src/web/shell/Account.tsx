import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSignedIn } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { pill } from './headerStyles.ts'

// Visitors, who are most of those who come for the first time, need neither.
const AccountMenu = lazy(() => import('./AccountMenu.tsx'))
const WalletChip = lazy(() => import('./WalletChip.tsx'))

/** The end of the header: the way in for visitors, the account (and the wallet's balance) for who is signed in. */
export function Account({ wallet = false }: { wallet?: boolean }) {
  const { t } = useTranslation()
  if (!useSignedIn())
    return (
      <Link to={paths.auth()} className={cx(pill, 'border-ink bg-ink px-4.5 text-paper hover:opacity-85')}>
        {t('shell.nav.get_started')}
      </Link>
    )
  return (
    <Suspense fallback={<span className="size-11 rounded-full bg-line" />}>
      {wallet && <WalletChip />}
      <AccountMenu />
    </Suspense>
  )
}

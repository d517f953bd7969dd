import { Search, Ticket, UserRound, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PageKey } from '#contract/pages.ts'
import { useSignedIn } from '#web/api/session.ts'
import { usePageKey } from '#web/page/page.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { PageLink } from '#web/ui/PageLink.tsx'

/** Pages with a bottom bar of their own, or none. */
const pagesWithoutBar = new Set<PageKey | undefined>([
  'search',
  'park',
  'checkout',
  'cartCheckout',
  'gate',
  'vehicle-docs-renewal',
])

/** Whether the phone's bottom bar is shown: for signed-in drivers. */
export function useBottomBar(): boolean {
  const page = usePageKey()
  return useSignedIn() && !pagesWithoutBar.has(page)
}

export function BottomBar() {
  const { t } = useTranslation()
  return (
    <nav
      aria-label={t('shell.nav.phone_bar')}
      className="fixed inset-x-0 bottom-0 z-40 grid grid-cols-4 border-t border-line bg-card px-1.5 pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <Tab page="home" icon={<Search aria-hidden="true" />}>
        {t('shell.nav.find_short')}
      </Tab>
      <Tab page="bookings" icon={<Ticket aria-hidden="true" />}>
        {t('shell.nav.bookings_short')}
      </Tab>
      <Tab page="wallet" icon={<Wallet aria-hidden="true" />}>
        {t('shell.nav.wallet')}
      </Tab>
      <Tab page="profile" icon={<UserRound aria-hidden="true" />}>
        {t('shell.nav.profile')}
      </Tab>
    </nav>
  )
}

interface TabProps {
  page: 'home' | 'bookings' | 'wallet' | 'profile'
  icon: ReactNode
  children: string
}

function Tab({ page, icon, children }: TabProps) {
  const shown = usePageKey()
  return (
    <PageLink
      to={paths[page]()}
      aria-current={shown === page ? 'page' : undefined}
      className="grid min-h-15 content-center justify-items-center gap-1 rounded-md text-[min(0.6875rem,3.4vw)] font-semibold text-ink-3 aria-[current=page]:text-act [&_svg]:size-5.5"
    >
      {icon}
      {children}
    </PageLink>
  )
}

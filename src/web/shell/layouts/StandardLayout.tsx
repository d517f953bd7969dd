import type { ReactNode } from 'react'
import type { PageKey } from '#contract/pages.ts'
import { settings } from '#contract/settings/settings.ts'
import { usePageKey } from '#web/page/page.ts'
import { useHydrating } from '#web/page/rendering.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Header } from '../header/Header.tsx'
import { LanguageMenu } from '../header/LanguageMenu.tsx'
import { DemoBanner, OfflineBar } from '../Notices.tsx'
import { PageSlot } from '../PageSlot.tsx'
import { ReadOnlyBar } from '../ReadOnlyBar.tsx'
import { BottomBar, useBottomBar } from './BottomBar.tsx'
import { Footer } from './Footer.tsx'
import { RegionLinks } from './RegionLinks.tsx'
import { SkipLink } from './SkipLink.tsx'

/** Pages on which other links would distract from a payment or a pass. */
const singleTaskPages: ReadonlySet<PageKey> = new Set([
  'checkout',
  'cartCheckout',
  'orderSuccess',
  'orderPay',
  'order',
  'gate',
  'eventBooking',
  'payment',
  'bookingSuccess',
  'bookingDetails',
])

/** Header, content, footer. The home page has no top padding; full-bleed pages cancel it with `-mt-2`. */
export function StandardLayout({ children }: { children: ReactNode }) {
  const bottomBar = useBottomBar()
  const page = usePageKey()
  return (
    <div
      className={cx(
        'flex min-h-dvh flex-col',
        bottomBar && 'max-md:pb-(--bottom-bar) max-md:[--bottom-bar:calc(3.8rem+env(safe-area-inset-bottom))]',
      )}
    >
      <SkipLink />
      <DemoBanner />
      <Header />
      <OfflineBar />
      <ReadOnlyBar />
      <main id="main" tabIndex={-1} className={cx('min-h-dvh flex-1', page !== 'home' && 'pt-2')}>
        <PageSlot>{children}</PageSlot>
      </main>
      {page !== undefined && singleTaskPages.has(page) ? <ShortFooter /> : <Footer />}
      {bottomBar && <BottomBar />}
    </div>
  )
}

const link = 'inline-flex min-h-11 items-center text-ink-2 underline-offset-4 hover:text-ink hover:underline'

/** The footer of pages with one task, such as a checkout or a pass: help, terms, privacy and language in a line. */
function ShortFooter() {
  const { t } = useTranslation()
  const isHydrating = useHydrating()
  return (
    <footer className="mt-8 border-t border-line bg-card">
      <div className="mx-auto flex w-full max-w-[86rem] flex-wrap items-center justify-between gap-x-4 px-4 py-1 text-sm sm:px-6 lg:px-10">
        <nav
          aria-label={t('shell.footer.label', { brand: settings().company.name })}
          className="flex flex-wrap gap-x-4"
        >
          <PageLink to={paths.content('help')} className={link}>
            {t('shell.footer.short.help')}
          </PageLink>
          <PageLink to={paths.terms()} className={link}>
            {t('shell.footer.short.terms')}
          </PageLink>
          <PageLink to={paths.privacy()} className={link}>
            {t('shell.footer.short.privacy')}
          </PageLink>
        </nav>
        <LanguageMenu className="-mr-3.5 border-transparent text-ink-2 hover:text-ink" />
        {isHydrating && <RegionLinks />}
      </div>
    </footer>
  )
}

import type { ReactNode } from 'react'
import type { PageKey } from '#contract/pages.ts'
import { usePageKey } from '#web/page/page.ts'
import { cx } from '#web/ui/cx.ts'
import { Header } from '../header/Header.tsx'
import { DemoBanner, OfflineBar } from '../Notices.tsx'
import { PageSlot } from '../PageSlot.tsx'
import { BottomBar, useBottomBar } from './BottomBar.tsx'
import { Footer } from './Footer.tsx'
import { ShortFooter } from './ShortFooter.tsx'
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
    <div className={cx('flex min-h-dvh flex-col', bottomBar && 'max-md:pb-[calc(3.8rem+env(safe-area-inset-bottom))]')}>
      <SkipLink />
      <DemoBanner />
      <Header />
      <OfflineBar />
      <main id="main" tabIndex={-1} className={cx('min-h-dvh flex-1', page !== 'home' && 'pt-2')}>
        <PageSlot>{children}</PageSlot>
      </main>
      {page !== undefined && singleTaskPages.has(page) ? <ShortFooter /> : <Footer />}
      {bottomBar && <BottomBar />}
    </div>
  )
}

import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { runningQuarter } from '#contract/bookings/booking-rules.ts'
import { parkLabel } from '#contract/parks/park-label.ts'
import { readSearch } from '#web/features/booking-window/parkSearch.ts'
import { windowQuery } from '#web/features/booking-window/window.ts'
import { parkQuery, usePark } from '#web/features/parks/api.ts'
import type { Preload } from '#web/page/lazyWithPreload.tsx'
import { usePageParams } from '#web/page/page.ts'
import { useHydrating } from '#web/page/rendering.ts'
import { useTranslation } from '#web/page/translation.ts'
import { usePageTitle } from '#web/page/usePageTitle.ts'
import { useRunningQuarter } from '#web/time/useRunningQuarter.ts'
import { Checkout } from './Checkout.tsx'
import { CheckoutSkeleton } from './CheckoutSkeleton.tsx'
import { NoPark } from './NoPark.tsx'
import { useCheckoutWindow } from './state/useCheckoutWindow.ts'

const HeldPage = lazy(async () => ({ default: (await import('./HeldPage.tsx')).HeldPage }))

export const preload = (({ queries, params, search, language, now }) =>
  queries.fetchQuery(
    parkQuery(language, params['slug'] ?? '', windowQuery(readSearch(search, runningQuarter(now)))),
  )) satisfies Preload

export default function CheckoutPage() {
  const { slug = '' } = usePageParams()
  const [search] = useSearchParams()
  // A draft, an account and a hold are known on the device alone.
  const isHydrating = useHydrating()
  if (isHydrating) return <RenderedCheckout slug={slug} search={search} />
  const hold = search.get('hold')
  if (hold)
    return (
      <Suspense fallback={<CheckoutSkeleton />}>
        <HeldPage key={hold} slug={slug} code={hold} />
      </Suspense>
    )
  // The key resets the state for another park.
  return <LoadCheckout key={slug} slug={slug} />
}

function RenderedCheckout({ slug, search }: { slug: string; search: URLSearchParams }) {
  const window = readSearch(search, useRunningQuarter())
  return <CheckoutSkeleton park={usePark(slug, windowQuery(window)).data} window={window} />
}

function LoadCheckout({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const { window, change, moveStart } = useCheckoutWindow(slug)
  const park = usePark(slug, window.parkQuery)
  usePageTitle(park.data && t('pages.checkout.title', { name: parkLabel(park.data, t) }))
  if (park.data?.bookable !== true) return <NoPark park={park} window={window} />
  return <Checkout park={park.data} slug={slug} window={window} onWindow={change} moveStart={moveStart} />
}

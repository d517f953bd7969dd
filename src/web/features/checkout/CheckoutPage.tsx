import { lazy, Suspense } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { usePark } from '#web/features/parks/api.ts'
import { parkLabel } from '#contract/park-label.ts'
import { usePageTitle } from '#web/lib/usePageTitle.ts'
import { Checkout } from './Checkout.tsx'
import { NoPark } from './NoPark.tsx'
import { useCheckoutWindow } from '#web/features/checkout/state/useCheckoutWindow.ts'
import { useTranslation } from '#web/lib/translation.ts'
import { CheckoutSkeleton } from './CheckoutSkeleton.tsx'

const HeldPage = lazy(async () => ({ default: (await import('./HeldPage.tsx')).HeldPage }))

export default function CheckoutPage() {
  const { slug = '' } = useParams()
  const [search] = useSearchParams()
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

function LoadCheckout({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const { window, change, moveStart } = useCheckoutWindow(slug)
  const park = usePark(slug, window.parkQuery)
  usePageTitle(park.data && t('pages.checkout.title', { name: parkLabel(park.data, t) }))
  if (park.data?.bookable !== true) return <NoPark park={park} window={window} />
  return <Checkout park={park.data} slug={slug} window={window} onWindow={change} moveStart={moveStart} />
}

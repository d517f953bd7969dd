import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import type { Park } from '#contract/parks.ts'
import { usePark } from '#web/features/parks/api.ts'
import { parkLabel } from '#web/features/parks/label.ts'
import { writeWindow } from '#web/features/search/stay.ts'
import { CallError } from '#web/lib/call.ts'
import { paths } from '#web/paths.ts'
import { usePageTitle } from '#web/shell/usePageTitle.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page, PageHead } from '#web/ui/Page.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { Checkout } from './Checkout.tsx'
import { Elsewhere } from './Nearby.tsx'
import { type CheckoutStay, useCheckoutStay } from './useCheckoutStay.ts'

export default function CheckoutPage() {
  const { slug = '' } = useParams()
  // Another park is another checkout: nothing of the last one stays.
  return <CheckoutOf key={slug} slug={slug} />
}

function CheckoutOf({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const { stay, change, refit } = useCheckoutStay(slug)
  const park = usePark(slug, stay.ahead)
  usePageTitle(park.data && t('pages.checkout.title', { name: parkLabel(park.data, t) }))

  if (park.data !== undefined) {
    if (!park.data.bookable) return <NotBookable park={park.data} stay={stay} />
    return <Checkout park={park.data} slug={slug} stay={stay} onStay={change} refit={refit} />
  }
  if (park.error instanceof CallError && park.error.status === 404) {
    return (
      <Page className="py-6">
        <EmptyState
          level={1}
          picture="search"
          title={t('checkout.unknown')}
          action={<ButtonLink to={paths.search(writeWindow(stay))}>{t('checkout.search')}</ButtonLink>}
        >
          {t('checkout.unknown_text')}
        </EmptyState>
      </Page>
    )
  }
  const offline = park.fetchStatus === 'paused' || (park.error instanceof CallError && park.error.status === 0)
  if (offline || park.isError) {
    return (
      <Page className="py-6">
        <EmptyState
          level={1}
          live
          picture={offline ? 'offline' : 'failed'}
          title={t(offline ? 'checkout.offline' : 'checkout.failed')}
          action={<Button onClick={() => park.refetch()}>{t('common.try_again')}</Button>}
        >
          {offline ? t('checkout.offline_text') : park.error?.message}
        </EmptyState>
      </Page>
    )
  }
  return <Waiting />
}

function NotBookable({ park, stay }: { park: Park; stay: CheckoutStay }) {
  const { t } = useTranslation()
  return (
    <Page className="py-6">
      <EmptyState
        level={1}
        picture="search"
        title={t('checkout.not_bookable')}
        action={
          <>
            <Elsewhere park={park} stay={stay} primary />
            <ButtonLink to={paths.park(park.slug, writeWindow(stay))} variant="alt" size="md">
              {t('checkout.about_park')}
            </ButtonLink>
          </>
        }
      >
        <p className="font-semibold text-ink">{parkLabel(park, t)}</p>
        <p>{t('checkout.not_bookable_text')}</p>
      </EmptyState>
    </Page>
  )
}

/** In the shape of what comes. */
function Waiting() {
  const { t } = useTranslation()
  return (
    <Page className="pb-10">
      <PageHead title={t('checkout.title')} />
      <Loading
        label={t('checkout.loading')}
        className="grid gap-x-14 gap-y-6 lg:grid-cols-[minmax(0,1fr)_27rem] lg:items-start"
      >
        <div className="grid gap-6">
          <div className="flex items-center gap-4">
            <Skeleton className="size-19 shrink-0 rounded-lg sm:size-24" />
            <span className="grid w-full gap-2.5">
              <Skeleton className="h-5 w-3/5 rounded-sm" />
              <Skeleton className="h-4 w-4/5 rounded-sm" />
            </span>
          </div>
          <Skeleton className="h-26 rounded-lg" />
          <Skeleton className="h-72 rounded-lg" />
        </div>
        <Skeleton className="h-104 rounded-xl" />
      </Loading>
    </Page>
  )
}

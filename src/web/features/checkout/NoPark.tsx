import { parkLabel } from '#contract/parks/park-label.ts'
import type { Park } from '#contract/parks/parks.ts'
import { CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { writeWindow } from '#web/features/booking-window/window.ts'
import type { usePark } from '#web/features/parks/api.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { CheckoutSkeleton } from './CheckoutSkeleton.tsx'
import { SearchNearbyLink } from './notices/OtherParks.tsx'
import type { CheckoutWindow } from './state/useCheckoutWindow.ts'

/** Shown while there is no park to book: loading, not found, failed to load, or not bookable. */
export function NoPark({ park, window }: { park: ReturnType<typeof usePark>; window: CheckoutWindow }) {
  const { t } = useTranslation()
  if (park.data !== undefined) return <NotBookable park={park.data} window={window} />
  if (park.error instanceof CallError && park.error.status === 404) {
    return (
      <Page className="py-6">
        <EmptyState
          level={1}
          picture="search"
          title={t('checkout.unknown')}
          action={<ButtonLink to={paths.search(writeWindow(window))}>{t('checkout.search')}</ButtonLink>}
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
          {offline ? t('checkout.offline_text') : describeFailure(t, park.error)}
        </EmptyState>
      </Page>
    )
  }
  return <CheckoutSkeleton />
}

function NotBookable({ park, window }: { park: Park; window: CheckoutWindow }) {
  const { t } = useTranslation()
  return (
    <Page className="py-6">
      <EmptyState
        level={1}
        picture="search"
        title={t('checkout.not_bookable')}
        action={
          <>
            <SearchNearbyLink park={park} window={window} primary />
            <ButtonLink to={paths.park(park.slug, writeWindow(window))} variant="alt" size="md">
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

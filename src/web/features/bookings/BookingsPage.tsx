import { useEffect, useId } from 'react'
import { useSignedIn } from '#web/api/session.ts'
import { LoginPrompt } from '#web/features/account/LoginPrompt.tsx'
import { OwnTabs, useOwnTab } from '#web/features/account/OwnTabs.tsx'
import { useOnline } from '#web/page/media.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Page, PageHead } from '#web/ui/Page.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { useOfflinePasses } from './api-booking.ts'
import { bookingTabs, useBookings } from './api.ts'
import { BookingCard } from './BookingCard.tsx'
import { BookingList } from './BookingList.tsx'
import { ScanGateButton } from './gate/ScanGateButton.tsx'

export default function BookingsPage() {
  return <Page>{useSignedIn() ? <OwnBookings /> : <LoginPrompt />}</Page>
}

function OwnBookings() {
  const { t } = useTranslation()
  // Preloads the code of the pass with the list, so that both work offline.
  useEffect(() => void import('./BookingDetailsPage.tsx').catch(() => undefined), [])
  const isFirstTab = useOwnTab(bookingTabs) === bookingTabs[0]
  const isLoading = useLoadingNow() && isFirstTab
  return (
    <>
      <PageHead title={t('bookings.title')} actions={isFirstTab && !isLoading && <ScanGateButton />} />
      {isLoading ? (
        <Loading label={t('common.loading')} className="grid gap-4 lg:grid-cols-2">
          <Skeleton className="h-44 rounded-xl" />
          <Skeleton className="h-44 rounded-xl" />
        </Loading>
      ) : (
        <>
          {isFirstTab && <Now filter="pending" title={t('bookings.held_now')} />}
          {isFirstTab && <Now filter="current" title={t('bookings.running_now')} />}
          <Lists />
        </>
      )}
    </>
  )
}

/**
 * Whether it is not known yet what is held, current and upcoming. What stands above the lists depends on it, so they wait:
 * nothing moves once it is shown.
 */
function useLoadingNow(): boolean {
  const online = useOnline()
  const found = [useBookings('pending'), useBookings('current'), useBookings('upcoming')]
  // After the first failure, and without a network, the lists show the saved passes. They ask again when they appear, which
  // makes what failed pending once more.
  const hasNotFailed = found.every(({ failureCount, errorUpdateCount }) => failureCount + errorUpdateCount === 0)
  return online && hasNotFailed && found.some(({ isPending }) => isPending)
}

function Lists() {
  const { t } = useTranslation()
  return (
    <OwnTabs
      label={t('bookings.tabs')}
      tabs={bookingTabs}
      nameOf={(tab) => t(`bookings.tab.${tab}`)}
      pathOf={paths.bookings}
    >
      {(shown, page) => <BookingList tab={shown} page={page} />}
    </OwnTabs>
  )
}

/** Held spaces and current bookings, shown before the upcoming ones. */
function Now({ filter, title }: { filter: 'pending' | 'current'; title: string }) {
  const id = useId()
  const found = useBookings(filter).data?.items
  // A hold that has started is in both lists.
  const bookings = filter === 'pending' ? found : found?.filter(({ status }) => status !== 'pending')
  useOfflinePasses(bookings)
  if (bookings === undefined || bookings.length === 0) return null
  return (
    <section aria-labelledby={id} className="mb-6">
      <h2 id={id} className="mb-3 text-lg">
        {title}
      </h2>
      <ul className="grid gap-4 lg:grid-cols-2">
        {bookings.map((booking) => (
          <li key={booking.id} className="min-w-0">
            <BookingCard booking={booking} level={3} />
          </li>
        ))}
      </ul>
    </section>
  )
}

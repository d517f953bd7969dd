import type { ReactNode } from 'react'
import type { Booking } from '#contract/bookings/bookings.ts'
import { CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useOfflineNotice } from '#web/api/offlineNotice.ts'
import { useOnline } from '#web/page/media.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { useOfflinePasses } from './api-booking.ts'
import { type BookingTab, useBookings } from './api.ts'
import { BookingCard, BookingCardSkeleton } from './BookingCard.tsx'
import { readOfflineBookings } from './pass/offline.ts'
import { phaseOf } from './phase.ts'

/** One page of a list of bookings; without a network, the passes saved on this device. */
export function BookingList({ tab, page }: { tab: BookingTab; page: number }) {
  const { t } = useTranslation()
  const list = useBookings(tab, page)
  const online = useOnline()
  useOfflinePasses(tab === 'upcoming' || tab === 'current' ? list.data?.items : undefined)
  const again = (
    <Button variant="alt" size="md" onClick={() => list.refetch()}>
      {t('common.try_again')}
    </Button>
  )

  if (list.data === undefined) {
    if (!list.isError) {
      // Show the saved passes while the request is retried, and at once without a network.
      const saved = list.failureCount > 0 || !online ? savedFor(tab) : []
      if (saved.length > 0) return <Saved bookings={saved} />
      return (
        <Loading label={t('common.loading')} className="grid gap-4 lg:grid-cols-2">
          <BookingCardSkeleton />
          <BookingCardSkeleton />
        </Loading>
      )
    }
    const offline = list.error instanceof CallError && list.error.status === 0
    const saved = offline ? savedFor(tab) : []
    if (saved.length > 0) return <Saved bookings={saved} action={again} />
    return (
      <EmptyState
        live
        picture={offline ? 'offline' : 'failed'}
        title={t(offline ? 'bookings.offline' : 'bookings.failed')}
        action={again}
      >
        {offline ? t('bookings.offline_none') : describeFailure(t, list.error)}
      </EmptyState>
    )
  }

  const { total, pages, size } = list.data
  // Held spaces are shown above the tabs, with their countdown.
  const items = list.data.items.filter(({ status }) => status !== 'pending')
  if (items.length === 0 && list.data.items.length > 0 && pages === 1) return <Nothing tab={tab} />
  if (total === 0) return <Nothing tab={tab} />
  if (list.data.items.length === 0) {
    return (
      <EmptyState
        title={t('bookings.past_end')}
        action={<ButtonLink to={paths.bookings({ tab })}>{t('bookings.first_page')}</ButtonLink>}
      />
    )
  }
  return (
    <>
      <Cards bookings={items} dim={list.isPlaceholderData} />
      {pages > 1 && (
        <Pagination
          page={list.data.page}
          pages={pages}
          label={t('bookings.pages')}
          summary={t('bookings.showing', {
            from: (list.data.page - 1) * size + 1,
            to: (list.data.page - 1) * size + list.data.items.length,
            total,
          })}
          previousLabel={t('bookings.previous')}
          nextLabel={t('bookings.next')}
          pageLabel={(number) => t('bookings.page', { page: number })}
          hrefFor={(number) => paths.bookings({ tab, page: number === 1 ? undefined : number })}
        />
      )}
    </>
  )
}

function Cards({ bookings, dim }: { bookings: readonly Booking[]; dim?: boolean }) {
  return (
    <ul className={cx('grid gap-4 transition-opacity lg:grid-cols-2', dim && 'opacity-60')}>
      {bookings.map((booking) => (
        <li key={booking.id} className="min-w-0">
          <BookingCard booking={booking} />
        </li>
      ))}
    </ul>
  )
}

function Saved({ bookings, action }: { bookings: readonly Booking[]; action?: ReactNode }) {
  const { t } = useTranslation()
  const online = useOnline()
  useOfflineNotice(t('bookings.saved'))
  return (
    <div className="grid gap-4">
      {online && (
        <Notice tone="warning" live action={action}>
          {t('bookings.saved')}
        </Notice>
      )}
      <Cards bookings={bookings} />
    </div>
  )
}

function Nothing({ tab }: { tab: BookingTab }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t(`bookings.empty.${tab}`)}
      action={
        <ButtonLink to={paths.search()} variant={tab === 'past' || tab === 'cancelled' ? 'alt' : 'primary'}>
          {t('bookings.find')}
        </ButtonLink>
      }
    >
      {t(`bookings.empty.${tab}_text`)}
    </EmptyState>
  )
}

function savedFor(tab: BookingTab): Booking[] {
  const now = new Date()
  const nowOn = ['due', 'running', 'late', 'ended']
  const phases = tab === 'upcoming' ? [...nowOn, 'coming'] : tab === 'current' ? nowOn : []
  return readOfflineBookings()
    .map(({ booking }) => booking)
    .filter((booking) => phases.includes(phaseOf(booking, now)))
}

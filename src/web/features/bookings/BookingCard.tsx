import type { ReactNode } from 'react'
import type { Booking } from '#contract/bookings/bookings.ts'
import { parkLabel } from '#contract/parks/park-label.ts'
import { describeLength } from '#web/features/booking-window/describeLength.ts'
import { ParkPicture } from '#web/features/parks/ParkPicture.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatMoment, formatMoney, formatRelativeDay, formatTime } from '#web/time/format.ts'
import { wallDay } from '#web/time/quarterHours.ts'
import { Card, CardLink } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Plate } from '#web/ui/Plate.tsx'
import { Skeleton, SkeletonText } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { groupCode } from './pass/code.ts'
import { HeldClock } from './pass/Held.tsx'
import { PhaseTag } from './PhaseTag.tsx'
import { usePhase } from './usePhase.ts'

/** A booking in a list: times, car park, plate and price. */
export function BookingCard({ booking, level = 2 }: { booking: Booking; level?: 2 | 3 }) {
  const Heading = `h${level}` as const
  const { t, locale } = useTranslation()
  const { park, plate, total, refunded, due, currency, held_until, payment_status, refund_status } = booking
  const phase = usePhase(booking)
  const spent = phase === 'cancelled' || phase === 'expired'
  // What was paid and kept is not struck through.
  const isPaid = payment_status === 'paid' && refund_status !== 'full' && total > 0
  const where = [park.address, park.city].filter((part) => part !== null && part !== '').join(', ')
  return (
    <Card
      as="article"
      padding="lg"
      chosen={phase === 'held' || phase === 'due' || phase === 'running' || phase === 'late'}
      className="h-full"
    >
      <When booking={booking} spent={spent}>
        <PhaseTag phase={phase} />
        {due > 0 && <Tag tone="bad">{t('bookings.owed', { amount: formatMoney(due, currency, locale) })}</Tag>}
      </When>
      <div className="mt-2.5 flex items-start gap-3">
        <ParkPicture park={park} className="size-14 shrink-0 rounded-lg" />
        <div className="min-w-0">
          <Heading className="text-md leading-snug font-bold tracking-tight">
            <CardLink to={paths.bookingDetails(booking.booking_code)}>{parkLabel(park, t)}</CardLink>
          </Heading>
          {where !== '' && park.name !== null && <p className="truncate text-sm text-ink-2">{where}</p>}
          {booking.event && (
            <p className="truncate text-sm text-ink-2">{t('bookings.for_event', { name: booking.event.name })}</p>
          )}
        </div>
      </div>
      {phase === 'held' && held_until !== null && (
        <div className="mt-3">
          <HeldClock until={held_until} />
        </div>
      )}
      <div className="mt-4 flex flex-wrap items-end justify-between gap-x-4 gap-y-2 border-t border-line pt-3.5">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Plate country={park.country_code} text={plate} size="sm" />
          <span className="text-sm text-ink-2">
            <span className="sr-only">{t('bookings.number')} </span>
            {groupCode(booking.booking_code)}
          </span>
        </div>
        <p className="ml-auto text-right">
          <span
            className={cx(
              'amount block text-lg leading-none font-black',
              spent && 'text-ink-3',
              spent && !isPaid && 'line-through',
            )}
          >
            {total === 0 ? t('common.free') : formatMoney(total, currency, locale)}
          </span>
          {refunded > 0 && (
            <span className="mt-1 block text-sm text-ink-2">
              {t('bookings.refunded', { amount: formatMoney(refunded, currency, locale) })}
            </span>
          )}
        </p>
      </div>
    </Card>
  )
}

interface WhenProps {
  booking: Booking
  spent: boolean
  /** Tags beside the day. */
  children: ReactNode
}

/** The day, the charged length and the tags; below them the times, over the whole width. */
function When({ booking: { start_time, priced_from, end_time, park }, spent, children }: WhenProps) {
  const { t, locale } = useTranslation()
  const [start, end] = [new Date(start_time), new Date(end_time)]
  const zone = park.timezone
  const oneDay = wallDay(start, zone) === wallDay(end, zone)
  const length = describeLength(t, locale, { start, priced_from: new Date(priced_from), end })
  return (
    <>
      <div className="flex items-start justify-between gap-4">
        <p className="min-w-0 text-sm font-semibold text-ink-2">
          {oneDay ? `${formatRelativeDay(start, zone, locale)} · ${length}` : length}
        </p>
        <span className="flex flex-col items-end gap-1.5">{children}</span>
      </div>
      <time
        dateTime={start_time}
        className={cx(
          'block leading-tight font-black tracking-tighter',
          oneDay ? 'text-xl' : 'text-lg',
          spent && 'text-ink-3',
        )}
      >
        {oneDay ? (
          `${formatTime(start, zone, locale)}–${formatTime(end, zone, locale)}`
        ) : (
          <>
            {formatMoment(start, zone, locale)} –{' '}
            <span className="inline-block">{formatMoment(end, zone, locale)}</span>
          </>
        )}
      </time>
    </>
  )
}

/** Placeholder of a card that is loading. */
export function BookingCardSkeleton() {
  return (
    <Card padding="lg">
      <Skeleton className="h-4 w-24 rounded-sm" />
      <Skeleton className="mt-2 h-7 w-40 rounded-sm" />
      <SkeletonText lines={2} className="mt-4 max-w-64" />
      <div className="mt-4 flex justify-between border-t border-line pt-3.5">
        <Skeleton className="h-6 w-24 rounded-sm" />
        <Skeleton className="h-6 w-16 rounded-sm" />
      </div>
    </Card>
  )
}

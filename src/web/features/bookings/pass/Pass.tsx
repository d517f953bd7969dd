import type { BookingDetails } from '#contract/bookings/bookings.ts'
import { parkLabel } from '#contract/parks/park-label.ts'
import { describeLength } from '#web/features/booking-window/describeLength.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatRelativeDay, formatTime, formatWindow, zoneName } from '#web/time/format.ts'
import { differsFromDevice, wallDay } from '#web/time/quarterHours.ts'
import { cx } from '#web/ui/cx.ts'
import { Plate } from '#web/ui/Plate.tsx'
import { TicketCard } from '#web/ui/TicketCard.tsx'
import type { Phase } from '../phase.ts'
import { groupCode, spellCode } from './code.ts'

/** The pass shown to attendants: times, car park, booking code, space and plate, legible at arm's length. */
export function Pass({ booking, phase }: { booking: BookingDetails; phase: Phase }) {
  const { t } = useTranslation()
  const { park, plate, pass, booking_code } = booking
  const unpaid = phase === 'held'
  const spent = (pass === null && !unpaid) || phase === 'missed' || booking.status === 'completed'
  const where = [park.address, park.city].filter((part) => part !== null && part !== '').join(', ')
  // Where the plate is taller, labels stay in line above, values below.
  const number = (
    <p className="flex flex-col justify-between">
      <span className="block text-xs">{t('bookings.number')}</span>
      <span
        aria-hidden="true"
        className="block text-[1.15rem] leading-tight font-black tracking-[0.02em] whitespace-nowrap sm:text-xl"
      >
        {groupCode(booking_code)}
      </span>
      <span className="sr-only">{spellCode(booking_code)}</span>
    </p>
  )
  const plateShown = (
    <p className="flex min-w-0 flex-col items-start justify-between">
      <span className="mb-1 block text-xs">{t('bookings.plate')}</span>
      <Plate country={park.country_code} text={plate} className="text-[0.9rem]! sm:text-[1.25rem]!" />
    </p>
  )
  return (
    <TicketCard
      tone={spent ? 'spent' : 'night'}
      head={
        <>
          <Times booking={booking} phase={phase} quiet={spent ? 'text-ink-2' : 'text-on-night-2'} />
          <p className="mt-3 text-md leading-snug font-bold sm:mt-4">{parkLabel(park, t)}</p>
          {where !== '' && park.name !== null && (
            <p className={cx('text-sm', spent ? 'text-ink-2' : 'text-on-night-2')}>{where}</p>
          )}
        </>
      }
    >
      {spent || pass === null ? (
        <div
          className={cx(
            'flex flex-wrap items-stretch justify-between gap-x-8 gap-y-3',
            spent ? 'text-ink-2' : 'text-on-night-2',
          )}
        >
          {number}
          {plateShown}
          {pass === null && (
            <p className="w-full text-sm">{t(unpaid ? 'bookings.pass.unpaid' : 'bookings.pass.none')}</p>
          )}
        </div>
      ) : (
        <div className="grid justify-items-center gap-3.5 rounded-xl bg-qr-paper px-3.5 py-3.5 text-qr sm:gap-5 sm:px-4.5 sm:py-4.5">
          <svg
            role="img"
            aria-label={t('bookings.pass.qr')}
            viewBox={`0 0 ${pass.size} ${pass.size}`}
            shapeRendering="crispEdges"
            className="aspect-square w-full max-w-[clamp(10rem,22svh,14rem)] sm:max-w-64"
          >
            <path fill="currentColor" d={pass.qr_path} />
          </svg>
          <div className="flex w-full flex-wrap items-stretch justify-between gap-x-3 gap-y-3">
            {number}
            {plateShown}
          </div>
        </div>
      )}
    </TicketCard>
  )
}

/** Start and end before the booking starts, then only the end. */
function Times({ booking, phase, quiet }: { booking: BookingDetails; phase: Phase; quiet: string }) {
  const { t, locale } = useTranslation()
  const [start, end] = [new Date(booking.start_time), new Date(booking.end_time)]
  const zone = booking.park.timezone
  const length = describeLength(t, locale, { start, priced_from: new Date(booking.priced_from), end })
  const zoneLabel = differsFromDevice(start, zone) && zoneName(start, zone, locale)
  if (phase === 'coming' || phase === 'held') {
    return (
      <div className="grid grid-cols-2 gap-x-4">
        <Moment label={t('bookings.pass.arrive')} at={start} zone={zone} quiet={quiet} />
        <Moment label={t('bookings.pass.leave')} at={end} zone={zone} quiet={quiet} />
        {zoneLabel && <p className={cx('col-span-2 mt-1 text-sm', quiet)}>{t('bookings.zone', { zone: zoneLabel })}</p>}
      </div>
    )
  }
  const label =
    phase === 'running'
      ? t('bookings.pass.until')
      : phase === 'due'
        ? t('bookings.pass.due_until')
        : phase === 'cancelled' || phase === 'expired'
          ? t('bookings.pass.was_until')
          : t('bookings.pass.late')
  const sameDay = wallDay(end, zone) === wallDay(new Date(), zone)
  return (
    <div>
      <p className={cx('text-base', quiet)}>{label}</p>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <time dateTime={booking.end_time} className="text-[min(var(--text-4xl),16vw)] font-black tracking-display">
          {formatTime(end, zone, locale)}
        </time>
        {!sameDay && <span className="text-lg font-bold">{formatRelativeDay(end, zone, locale)}</span>}
      </p>
      <p className={cx('mt-1 text-sm', quiet)}>
        {formatWindow(start, end, zone, locale)} · {length}
      </p>
      {zoneLabel && <p className={cx('text-sm', quiet)}>{t('bookings.zone', { zone: zoneLabel })}</p>}
    </div>
  )
}

function Moment({ label, at, zone, quiet }: { label: string; at: Date; zone: string; quiet: string }) {
  const { locale } = useTranslation()
  const time = formatTime(at, zone, locale)
  return (
    <p>
      <span className={cx('block text-sm', quiet)}>{label}</span>
      <time
        dateTime={at.toISOString()}
        className={cx(
          'block leading-tight font-black tracking-display whitespace-nowrap',
          // "11:00 AM" needs the width of two columns on the narrowest phones.
          time.length > 5 ? 'text-[min(2rem,7.2vw)]' : 'text-[min(2.75rem,12vw)]',
        )}
      >
        {time}
      </time>
      <span className="block text-base font-semibold">{formatRelativeDay(at, zone, locale)}</span>
    </p>
  )
}

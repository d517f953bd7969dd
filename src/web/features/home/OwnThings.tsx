import { History } from 'lucide-react'
import type { Booking } from '#contract/bookings/bookings.ts'
import { parkLabel } from '#contract/parks/park-label.ts'
import { toWhere, writeSearch } from '#web/features/booking-window/parkSearch.ts'
import type { BookingWindow } from '#web/features/booking-window/window.ts'
import { useBookings } from '#web/features/bookings/api.ts'
import { PassClock } from '#web/features/bookings/pass/PassClock.tsx'
import { usePhase } from '#web/features/bookings/usePhase.ts'
import { useRecent } from '#web/features/search/recent.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatMoment } from '#web/time/format.ts'
import { PageLink } from '#web/ui/PageLink.tsx'

type Window = BookingWindow & { vehicle: number }

/** Of recent places. */
const mostShown = 3

/** What somebody who is signed in comes back for: the next booking and recent places. */
export default function OwnThings({ window }: { window: Window }) {
  const current = useBookings('current')
  const upcoming = useBookings('upcoming', 1, { enabled: current.data?.items.length === 0 })
  const booking = current.data?.items[0] ?? upcoming.data?.items[0]
  return (
    <div className="absolute top-6 right-6 grid w-72 gap-2.5 xl:right-10">
      {booking !== undefined && <NextBooking booking={booking} />}
      <RecentPlaces window={window} />
    </div>
  )
}

const card = 'relative rounded-xl border border-line bg-card p-4 text-ink shadow-float'

function NextBooking({ booking }: { booking: Booking }) {
  const { t, locale } = useTranslation()
  const phase = usePhase(booking)
  const { park, start_time, booking_code } = booking
  return (
    <section className={card}>
      <h2 className="text-sm font-semibold text-ink-2">{t('home.own.booking')}</h2>
      <p className="mt-1 text-md leading-snug font-bold">
        <PageLink
          to={paths.bookingDetails(booking_code)}
          className="outline-none after:absolute after:inset-0 after:rounded-xl focus-visible:after:outline-3 focus-visible:after:outline-focus"
        >
          {parkLabel(park, t)}
        </PageLink>
      </p>
      <p className="mt-0.5 mb-2.5 text-sm text-ink-2">{formatMoment(new Date(start_time), park.timezone, locale)}</p>
      <PassClock booking={booking} phase={phase} />
    </section>
  )
}

function RecentPlaces({ window }: { window: Window }) {
  const { t } = useTranslation()
  const { list, isOff } = useRecent()
  if (isOff || list.length === 0) return null
  return (
    <section className={card}>
      <h2 className="flex items-center gap-2 text-sm font-semibold text-ink-2">
        <History aria-hidden="true" className="size-4" />
        {t('home.own.recent')}
      </h2>
      <ul className="mt-1 grid">
        {list.slice(0, mostShown).map((entry) => (
          <li key={`${entry.name} ${entry.lat}`}>
            <PageLink
              to={paths.search(writeSearch({ ...usual, ...window, ...toWhere(entry) }))}
              className="flex min-h-9 items-center truncate text-sm font-semibold hover:text-act"
            >
              {entry.name}
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

const usual = { sort: undefined, kind: undefined, amenities: [], page: 1 }

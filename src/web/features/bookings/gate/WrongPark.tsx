import { Navigation } from 'lucide-react'
import type { Booking, BookingDetails } from '#contract/bookings/bookings.ts'
import { parkLabel } from '#contract/parks/park-label.ts'
import { describeDeadline } from '#web/features/booking-window/describeDeadline.ts'
import { distanceBetween } from '#web/features/map/geo.ts'
import { directionsTo } from '#web/features/parks/directions.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatDistance } from '#web/time/format.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { buttonStyles } from '#web/ui/buttonStyles.ts'
import { Notice } from '#web/ui/Notice.tsx'
import type { ScannedPark } from './GateScanner.tsx'

interface WrongParkProps {
  /** In a list it does not say what its cancellation would give. */
  booking: Booking & Partial<Pick<BookingDetails, 'can' | 'cancellation'>>
  park: ScannedPark
}

/** The driver stands at another car park than the booked one: the way there, or a booking here instead. */
export function WrongPark({ booking, park }: WrongParkProps) {
  const { t, locale } = useTranslation()
  const booked = parkLabel(booking.park, t)
  const { can, cancellation } = booking
  const free_until = cancellation && new Date(cancellation.free_until)
  return (
    <div className="grid gap-5">
      <Notice tone="warning" live>
        {t('bookings.gate_scan.wrong_text', {
          here: parkLabel(park, t),
          booked,
          distance: formatDistance(distanceBetween(park, booking.park), locale),
        })}
      </Notice>
      <section className="grid gap-2.5">
        <h3 className="text-md font-bold">{t('bookings.gate_scan.way', { park: booked })}</h3>
        {directionsTo(booking.park).map(({ name, href }, index) => (
          <a
            key={name}
            href={href}
            target="_blank"
            rel="noreferrer"
            className={buttonStyles(index === 0 ? 'primary' : 'outline', index === 0 ? 'lg' : 'md', true)}
          >
            <Navigation aria-hidden="true" className="size-5" />
            {name}
          </a>
        ))}
      </section>
      {park.bookable && (
        <section className="grid gap-2.5 border-t border-line pt-4">
          {can?.cancel && free_until && (
            <p className="text-ink-2">
              {free_until > new Date()
                ? t('bookings.gate_scan.change_free', {
                    until: describeDeadline(t, locale, {
                      until: free_until,
                      start: new Date(booking.start_time),
                      zone: booking.park.timezone,
                    }),
                  })
                : t('bookings.gate_scan.change_paid')}
            </p>
          )}
          <ButtonLink to={paths.gate(park.park_code)} variant="outline" size="md" wide>
            {t('bookings.gate_scan.change')}
          </ButtonLink>
        </section>
      )}
    </div>
  )
}

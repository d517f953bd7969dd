import type { Booking } from '#contract/bookings/bookings.ts'
import { parkLabel } from '#contract/parks/park-label.ts'
import type { Park } from '#contract/parks/parks.ts'
import { useSignedIn } from '#web/api/session.ts'
import { useGateBookings } from '#web/features/bookings/api-gate.ts'
import { useBookings } from '#web/features/bookings/api.ts'
import { WrongParkNotice } from '#web/features/parks/WrongParkNotice.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatWindow } from '#web/time/format.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Plate } from '#web/ui/Plate.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** For drivers who scanned the code at the gate: their pass, or a new booking; a warning at the wrong car park. */
export function AtGate({ park }: { park: Park }) {
  const { t } = useTranslation()
  const signedIn = useSignedIn()
  const { here } = useGateBookings(park.id)
  return (
    <Page className="pt-4 lg:pt-7">
      <section
        aria-label={t('park_page.gate.label')}
        className="relative grid gap-3 overflow-hidden rounded-xl border border-line bg-card p-4 before:absolute before:inset-y-0 before:left-0 before:w-1 before:bg-kerb sm:p-5"
      >
        <p className="font-semibold">{t('park_page.gate.title', { park: parkLabel(park, t) })}</p>
        {signedIn && <CurrentBooking park={park} />}
        <div className="grid gap-2.5 sm:grid-cols-2">
          {here && (
            <ButtonLink to={paths.bookingDetails(here.booking_code)}>
              {t(here.status === 'pending' ? 'checkout.hold_complete' : 'park_page.gate.pass')}
            </ButtonLink>
          )}
          {park.bookable && (
            <ButtonLink to={paths.gate(park.park_code)} variant={here ? 'outline' : 'primary'}>
              {t('park_page.gate.book')}
            </ButtonLink>
          )}
          {!here && (
            <ButtonLink
              to={signedIn ? paths.bookings() : paths.auth({ next: paths.park(park.park_code) })}
              variant="outline"
            >
              {t('park_page.gate.have')}
            </ButtonLink>
          )}
        </div>
        {!signedIn && <p className="text-sm text-ink-2">{t('park_page.gate.log_in')}</p>}
      </section>
    </Page>
  )
}

/** The driver's current booking; reserves its height while loading. */
function CurrentBooking({ park }: { park: Park }) {
  const { t } = useTranslation()
  const { here, elsewhere, isLoading } = useGateBookings(park.id)
  const { isError } = useBookings('current')
  return (
    <div className="grid min-h-19 content-center">
      {here ? (
        <Here booking={here} />
      ) : elsewhere ? (
        <WrongParkNotice booking={elsewhere} textKey="park_page.gate.elsewhere_text" />
      ) : isLoading ? (
        <Skeleton className="h-19 rounded-lg" />
      ) : (
        <p role="status" className="text-ink-2">
          {t(isError ? 'park_page.gate.failed' : 'park_page.gate.none')}
        </p>
      )}
    </div>
  )
}

function Here({ booking }: { booking: Booking }) {
  const { t, locale } = useTranslation()
  const { start_time, end_time, park } = booking
  const window = formatWindow(new Date(start_time), new Date(end_time), park.timezone, locale)
  return (
    <div role="status">
      <p>{t(booking.status === 'pending' ? 'park_page.gate.held' : 'park_page.gate.here')}</p>
      <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
        <strong className="text-lg">{window}</strong>
        <Plate country={park.country_code} text={booking.plate} />
      </p>
    </div>
  )
}

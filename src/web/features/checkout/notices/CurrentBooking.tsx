import { TicketCheck } from 'lucide-react'
import type { Booking } from '#contract/bookings/bookings.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useBooking } from '#web/features/bookings/api-booking.ts'
import { useCheckIn } from '#web/features/bookings/changes.ts'
import { groupCode } from '#web/features/bookings/pass/code.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatTime, formatWindow } from '#web/time/format.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Plate } from '#web/ui/Plate.tsx'
import { holdPath } from '../state/useCheckout.ts'
import { HoldClock } from './HoldNotices.tsx'

/** The driver's booking at this park: leads to its pass, and checks in. */
export function CurrentBooking({ booking, park_code }: { booking: Booking; park_code: string }) {
  const { t, locale } = useTranslation()
  const { park, start_time, end_time, booking_code, held_until } = booking
  const isHold = booking.status === 'pending'
  return (
    <Card as="section" padding="lg" chosen>
      <h2 className="text-lg">{t(isHold ? 'checkout.gate_held' : 'checkout.gate_booked')}</h2>
      <p className="mt-1 text-md font-semibold">
        {formatWindow(new Date(start_time), new Date(end_time), park.timezone, locale)}
      </p>
      <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Plate country={park.country_code} text={booking.plate} />
        <span className="text-ink-2">{groupCode(booking_code)}</span>
      </p>
      <div className="mt-4 grid gap-2.5">
        {isHold ? (
          <>
            {held_until !== null && <HoldClock zone={park.timezone} until={held_until} />}
            <ButtonLink to={holdPath(booking)}>{t('checkout.hold_complete')}</ButtonLink>
          </>
        ) : (
          <>
            <ButtonLink to={paths.bookingDetails(booking_code)}>
              <TicketCheck aria-hidden="true" className="size-5" />
              {t('checkout.gate_pass')}
            </ButtonLink>
            <CheckIn booking={booking} park_code={park_code} />
          </>
        )}
      </div>
    </Card>
  )
}

/** Checks in with the code of this gate, where drivers check in themselves. */
function CheckIn({ booking, park_code }: { booking: Booking; park_code: string }) {
  const { t, locale } = useTranslation()
  const { data } = useBooking(booking.booking_code)
  const checkIn = useCheckIn(booking.id)
  const checkedInAt = checkIn.data?.checked_in_at ?? data?.checked_in_at ?? booking.checked_in_at
  if (checkedInAt) {
    return (
      <>
        {data?.can.check_out === true && (
          <ButtonLink to={paths.bookingDetails(booking.booking_code, { do: 'check_out' })} variant="alt">
            {t('bookings.gate_scan.check_out')}
          </ButtonLink>
        )}
        <p role="status" className="font-semibold text-free">
          {t('checkout.gate_checked_in', {
            time: formatTime(new Date(checkedInAt), booking.park.timezone, locale),
          })}
        </p>
      </>
    )
  }
  if (data?.can.check_in !== true) return null
  return (
    <>
      <Button variant="alt" busy={checkIn.isPending} onClick={() => checkIn.mutate(park_code)}>
        {t('checkout.gate_check_in')}
      </Button>
      {checkIn.isError && <Notice tone="error">{describeFailure(t, checkIn.error)}</Notice>}
    </>
  )
}

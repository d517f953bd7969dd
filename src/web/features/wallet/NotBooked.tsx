import { parkLabel } from '#contract/parks/park-label.ts'
import type { PaymentResult } from '#contract/wallet/wallet.ts'
import { defaultWindow, writeWindow } from '#web/features/booking-window/window.ts'
import { useBooking } from '#web/features/bookings/api-booking.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { readNow } from '#web/time/clock.ts'
import { formatWindow } from '#web/time/format.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

interface NotBookedProps {
  booking: NonNullable<PaymentResult['data']['booking']>
  /** Why, and where the money is. */
  message: string
}

/** A payment arrived and paid for no booking: says why, and leads to the next best car park or times. */
export function NotBooked({ booking: { result, booking_code }, message }: NotBookedProps) {
  const { t } = useTranslation()
  if (result === 'already_paid')
    return (
      <EmptyState
        level={1}
        live
        picture="done"
        title={t('wallet.callback.already_paid')}
        action={
          <div className="grid gap-2.5">
            <ButtonLink to={paths.bookingDetails(booking_code)}>{t('checkout.success.to_pass')}</ButtonLink>
            <ToWallet />
          </div>
        }
      >
        {message}
      </EmptyState>
    )
  return (
    <EmptyState
      level={1}
      live
      picture="empty"
      title={t('wallet.callback.not_booked')}
      action={
        <div className="grid gap-2.5">
          {result !== 'cancelled' && (
            <NextBest booking_code={booking_code} isPriceChanged={result === 'price_changed'} />
          )}
          <ToWallet />
        </div>
      }
    >
      {message}
    </EmptyState>
  )
}

function ToWallet() {
  const { t } = useTranslation()
  return (
    <ButtonLink to={paths.wallet()} variant="alt">
      {t('wallet.callback.to_wallet')}
    </ButtonLink>
  )
}

/** Other car parks at the same times, and the same car park at other times or at its new price. */
function NextBest({ booking_code, isPriceChanged }: { booking_code: string; isPriceChanged: boolean }) {
  const { t, locale } = useTranslation()
  const booking = useBooking(booking_code).data
  if (booking === undefined) return null
  const { park, start_time, end_time, vehicle_type_id: vehicle } = booking
  const now = readNow()
  const own = { start: new Date(start_time), end: new Date(end_time) }
  const window = writeWindow({ ...(own.end > now ? own : defaultWindow(now)), vehicle })
  const around = { lat: park.lat, lng: park.lng, place: parkLabel(park, t), ...window }
  return (
    <>
      <p className="mb-1 text-sm text-ink-2">
        {parkLabel(park, t)}
        <br />
        {formatWindow(own.start, own.end, park.timezone, locale)}
      </p>
      {isPriceChanged && (
        <ButtonLink to={paths.checkout(park.slug, window)}>{t('wallet.callback.new_price')}</ButtonLink>
      )}
      <ButtonLink to={paths.search(around)} variant={isPriceChanged ? 'outline' : 'primary'}>
        {t('checkout.elsewhere')}
      </ButtonLink>
      {!isPriceChanged && (
        <ButtonLink to={paths.park(park.slug, window)} variant="outline">
          {t('wallet.callback.other_times')}
        </ButtonLink>
      )}
    </>
  )
}

import type { Booking } from '#contract/bookings/bookings.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatCountdown, formatTime } from '#web/time/format.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Countdown } from '#web/ui/Countdown.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { holdPath } from '../state/useCheckout.ts'

interface HoldClockProps {
  /** Time zone of the park. */
  zone: string
  until: string
  onEnd?: () => void
}

/** End of a hold in the park's local time, with a countdown. */
export function HoldClock({ zone, until, onEnd }: HoldClockProps) {
  const { t, locale } = useTranslation()
  const time = formatTime(new Date(until), zone, locale)
  return (
    <Countdown
      end={until}
      label={(seconds) =>
        seconds === 0 ? t('checkout.hold_ending') : t('checkout.hold_until', { time, left: formatCountdown(seconds) })
      }
      {...(onEnd && { onEnd })}
    />
  )
}

/** The space was held for a top-up, and the driver came back without it. */
export function HoldMade({ booking }: { booking: Booking }) {
  const { t } = useTranslation()
  if (booking.held_until === null) return null
  return (
    <div role="status" className="mt-5 grid gap-2.5">
      <HoldClock zone={booking.park.timezone} until={booking.held_until} />
      <ButtonLink to={holdPath(booking)} variant="outline" size="md" className="justify-self-start">
        {t('checkout.hold_complete')}
      </ButtonLink>
    </div>
  )
}

/** The hold has expired; the space can be booked again. */
export function HoldOver() {
  const { t } = useTranslation()
  return (
    <Notice tone="warning" live title={t('checkout.hold_expired')} className="mt-5">
      {t('checkout.hold_expired_text')}
    </Notice>
  )
}

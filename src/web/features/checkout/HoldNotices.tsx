import { useTranslation } from 'react-i18next'
import type { Booking } from '#contract/bookings.ts'
import { formatCountdown, formatTime } from '#web/lib/format.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Clock } from '#web/ui/Clock.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { heldAt } from './useBuying.ts'

interface HoldClockProps {
  /** Of the park. */
  zone: string
  until: string
  onEnd?: () => void
}

/** Until when the space is the driver's, on the park's clock, and how long that is. */
export function HoldClock({ zone, until, onEnd }: HoldClockProps) {
  const { t, i18n } = useTranslation()
  const time = formatTime(new Date(until), zone, i18n.language)
  return (
    <Clock
      end={until}
      label={(seconds) =>
        seconds === 0 ? t('checkout.hold_ending') : t('checkout.hold_until', { time, left: formatCountdown(seconds) })
      }
      {...(onEnd && { onEnd })}
    />
  )
}

/** The space was held on the way to the payment provider, and the driver is still here. */
export function HoldMade({ booking }: { booking: Booking }) {
  const { t } = useTranslation()
  if (booking.held_until === null) return null
  return (
    <div role="status" className="mt-5 grid gap-2.5">
      <HoldClock zone={booking.park.timezone} until={booking.held_until} />
      <ButtonLink to={heldAt(booking)} variant="outline" size="md" className="justify-self-start">
        {t('checkout.hold_complete')}
      </ButtonLink>
    </div>
  )
}

/** The ten minutes are over: what was held can be bought like before. */
export function HoldOver() {
  const { t } = useTranslation()
  return (
    <Notice tone="warning" live title={t('checkout.hold_expired')} className="mt-5">
      {t('checkout.hold_expired_text')}
    </Notice>
  )
}

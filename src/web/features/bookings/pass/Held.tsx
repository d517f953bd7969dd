import { useNavigate } from 'react-router'
import type { Booking } from '#contract/bookings/bookings.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatCountdown, formatMoney, formatTime } from '#web/time/format.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Countdown } from '#web/ui/Countdown.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useReleaseHold } from '../changes.ts'
import { reasonOf } from '../reason.ts'

/** A space that is held but not paid: the time left, and buttons to pay for it or release it. */
export function Held({ booking }: { booking: Booking }) {
  const { t, locale } = useTranslation()
  const navigate = useNavigate()
  const releaseHold = useReleaseHold()
  const { park, total, currency, held_until, id, booking_code } = booking
  if (held_until === null) return null
  const release = async () => {
    try {
      await releaseHold.mutateAsync(id)
      toast(t('bookings.reserved.given_up'))
      void navigate(paths.bookings(), { replace: true })
    } catch (error) {
      toast(reasonOf(t, error), { tone: 'error' })
    }
  }
  return (
    <Card as="section" padding="lg">
      <HeldClock until={held_until} />
      <h2 className="mt-4 text-lg">{t('bookings.reserved.title')}</h2>
      <p className="mt-1 mb-4 text-ink-2">
        {t('bookings.reserved.text', { time: formatTime(new Date(held_until), park.timezone, locale) })}
      </p>
      <div className="grid gap-2.5">
        <ButtonLink to={paths.checkout(park.slug, { hold: booking_code })} wide>
          {total === 0
            ? t('bookings.reserved.pay_free')
            : t('bookings.reserved.pay', { amount: formatMoney(total, currency, locale) })}
        </ButtonLink>
        <Button variant="ghost" wide onClick={release}>
          {t('bookings.reserved.give_up')}
        </Button>
      </div>
    </Card>
  )
}

/** Countdown to the end of the hold. */
export function HeldClock({ until }: { until: string }) {
  const { t } = useTranslation()
  return <Countdown end={until} label={(seconds) => t('bookings.reserved.left', { time: formatCountdown(seconds) })} />
}

import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { BookingDetails } from '#contract/bookings/bookings.ts'
import { sumOf } from '#web/features/topup/money.ts'
import { useFunds } from '#web/features/topup/useFunds.ts'
import { WalletPart } from '#web/features/topup/WalletPart.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/time/format.ts'
import { formatDeadlineInSentence, formatMomentInSentence } from '#web/time/inSentence.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { PayButton } from '#web/ui/PayButton.tsx'
import { useConfirmOffer, useDeclineOffer } from './changes.ts'
import { reasonOf } from './reason.ts'

type Offer = NonNullable<BookingDetails['offer']>

interface OfferedTimesProps {
  booking: BookingDetails
  offer: Offer
}

/** New times that staff reserved for the driver, who pays what they cost more, or declines them. */
export default function OfferedTimes({ booking, offer }: OfferedTimesProps) {
  const { t, locale } = useTranslation()
  const navigate = useNavigate()
  const { id, park, currency } = booking
  const { id: offer_id, kind, amount } = offer
  const isOver = useIsOver(offer)
  const confirm = useConfirmOffer(id)
  const decline = useDeclineOffer(id)
  const funds = useFunds(sumOf([amount, booking.due], currency), currency)
  const money = formatMoney(amount, currency, locale)
  const when = (at: string) => formatMomentInSentence(new Date(at), park.timezone, locale)
  const until = formatDeadlineInSentence(new Date(offer.held_until), park.timezone, locale)
  if (isOver) return null
  const take = async () => {
    const answer = await confirm.mutateAsync(offer_id).catch(() => undefined)
    if (answer === undefined) return
    toast(t('bookings.offer.done'), { tone: 'success' })
    if (answer.id !== id) void navigate(paths.bookingDetails(answer.booking_code))
  }
  const refuse = async () => {
    const isDone = await decline.mutateAsync(offer_id).then(
      () => true,
      () => false,
    )
    if (isDone) toast(t('bookings.offer.declined'))
  }
  const failure = confirm.error ?? decline.error
  return (
    <Card as="section" padding="lg" className="grid gap-3">
      <h2 className="text-md font-bold">{t('bookings.offer.title')}</h2>
      <p>
        {kind === 'extend'
          ? t('bookings.offer.extend', { end: when(offer.end_time), amount: money })
          : t('bookings.offer.move', { start: when(offer.start_time), end: when(offer.end_time), amount: money })}
      </p>
      <p className="text-sm text-ink-2">{t('bookings.offer.until', { until })}</p>
      <WalletPart
        price={{ total: amount, currency }}
        label={t('bookings.offer.from_wallet')}
        country={park.country_code}
        outstanding={booking.due}
        returnTo={paths.bookingDetails(booking.booking_code)}
      />
      {failure !== null && <Notice tone="error">{reasonOf(t, failure)}</Notice>}
      <div className="flex flex-wrap gap-2">
        {funds.state !== 'short' && (
          <PayButton disabled={funds.state !== 'enough'} busy={confirm.isPending} onClick={() => void take()}>
            {t('bookings.offer.confirm', { amount: money })}
          </PayButton>
        )}
        <Button variant="outline" busy={decline.isPending} onClick={() => void refuse()}>
          {t('bookings.offer.decline')}
        </Button>
      </div>
    </Card>
  )
}

/** Whether the time to confirm is over; the card goes then without a reload. */
function useIsOver({ held_until }: Offer): boolean {
  const [isOver, setOver] = useState(() => Date.parse(held_until) <= Date.now())
  useEffect(() => {
    const left_ms = Date.parse(held_until) - Date.now()
    if (left_ms <= 0) return setOver(true)
    setOver(false)
    const timer = setTimeout(() => setOver(true), left_ms)
    return () => clearTimeout(timer)
  }, [held_until])
  return isOver
}

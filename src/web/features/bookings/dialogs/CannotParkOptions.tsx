import { useState } from 'react'
import type { Alternative } from '#contract/bookings/booking-changes.ts'
import type { BookingDetails } from '#contract/bookings/bookings.ts'
import { parkLabel } from '#contract/parks/park-label.ts'
import { walkMinutes } from '#contract/parks/walk.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatDistance, formatMoney } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { type RadioCard, RadioCards } from '#web/ui/form/RadioCards.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { netCost } from '../cost.ts'
import type { useAlternatives } from './previews.ts'

/** Value of the refund option; the other options are park ids. */
export const moneyBack = ''

/** Number of spaces listed at first, so that the refund stays visible. */
const first = 3

interface CannotParkOptionsProps {
  booking: BookingDetails
  alternatives: Pick<ReturnType<typeof useAlternatives>, 'data' | 'isError' | 'refetch'>
  /** A park's id, or `moneyBack`. */
  value: string | undefined
  onChange: (value: string) => void
}

/** Car parks nearby, nearest first, or a full refund, which is offered even if the car parks fail to load. */
export function CannotParkOptions({ booking, alternatives, value, onChange }: CannotParkOptionsProps) {
  const { t, locale } = useTranslation()
  const { data, isError, refetch } = alternatives
  const [all, setAll] = useState(false)
  const money = (amount: number) => formatMoney(amount, booking.currency, locale)
  const refund = data?.refund ?? booking.total
  const isChecked = data?.needs_photo === true
  const back: RadioCard<string> = {
    value: moneyBack,
    label: t(`bookings.cannot_park.${isChecked ? 'check' : 'money'}`),
    description:
      refund === 0
        ? t('bookings.cannot_park.money_free')
        : t(`bookings.cannot_park.${isChecked ? 'check_text' : 'money_text'}`, { amount: money(refund) }),
  }
  /** The price after the refund, which pays for the other space up to its amount. */
  const price = ({ total, paid_by_us }: Alternative): string => {
    if (paid_by_us > 0) return t('bookings.cannot_park.we_pay', { amount: money(paid_by_us) })
    const left = netCost(refund, total, booking.currency)
    return left > 0 ? t('bookings.cannot_park.cheaper', { amount: money(left) }) : t('bookings.cannot_park.same_price')
  }
  const card = (alternative: Alternative): RadioCard<string> => {
    const { park } = alternative
    const walking_min = park.distance_m === undefined ? undefined : walkMinutes(park.distance_m)
    const far =
      park.distance_m === undefined
        ? undefined
        : t('bookings.cannot_park.walk', { distance: formatDistance(park.distance_m, locale) })
    const where = [far, walking_min === undefined ? undefined : t('park.walk', { minutes: walking_min })]
    return {
      value: park.id,
      label: parkLabel(park, t),
      description: (
        <>
          <span className="block">{where.filter((part) => part !== undefined).join(' · ')}</span>
          <span className="block font-semibold text-ink">{price(alternative)}</span>
        </>
      ),
    }
  }
  return (
    <div className="grid gap-5">
      {data === undefined ? (
        isError ? (
          <Notice
            tone="error"
            action={
              <Button variant="outline" size="md" onClick={() => refetch()}>
                {t('common.try_again')}
              </Button>
            }
          >
            {t('bookings.cannot_park.alternatives_failed')}
          </Notice>
        ) : (
          <Loading label={t('bookings.cannot_park.looking')} className="grid gap-2.5">
            <Skeleton className="h-22" />
            <Skeleton className="h-22" />
          </Loading>
        )
      ) : isChecked ? (
        <Notice>{t('bookings.cannot_park.checked')}</Notice>
      ) : data.items.length === 0 ? (
        <p className="text-ink-2">{t('bookings.cannot_park.nobody')}</p>
      ) : (
        <RadioCards
          legend={t('bookings.cannot_park.elsewhere')}
          name="way"
          cards={(all ? data.items : data.items.slice(0, first)).map(card)}
          value={value}
          onChange={onChange}
        />
      )}
      {data !== undefined && !isChecked && !all && data.items.length > first && (
        <Button variant="link" className="-mt-3 justify-self-start" onClick={() => setAll(true)}>
          {t('common.show_more')}
        </Button>
      )}
      <RadioCards
        legend={t('bookings.cannot_park.money')}
        hideLegend
        name="way"
        cards={[back]}
        value={value}
        onChange={onChange}
      />
    </div>
  )
}

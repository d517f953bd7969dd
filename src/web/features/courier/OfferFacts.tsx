import { Banknote, MapPin, Package, Store } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CourierOffer } from '#contract/deliveries/courier.ts'
import { readNow } from '#web/time/clock.ts'
import { formatDistance, formatMoney, formatTime } from '#web/time/format.ts'
import { formatMomentInSentence } from '#web/time/inSentence.ts'
import { Tag } from '#web/ui/Tag.tsx'
import { useCourierWords } from './words.ts'

/** When it is due, in the largest letters, and its number of the day. */
export function OfferTitle({ offer, children }: { offer: CourierOffer; children?: ReactNode }) {
  const { t, locale } = useCourierWords()
  const { promised_at, timezone, token, attempt } = offer
  const length_ms = Date.parse(offer.slot.ends_at) - Date.parse(offer.slot.starts_at)
  const isLate = readNow().getTime() > Date.parse(promised_at) + length_ms
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
      <h3 className="min-w-0">
        <span className="block text-lg leading-tight font-bold tabular-nums">
          {t('courier.due', { time: formatMomentInSentence(new Date(promised_at), timezone, locale) })}
        </span>
        <span className="text-sm font-normal text-ink-2">
          {t('courier.token', { token })} · {offer.order_number}
        </span>
      </h3>
      <span className="flex flex-wrap gap-1.5">
        {isLate && <Tag tone="bad">{t('courier.late')}</Tag>}
        {attempt > 1 && <Tag tone="few">{t('courier.again', { attempt })}</Tag>}
        {children}
      </span>
    </div>
  )
}

/** From where to where, how far, how much, and what to collect. */
export function OfferFacts({ offer }: { offer: CourierOffer }) {
  const { t, locale } = useCourierWords()
  const { branch, area, distance_m, slot, timezone, units, to_collect } = offer
  const times = `${formatTime(new Date(slot.starts_at), timezone, locale)}–${formatTime(new Date(slot.ends_at), timezone, locale)}`
  return (
    <ul className="grid gap-1.5 text-base">
      <Fact icon={<Store aria-hidden="true" />}>{t('courier.from', { branch: branch.name })}</Fact>
      <Fact icon={<MapPin aria-hidden="true" />}>
        {area !== '' && t('courier.to', { area })}
        {distance_m !== null && (
          <span className="block text-sm text-ink-2">
            {t('courier.away', { distance: formatDistance(distance_m, locale) })}
          </span>
        )}
      </Fact>
      <Fact icon={<Package aria-hidden="true" />}>
        {t('courier.units', { count: units })}
        <span className="text-ink-2"> · {t('courier.slot', { slot: times })}</span>
      </Fact>
      <Fact icon={<Banknote aria-hidden="true" />}>
        {to_collect === null ? (
          <span className="text-ink-2">{t('courier.paid')}</span>
        ) : (
          <strong>
            {t('courier.collect', { amount: formatMoney(to_collect.amount, to_collect.currency, locale) })}
          </strong>
        )}
      </Fact>
    </ul>
  )
}

export const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex items-start gap-2.5 [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:text-ink-3">
    {icon}
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </li>
)

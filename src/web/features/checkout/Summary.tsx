import { regretMinutes } from '#contract/bookings/booking-rules.ts'
import type { CancellationTerms, Quote } from '#contract/bookings/bookings.ts'
import { parkLabel } from '#contract/parks/park-label.ts'
import type { Park } from '#contract/parks/parks.ts'
import { minute_ms } from '#contract/time.ts'
import { describeDeadline } from '#web/features/booking-window/describeDeadline.ts'
import { describeLength } from '#web/features/booking-window/describeLength.ts'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { spacesOf } from '#web/features/parks/spaces.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatCountdown, formatMoney, formatNumber, formatWindow } from '#web/time/format.ts'
import { Card } from '#web/ui/Card.tsx'
import { Countdown } from '#web/ui/Countdown.tsx'
import { cx } from '#web/ui/cx.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { AmountTable } from '#web/ui/Table.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { PromoField } from './fields/PromoField.tsx'
import { openRules } from './state/rules.ts'
import type { CheckoutWindow } from './state/useCheckoutWindow.ts'
import type { Price } from './state/usePrice.ts'
import type { PromoCode } from './state/usePromo.ts'

interface SummaryProps {
  park: Park
  window: CheckoutWindow
  price: Price
  promo: PromoCode
  /** Whether the space is held, which has a countdown of its own. */
  isHeld?: boolean
}

/** The booking window, the price details and how long they are valid, the spaces left, and the cancellation terms. */
export function Summary({ park, window, price, promo, isHeld = false }: SummaryProps) {
  const { t, locale } = useTranslation()
  const zone = park.timezone
  const event = price.offer?.quote.event
  return (
    <Card as="section" padding="lg">
      <h2 className="text-lg">{t('checkout.summary')}</h2>
      <p className="mt-1 text-base text-ink-2">
        {parkLabel(park, t)}
        <span className="block font-semibold text-ink">
          {formatWindow(window.start, window.end, zone, locale)} · {describeLength(t, locale, window)}
        </span>
        {event && <span className="block">{t('checkout.for_event', { name: event.name })}</span>}
      </p>
      <div className="mt-4">
        <PriceDetails park={park} price={price} promo={promo} isHeld={isHeld} />
      </div>
    </Card>
  )
}

function PriceDetails({ park, price, promo, isHeld }: Omit<SummaryProps, 'window'>) {
  const { t, locale } = useTranslation()
  const { offer, isCurrent, isLoading } = price
  if (offer === undefined) {
    if (!isLoading) return null
    return (
      <Loading label={t('checkout.pricing')} className="grid gap-3">
        <Skeleton className="h-9" />
        {[1, 2, 3].map((line) => (
          <Skeleton key={line} className="h-5 rounded-sm" />
        ))}
        <Skeleton className="h-8 rounded-sm" />
      </Loading>
    )
  }
  const { lines, total, currency, available, cancellation } = offer.quote
  const money = (amount: number) => formatMoney(amount, currency, locale)
  const spaces = spacesOf({ bookable: true, available })
  return (
    <>
      <PriceChangeNotice price={price} money={money} />
      {isHeld ? null : isCurrent ? (
        <Countdown
          end={offer.until}
          label={(seconds) =>
            seconds === 0 ? t('checkout.price_updating') : t('checkout.price_held', { time: formatCountdown(seconds) })
          }
          onEnd={() => void price.requote()}
        />
      ) : (
        <p role="status" className="min-h-9 rounded-md bg-sunk px-3.5 py-2 text-sm font-semibold text-ink-2">
          {isLoading && t('checkout.pricing')}
        </p>
      )}
      <div className={cx('mt-2 transition-opacity', !isCurrent && 'opacity-50')}>
        <PriceLines lines={lines} total={total} currency={currency} />
        {(spaces || park.examples.includes('tariff')) && (
          <p className="mt-3 flex flex-wrap gap-1.5">
            {spaces && (
              <Tag tone={spaces.tone}>
                {spaces.count === 0
                  ? t('checkout.full')
                  : t('checkout.spaces_left', {
                      count: spaces.count,
                      number: formatNumber(spaces.count, locale),
                    })}
              </Tag>
            )}
            {park.examples.includes('tariff') && <ExampleTag />}
          </p>
        )}
      </div>
      <PromoField promo={promo} price={price} />
      {total > 0 && <Terms terms={cancellation} start={new Date(offer.quote.start_time)} zone={park.timezone} />}
    </>
  )
}

export function PriceLines({ lines, total, currency }: Pick<Quote, 'lines' | 'total' | 'currency'>) {
  const { t, locale } = useTranslation()
  const money = (amount: number) => formatMoney(amount, currency, locale)
  return (
    <>
      <AmountTable
        caption={t('checkout.price_caption')}
        rows={lines.map(({ label, amount }) => ({ label, amount: money(amount) }))}
        total={{ label: t('checkout.total'), amount: total === 0 ? t('common.free') : money(total) }}
      />
      <p className="mt-1 text-sm text-ink-2">{t('checkout.total_hint')}</p>
    </>
  )
}

/** How the price changed when it was requested again. */
function PriceChangeNotice({ price, money }: { price: Price; money: (amount: number) => string }) {
  const { t } = useTranslation()
  const { change, needsAcceptance } = price
  if (change === undefined) return null
  const prices = { before: money(change.before), after: money(change.after) }
  if (needsAcceptance) {
    return (
      <Notice tone="warning" live className="mb-3" title={t('checkout.price_up', prices)}>
        {t(change.forPlate ? 'checkout.price_up_plate' : 'checkout.price_up_text')}
      </Notice>
    )
  }
  return (
    <Notice tone="info" live className="mb-3">
      {change.after < change.before ? t('checkout.price_down', prices) : t('checkout.price_renewed')}
    </Notice>
  )
}

interface TermsProps {
  terms: CancellationTerms
  start: Date
  zone: string
}

/** Cancellation terms, in the park's local time. */
export function Terms({ terms, start, zone }: TermsProps) {
  const { t, locale } = useTranslation()
  const now = new Date()
  const rules = openRules(terms, now)
  // The rule of the minutes after booking: they begin with the payment, not with the price.
  const isRegret = (until: string) =>
    new Date(until) > start || Date.parse(until) <= now.getTime() + regretMinutes * minute_ms
  return (
    <div className="mt-4 border-t border-line pt-4">
      <h3 className="text-base">{t('checkout.terms')}</h3>
      <ul className="mt-1 grid gap-1 text-sm text-ink-2">
        {rules.map(({ until, percent }) => {
          const deadline = isRegret(until)
            ? t('common.regret', { minutes: regretMinutes })
            : describeDeadline(t, locale, { until: new Date(until), start, zone })
          return (
            <li key={until}>
              {percent === 100
                ? t('checkout.terms_all', { until: deadline })
                : t('checkout.terms_part', { until: deadline, percent })}
            </li>
          )
        })}
        <li>{t(rules.length === 0 ? 'checkout.terms_never' : 'checkout.terms_none')}</li>
        {terms.policy === 'strict' && !rules.some(({ until }) => isRegret(until)) && (
          <li>{t('checkout.terms_early_cancel', { minutes: regretMinutes })}</li>
        )}
      </ul>
    </div>
  )
}

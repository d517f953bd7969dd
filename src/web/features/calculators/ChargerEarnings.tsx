import { formatsByCountry } from '#contract/formats.ts'
import { countryCodes } from '#contract/geography.ts'
import { useTranslation } from '#web/page/translation.ts'
import { useCountry } from '#web/storage/country.ts'
import { currencySign, formatDuration, formatMoney, formatNumber } from '#web/time/format.ts'
import { formatTypedNumber } from '#web/time/typedNumber.ts'
import { Card } from '#web/ui/Card.tsx'
import { CountryField } from './CountryField.tsx'
import { firstPrices } from './currency.ts'
import { chargerMonth } from './earnings.ts'
import { NumberField, numberIn, type Range } from './NumberField.tsx'
import { Result } from './Result.tsx'
import { useTyped } from './useTyped.ts'

const ranges = {
  power_kw: { min: 1, max: 400 },
  kwh: { min: 0, max: 5_000 },
  days: { min: 1, max: 31, whole: true },
  price: { min: 0, max: 100_000 },
  cost: { min: 0, max: 100_000 },
} as const satisfies Record<string, Range>
type Part = keyof typeof ranges

const assumed = { kwh: '15', days: '22' }

/** Estimated monthly income of a charger after electricity. */
export default function ChargerEarnings() {
  const { t, language, locale } = useTranslation()
  const { code } = useCountry()
  const { typed, type } = useTyped<Part | 'country'>('earnings_charger')
  const country = countryCodes.find((code) => code === typed.country) ?? code
  const currency = formatsByCountry[country].currency
  const texts: Record<Part, string> = {
    power_kw: typed.power_kw ?? formatTypedNumber(7.4, language),
    kwh: typed.kwh ?? assumed.kwh,
    days: typed.days ?? assumed.days,
    price: typed.price ?? formatTypedNumber(firstPrices[currency].kwh_price, language),
    cost: typed.cost ?? formatTypedNumber(firstPrices[currency].kwh_cost, language),
  }
  const numbers = {
    power_kw: numberIn(texts.power_kw, ranges.power_kw, language),
    kwh: numberIn(texts.kwh, ranges.kwh, language),
    days: numberIn(texts.days, ranges.days, language),
    price: numberIn(texts.price, ranges.price, language),
    cost: numberIn(texts.cost, ranges.cost, language),
  }
  const terms = Object.values(numbers).includes(undefined) ? undefined : (numbers as Record<Part, number>)
  const month = terms && chargerMonth(terms, currency)
  const figure = (value: number) => formatNumber(Math.round(value * 10) / 10, locale)
  const money = (value: number) => formatMoney(value, currency, locale)
  const field = (name: Part) => ({
    text: texts[name],
    range: ranges[name],
    onText: (text: string) => type({ [name]: text } as Partial<Record<Part, string>>),
  })
  const tooMuch = month && terms.kwh > month.most_kwh
  return (
    <Card padding="lg" as="section" className="grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-8">
      <div className="grid content-start gap-5">
        <h3 className="text-lg">{t('earnings.charger.title')}</h3>
        <div className="grid gap-4 sm:grid-cols-2">
          <CountryField
            country={country}
            onCountry={(to) => type({ country: to, price: undefined, cost: undefined })}
          />
          <NumberField {...field('power_kw')} label={t('earnings.charger.power')} unit={t('earnings.kw')} />
          <NumberField {...field('kwh')} label={t('earnings.charger.kwh')} unit={t('earnings.kwh_unit')} />
          <NumberField {...field('days')} label={t('earnings.charger.days')} />
          <NumberField {...field('price')} label={t('earnings.charger.price')} unit={currencySign(currency, locale)} />
          <NumberField {...field('cost')} label={t('earnings.charger.cost')} unit={currencySign(currency, locale)} />
        </div>
        <div className="grid gap-1 text-base text-ink-2" aria-live="polite">
          {month && (
            <p>
              {tooMuch
                ? t('earnings.charger.kwh_too_much', { power: figure(terms.power_kw), most: figure(month.most_kwh) })
                : t('earnings.charger.kwh_hint', {
                    power: figure(terms.power_kw),
                    hours: formatDuration(Math.round(month.minutes), locale),
                  })}
            </p>
          )}
          {typed.price === undefined && typed.cost === undefined && <p>{t('earnings.charger.assumed')}</p>}
        </div>
      </div>
      <Result
        amount={month ? money(month.left) : '–'}
        label={month && month.left < 0 ? t('earnings.charger.loss') : t('earnings.charger.result')}
        sum={
          month
            ? t('earnings.charger.sum', {
                kwh: figure(month.kwh_day),
                days: figure(terms.days),
                price: money(terms.price),
                cost: money(terms.cost),
              })
            : ''
        }
      >
        {month && (
          <p className="text-base opacity-85">
            {t('earnings.charger.sold', { kwh: figure(month.kwh_month), amount: money(month.income) })}
          </p>
        )}
      </Result>
    </Card>
  )
}

import { useQuery } from '@tanstack/react-query'
import { formatsByCountry } from '#contract/formats.ts'
import { countryCodes } from '#contract/geography.ts'
import type { CityPrice } from '#contract/parks/city-prices.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { minute_ms } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { useTranslation } from '#web/page/translation.ts'
import { useCountry } from '#web/storage/country.ts'
import { currencySign, formatMoney, formatNumber } from '#web/time/format.ts'
import { parseTypedNumber, formatTypedNumber } from '#web/time/typedNumber.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { CountryField } from './CountryField.tsx'
import { firstPrices } from './currency.ts'
import { spaceMonth } from './earnings.ts'
import { NumberField, numberIn, type Range } from './NumberField.tsx'
import { Result } from './Result.tsx'
import { useTyped } from './useTyped.ts'

const ranges = {
  spaces: { min: 1, max: 5_000, whole: true },
  hours: { min: 1, max: 24 },
  days: { min: 1, max: 31, whole: true },
  occupancy: { min: 0, max: 100 },
  price: { min: 0, max: 1_000_000 },
} as const satisfies Record<string, Range>
type Part = keyof typeof ranges

const assumed = { spaces: '1', hours: '10', days: '22', occupancy: '40' }

/** Estimated monthly income of parking spaces, from local prices and the reader's assumptions. */
export default function SpaceEarnings() {
  const { t, language, locale } = useTranslation()
  const { code } = useCountry()
  const { typed, type } = useTyped<Part | 'country' | 'city'>('earnings_space')
  const country = countryCodes.find((code) => code === typed.country) ?? code
  const currency = formatsByCountry[country].currency
  const { data: cities } = useCityPrices(country)
  const city = cities?.find((city) => city.city === (typed.city ?? cities[0]?.city))
  const texts: Record<Part, string> = {
    spaces: typed.spaces ?? assumed.spaces,
    hours: typed.hours ?? assumed.hours,
    days: typed.days ?? assumed.days,
    occupancy: typed.occupancy ?? assumed.occupancy,
    price: typed.price ?? formatTypedNumber(city?.median ?? firstPrices[currency].hour, language),
  }
  const numbers = {
    spaces: numberIn(texts.spaces, ranges.spaces, language),
    hours: numberIn(texts.hours, ranges.hours, language),
    days: numberIn(texts.days, ranges.days, language),
    occupancy: numberIn(texts.occupancy, ranges.occupancy, language),
    price: numberIn(texts.price, ranges.price, language),
  }
  const terms = Object.values(numbers).includes(undefined) ? undefined : (numbers as Record<Part, number>)
  const month = terms && spaceMonth(terms, currency)
  const figure = (value: number) => formatNumber(value, locale)
  const money = (value: number) => formatMoney(value, currency, locale)
  const field = (name: Part) => ({
    text: texts[name],
    range: ranges[name],
    onText: (text: string) => type({ [name]: text } as Partial<Record<Part, string>>),
  })
  return (
    <Card padding="lg" as="section" className="grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-8">
      <div className="grid content-start gap-5">
        <h3 className="text-lg">{t('earnings.space.title')}</h3>
        <div className="grid gap-4 sm:grid-cols-2">
          <CountryField
            country={country}
            onCountry={(to: CountryCode) => type({ country: to, city: undefined, price: undefined })}
          />
          <Field label={t('earnings.city')} className="content-start">
            <NativeSelect
              value={city?.city ?? ''}
              onChange={({ target }) => type({ city: target.value, price: undefined })}
              options={[
                ...(cities ?? []).map((city) => ({ value: city.city, label: city.city })),
                { value: '', label: t('earnings.no_city') },
              ]}
            />
          </Field>
        </div>
        <FromData
          city={city}
          text={texts.price}
          onUse={(price) => type({ price: formatTypedNumber(price, language) })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField {...field('price')} label={t('earnings.space.price')} unit={currencySign(currency, locale)} />
          <NumberField {...field('spaces')} label={t('earnings.space.spaces')} />
          <NumberField {...field('hours')} label={t('earnings.space.hours')} unit="h" />
          <NumberField {...field('days')} label={t('earnings.space.days')} />
          <NumberField {...field('occupancy')} label={t('earnings.space.occupancy')} unit={t('earnings.percent')} />
        </div>
      </div>
      <Result
        amount={month ? money(month.amount) : '–'}
        label={t('earnings.space.result')}
        sum={
          terms
            ? t('earnings.space.sum', {
                spaces: figure(terms.spaces),
                hours: figure(terms.hours),
                days: figure(terms.days),
                occupancy: figure(terms.occupancy),
                price: money(terms.price),
              })
            : ''
        }
      >
        {month && (
          <p className="text-base opacity-85">
            {t('earnings.space.hours_sold', { hours: figure(Math.round(month.hours_sold * 10) / 10) })}
          </p>
        )}
      </Result>
    </Card>
  )
}

/** The local prices behind the estimate, and which of them are demo data. */
function FromData({
  city,
  text,
  onUse,
}: {
  city: CityPrice | undefined
  text: string
  onUse: (price: number) => void
}) {
  const { t, language, locale } = useTranslation()
  if (city === undefined) return <p className="text-base text-ink-2">{t('earnings.no_data')}</p>
  const money = (value: number) => formatMoney(value, city.currency, locale)
  const examples =
    city.examples === city.parks
      ? t('earnings.all_examples')
      : city.examples > 0 && t('earnings.some_examples', { count: city.examples })
  return (
    <div className="grid justify-items-start gap-1 text-base text-ink-2">
      <p>
        {t('earnings.from_data', {
          city: city.city,
          parks: formatNumber(city.parks, locale),
          median: money(city.median),
          low: money(city.low),
          high: money(city.high),
        })}{' '}
        {examples && <strong className="font-semibold text-ink">{examples}</strong>}
      </p>
      {parseTypedNumber(text, language) !== city.median && (
        <Button variant="link" onClick={() => onUse(city.median)}>
          {t('earnings.use_price', { price: money(city.median) })}
        </Button>
      )}
    </div>
  )
}

/** Hourly prices by city of a country, where the data has enough prices. */
function useCityPrices(country: CountryCode) {
  return useQuery({
    queryKey: ['city-prices', country],
    queryFn: ({ signal }) => call('GET /api/v1/front/city-prices', { query: { country }, signal }),
    staleTime: 10 * minute_ms,
  })
}

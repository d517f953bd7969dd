import { formatMoney } from '#contract/money.ts'
import { parkLabel } from '#contract/parks/park-label.ts'
import type { Park } from '#contract/parks/parks.ts'
import { parkAddress } from '#web/features/parks/address.ts'
import type { HeadContext, MakeHead } from '#web/page/head.ts'
import { breadcrumbs, parkData } from '#web/page/linkedData.ts'
import { paths } from '#web/paths.ts'
import { formatClocksIn, formatNumber } from '#web/time/format.ts'
import type { preload } from './ParkPage.tsx'

/** A park by its slug or by its code: its one address is the slug's. */
export const head: MakeHead<typeof preload> = (park, { t, locale, urlOf }) => {
  const name = parkLabel(park, t)
  const address = paths.park(park.slug)
  const { country_code: country, state, state_code, city } = park
  const trail = [
    { name: t('places.home'), address: paths.home() },
    { name: t(`common.countries.${country}`), address: paths.parksList({ country }) },
    ...(state === null || state_code === null
      ? []
      : [{ name: state, address: paths.parksList({ country, state: state_code }) }]),
    ...(city === null
      ? []
      : [{ name: city, address: paths.parksList({ country, state: state_code ?? undefined, city }) }]),
  ]
  return {
    title: t('pages.park.title', { name }),
    description: describe(park, name, t, locale),
    address,
    data: [parkData(park, name, urlOf(address), t), breadcrumbs([...trail, { name, address }], urlOf)],
  }
}

/** Made of the park's own facts, the most telling first; what is not known is left out. */
function describe(park: Park, name: string, t: HeadContext['t'], locale: HeadContext['locale']): string {
  const where = parkAddress(park)
  const { capacity, capacity_is_estimate, opening_hours, examples } = park
  const sentences = [
    where === '' || park.name === null ? `${name}.` : t('seo.park.where', { name, address: where }),
    priceSentence(park, t, locale),
    opening_hours === null
      ? undefined
      : opening_hours === '24/7'
        ? t('seo.park.always')
        : t('seo.park.hours', { hours: formatClocksIn(opening_hours, locale) }),
    capacity === null || capacity_is_estimate
      ? undefined
      : t('seo.park.spaces', { count: capacity, number: formatNumber(capacity, locale) }),
    examples.length === 0
      ? t('seo.park.end')
      : t(examples.includes('park') ? 'seo.park.example' : 'seo.park.example_facts'),
  ]
  return sentences.filter((sentence) => sentence !== undefined).join(' ')
}

/** The price of an hour for a car, which does not depend on the times in the address. */
function priceSentence({ rates, bookable }: Park, t: HeadContext['t'], locale: string): string | undefined {
  const rate = rates.find(({ vehicle_type_id }) => vehicle_type_id === 1)
  if (rate === undefined) return undefined
  if (rate.hour_total === 0) return t('seo.park.hour_free')
  const price = formatMoney(rate.hour_total, rate.currency, locale)
  return t(bookable ? 'seo.park.hour' : 'seo.park.hour_posted', { price })
}

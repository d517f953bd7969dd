import { formatMoney } from '#contract/money.ts'
import type { Park, ParkSummary } from '#contract/parks.ts'
import type { Language } from '#contract/places.ts'
import type { Db } from '#server/database/connect.ts'
import { getParkPage } from '#server/features/search/park-page.ts'
import { labelPark } from '#server/features/parks/label.ts'
import { addressOf } from '#server/html/address.ts'
import { breadcrumbs, parkData } from '#server/html/linked-data.ts'
import { html, type Markup } from '#server/html/markup.ts'
import type { View } from '#server/html/page.ts'
import { formatCount, linkTo, listOf, plainPage, stepsOf, trailOf, wordsIn, type Asked } from './common.ts'

/** A car park by its slug, or by its code: then its one address is still the slug's. */
export async function parkView(asked: Asked): Promise<View> {
  const { deps, language, params } = asked
  const t = wordsIn(language)
  const park = await getParkPage(deps, params['slug']!, { vehicle_type_id: 1 }, language)
  const { fee, state_code } = await getMore(deps.db, park.id)
  const title = labelPark(park, language)
  const address = `/park/${park.slug}`
  const country = { country: park.country_code }
  const trail = [
    { name: t('places.home'), address: '/' },
    { name: t(`common.countries.${park.country_code}`), address: addressOf('/parks-list', country) },
    ...(park.state === null || state_code === null
      ? []
      : [{ name: park.state, address: addressOf('/parks-list', { ...country, state: state_code }) }]),
    ...(park.city === null
      ? []
      : [{ name: park.city, address: addressOf('/parks-list', { ...country, state: state_code, city: park.city }) }]),
  ]
  const [self] = stepsOf(asked, [{ name: title, address }])
  return {
    title: t('pages.park.title', { name: title }),
    description: describe(park, title, language),
    address,
    data: [parkData(park, title, self!.url, fee, language), breadcrumbs([...stepsOf(asked, trail), self!])],
    body: () => plainPage({ ...asked, path: address }, bodyOf(park, title, language, trail)),
  }
}

async function getMore(db: Db, id: string): Promise<{ fee: boolean | null; state_code: string | null }> {
  return db
    .selectFrom('parks')
    .leftJoin('states', 'states.id', 'parks.state_id')
    .select(['parks.fee', 'states.code as state_code'])
    .where('parks.id', '=', id)
    .executeTakeFirstOrThrow()
}

const whereOf = ({ address, city, state }: ParkSummary) =>
  [...new Set([address, city, state])].filter((part) => part !== null && part !== '').join(', ')

function priceSentence({ price, bookable }: ParkSummary, language: Language): string | undefined {
  const t = wordsIn(language)
  if (price === null) return undefined
  if (price.amount === 0) return t('seo.park.hour_free')
  const key = bookable ? 'seo.park.hour' : 'seo.park.hour_posted'
  return t(key, { price: formatMoney(price.amount, price.currency, language) })
}

function hoursSentence({ opening_hours }: Park, language: Language): string | undefined {
  const t = wordsIn(language)
  if (opening_hours === null) return undefined
  return opening_hours === '24/7' ? t('seo.park.always') : t('seo.park.hours', { hours: opening_hours })
}

function spacesSentence({ capacity, capacity_is_estimate }: ParkSummary, language: Language): string | undefined {
  if (capacity === null || capacity_is_estimate) return undefined
  return wordsIn(language)('seo.park.spaces', { count: capacity, number: formatCount(capacity, language) })
}

/** Made of the park's own facts, the most telling first; what is not known is left out. */
function describe(park: Park, title: string, language: Language): string {
  const t = wordsIn(language)
  const where = whereOf(park)
  const sentences = [
    where === '' || park.name === null ? `${title}.` : t('seo.park.where', { name: title, address: where }),
    priceSentence(park, language),
    hoursSentence(park, language),
    spacesSentence(park, language),
    exampleSentence(park, language) ?? t('seo.park.end'),
  ]
  return sentences.filter((one) => one !== undefined).join(' ')
}

function exampleSentence({ examples }: ParkSummary, language: Language): string | undefined {
  if (examples.length === 0) return undefined
  return wordsIn(language)(examples.includes('park') ? 'seo.park.example' : 'seo.park.example_facts')
}

function bodyOf(
  park: Park,
  title: string,
  language: Language,
  trail: readonly { name: string; address: string }[],
): Markup {
  const t = wordsIn(language)
  const { lat, lng, source } = park
  const facts = [
    park.rating === null
      ? undefined
      : t('seo.park.rating', {
          rating: park.rating.toLocaleString(language),
          number: formatCount(park.reviews, language),
        }),
    spacesSentence(park, language),
    park.max_height_cm === null
      ? undefined
      : t('seo.park.height', { height: (park.max_height_cm / 100).toLocaleString(language) }),
    ...park.amenities.map((amenity) => t(`park.amenities.${amenity}`)),
  ].filter((fact) => fact !== undefined)
  return html`${trailOf(language, trail)}
    <h1>${title}</h1>
    <p>${[t(`park.kinds.${park.kind}`), whereOf(park)].filter((part) => part !== '').join(' · ')}</p>
    ${exampleSentence(park, language) !== undefined && html`<p><strong>${exampleSentence(park, language)}</strong></p>`}
    <h2>${t('seo.park.tariff')}</h2>
    <p>${priceSentence(park, language) ?? t('seo.park.price_unknown')}</p>
    ${park.rates_text !== null && html`<p>${park.rates_text}</p>`}
    <h2>${t('seo.park.hours_head')}</h2>
    <p>${hoursSentence(park, language) ?? t('seo.park.hours_unknown')}</p>
    ${listOf(facts.map((fact) => html`${fact}`))}
    <h2>${t('seo.park.directions')}</h2>
    <p>
      <a rel="nofollow" href="https://www.openstreetmap.org/?mlat=${lat}&amp;mlon=${lng}#map=17/${lat}/${lng}"
        >${t('seo.on_map')}</a
      >
    </p>
    ${
      park.nearby.length > 0 &&
      html`<h2>${t('seo.park.nearby')}</h2>
        ${parkLinks(park.nearby, language)}`
    }
    <p>${t('seo.park.source', { source: source.title, licence: source.licence })}</p>`
}

/** Car parks as links, with the price and, from a place, how far they are. */
export function parkLinks(parks: readonly ParkSummary[], language: Language): Markup | undefined {
  const t = wordsIn(language)
  return listOf(
    parks.map((park) => {
      const { price } = park
      const facts = [
        park.name === null ? '' : whereOf(park),
        awayOf(park, language),
        price !== null &&
          t(price.unit === 'stay' ? 'seo.total' : 'seo.per_hour', {
            price: formatMoney(price.amount, price.currency, language),
          }),
        park.examples.includes('park') && t('common.example'),
      ]
      return html`${linkTo(language, `/park/${park.slug}`, labelPark(park, language))}
      ${facts.filter(Boolean).join(' · ')}`
    }),
  )
}

/** Metres in a straight line that are walked in a minute along streets. */
const straight_m_per_min = 64
const farthest_m = 2_000

function awayOf({ distance_m }: ParkSummary, language: Language): string | undefined {
  if (distance_m === undefined) return undefined
  const distance =
    distance_m < 1_000
      ? `${formatCount(Math.round(distance_m / 10) * 10, language)}\u00a0m`
      : `${(Math.round(distance_m / 100) / 10).toLocaleString(language)}\u00a0km`
  if (distance_m > farthest_m) return distance
  const minutes = Math.max(1, Math.round(distance_m / straight_m_per_min))
  return wordsIn(language)('seo.place.walk', { distance, minutes })
}

import type { FrontBranch, FrontBranchDetails, ItemDetails, ItemSummary } from '#contract/catalogue/marketplace.ts'
import type { GroupItem, PostSummary } from '#contract/content/content.ts'
import type { Event, EventKind } from '#contract/events/events.ts'
import { pagePath } from '#contract/pages.ts'
import type { Park } from '#contract/parks/parks.ts'
import type { Place } from '#contract/places/browse.ts'
import type { Language } from '#contract/places/places.ts'
import { settings } from '#contract/settings/settings.ts'
import { day_ms } from '#contract/time.ts'
import { servedCountries } from '#web/api/config.ts'
import { hoursForSchema } from '#web/time/hoursForSchema.ts'
import { wallDay, wallTime } from '#web/time/quarterHours.ts'
import type { HeadContext } from './head.ts'

/*
 * schema.org's vocabulary for what a page shows. Nothing that was made up for the demonstration is stated as a fact, and
 * what is not known is left out.
 */

export interface Step {
  name: string
  /** Path and query. */
  address: string
}

export const breadcrumbs = (steps: readonly Step[], urlOf: HeadContext['urlOf']): object => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, address }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: urlOf(address),
  })),
})

export const siteData = (publicUrl: string, language: Language): object[] => [
  {
    '@type': 'WebSite',
    name: settings().company.name,
    url: `${publicUrl}/`,
    inLanguage: language,
    potentialAction: {
      '@type': 'SearchAction',
      target: {
        '@type': 'EntryPoint',
        urlTemplate: `${publicUrl}${pagePath('parksList')}?search={search_term_string}`,
      },
      'query-input': 'required name=search_term_string',
    },
  },
  organizationData(publicUrl),
]

export function organizationData(publicUrl: string): object {
  const { company, site, social } = settings()
  const { name, legal_name, phone, website, address, postal_code, city, state, country } = company
  const email = site.support_email ?? company.email
  const accounts = [...new Set([website, ...Object.values(social)])].filter((account) => account !== null)
  return {
    '@type': 'Organization',
    name,
    ...(legal_name !== null && { legalName: legal_name }),
    url: `${publicUrl}/`,
    logo: `${publicUrl}/icon-512.png`,
    ...(email !== null && { email }),
    ...(phone !== null && { telephone: phone }),
    ...(accounts.length > 0 && { sameAs: accounts }),
    ...(country !== null && {
      address: {
        ...addressData({ address, city, state, country_code: country }),
        ...(postal_code !== null && { postalCode: postal_code }),
      },
    }),
    areaServed: servedCountries(),
  }
}

/** Answers are ready HTML, as the type allows it. */
export const faqData = (questions: readonly GroupItem[]): object => ({
  '@type': 'FAQPage',
  mainEntity: questions.map(({ title, html }) => ({
    '@type': 'Question',
    name: title,
    acceptedAnswer: { '@type': 'Answer', text: html },
  })),
})

export const postData = (post: PostSummary, url: string, publicUrl: string, language: Language): object => ({
  '@type': 'BlogPosting',
  '@id': url,
  headline: post.title,
  description: post.description,
  url,
  mainEntityOfPage: url,
  datePublished: post.date,
  inLanguage: language,
  image: `${publicUrl}/pictures/${post.picture}.png`,
  keywords: post.tags,
  author: { '@type': 'Organization', name: settings().company.name, url: `${publicUrl}/` },
  publisher: {
    '@type': 'Organization',
    name: settings().company.name,
    logo: { '@type': 'ImageObject', url: `${publicUrl}/icon-512.png` },
  },
})

const addressData = (where: {
  address?: string | null
  city: string | null
  state: string | null
  country_code: string
}) => ({
  '@type': 'PostalAddress',
  ...(where.address ? { streetAddress: where.address } : {}),
  ...(where.city === null ? {} : { addressLocality: where.city }),
  ...(where.state === null ? {} : { addressRegion: where.state }),
  addressCountry: where.country_code,
})

const geoData = ({ lat, lng }: { lat: number; lng: number }) => ({
  '@type': 'GeoCoordinates',
  latitude: lat,
  longitude: lng,
})

export function parkData(park: Park, title: string, url: string, t: HeadContext['t']): object {
  const isReal = (fact: Park['examples'][number]) => !park.examples.includes('park') && !park.examples.includes(fact)
  const hours = isReal('hours') ? hoursForSchema(park.opening_hours) : []
  const isPriced = isReal('tariff') && park.rates.some(({ hour_total, is_example }) => hour_total > 0 && !is_example)
  const isFree = isReal('tariff') && park.fee === false && !isPriced
  return {
    '@type': 'ParkingFacility',
    '@id': url,
    name: title,
    url,
    address: addressData(park),
    geo: geoData(park),
    ...(park.examples.includes('park') ? { disambiguatingDescription: t('seo.park.example') } : {}),
    ...(hours.length === 0 ? {} : { openingHours: hours }),
    ...closedDays(park),
    ...(isFree ? { isAccessibleForFree: true } : isPriced ? { isAccessibleForFree: false } : {}),
    // `maximumAttendeeCapacity` counts people: spaces are a property of their own.
    ...(park.capacity !== null && !park.capacity_is_estimate && isReal('capacity')
      ? { additionalProperty: { '@type': 'PropertyValue', name: 'parking spaces', value: park.capacity } }
      : {}),
    ...(park.amenities.length > 0 && isReal('amenities')
      ? {
          amenityFeature: park.amenities.map((amenity) => ({
            '@type': 'LocationFeatureSpecification',
            name: amenity.replaceAll('_', ' '),
            value: true,
          })),
        }
      : {}),
    ...(park.rating === null
      ? {}
      : {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: park.rating,
            reviewCount: park.reviews,
            bestRating: 5,
            worstRating: 1,
          },
        }),
  }
}

/** The whole days of a closure; schema.org has no field for parts of days, and from 00:00 to 00:00 means closed. */
function closedDays({ closure, timezone }: Park): object {
  if (closure === undefined) return {}
  const start = wallTime(new Date(closure.starts_at), timezone)
  const first = addDays(start.slice(0, 10), start.endsWith('00:00') ? 0 : 1)
  const last = addDays(wallDay(new Date(closure.ends_at), timezone), -1)
  if (first > last) return {}
  return {
    specialOpeningHoursSpecification: {
      '@type': 'OpeningHoursSpecification',
      validFrom: first,
      validThrough: last,
      opens: '00:00',
      closes: '00:00',
    },
  }
}

const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * day_ms).toISOString().slice(0, 10)

const placeTypes: Record<Place['kind'], string> = {
  airport: 'Airport',
  city: 'City',
  stadium: 'StadiumOrArena',
  // Railway and bus stations alike.
  station: 'CivicStructure',
}

export const placeData = (place: Place, url: string): object => ({
  '@type': placeTypes[place.kind],
  name: place.name,
  url,
  address: addressData(place),
  geo: geoData(place),
  ...(place.kind === 'airport' && place.iata !== null ? { iataCode: place.iata } : {}),
  ...(place.kind === 'airport' && place.icao !== null ? { icaoCode: place.icao } : {}),
})

const eventTypes: Record<EventKind, string> = {
  concert: 'MusicEvent',
  match: 'SportsEvent',
  theatre: 'TheaterEvent',
  festival: 'Festival',
  conference: 'BusinessEvent',
  exhibition: 'ExhibitionEvent',
}

export const eventData = (event: Event, url: string, language: Language, t: HeadContext['t']): object => ({
  '@type': eventTypes[event.kind],
  name: event.name,
  description: event.description,
  url,
  inLanguage: language,
  startDate: event.starts_at,
  endDate: event.ends_at,
  doorTime: event.doors_at,
  eventStatus: `https://schema.org/Event${event.state === 'cancelled' ? 'Cancelled' : 'Scheduled'}`,
  eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
  location: {
    '@type': 'Place',
    name: event.venue,
    address: addressData({ city: event.city, state: null, country_code: event.country_code }),
    geo: geoData(event),
  },
  ...(event.is_example ? { disambiguatingDescription: t('seo.park.example') } : {}),
})

export const listData = (items: readonly Step[], urlOf: HeadContext['urlOf']): object => ({
  '@type': 'ItemList',
  numberOfItems: items.length,
  itemListElement: items.map(({ name, address }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    url: urlOf(address),
  })),
})

/** An item as a branch sells it: one offer, or one for each variation. Prices contain all taxes. */
export const productData = (
  item: ItemDetails,
  branch: FrontBranch,
  url: string,
  { t, publicUrl, urlOf }: Pick<HeadContext, 't' | 'publicUrl' | 'urlOf'>,
): object => {
  const offer = ({
    price,
    sold_out,
    name,
  }: Pick<ItemDetails['variations'][number], 'price' | 'sold_out' | 'name'>) => ({
    '@type': 'Offer',
    ...(name === item.name ? {} : { name }),
    price: price.amount,
    priceCurrency: price.currency,
    availability: `https://schema.org/${sold_out ? 'OutOfStock' : 'InStock'}`,
    url,
    ...(item.offer === null ? {} : { priceValidUntil: item.offer.ends_at.slice(0, 10) }),
    seller: { '@type': 'Organization', name: branch.name, url: urlOf(pagePath('branch', { branch: branch.slug })) },
  })
  const { category, pictures } = item
  return {
    '@type': 'Product',
    '@id': url,
    name: item.name,
    description: item.description,
    category: category.name,
    url,
    ...(pictures.length === 0 ? {} : { image: pictures.map(({ path }) => new URL(path, publicUrl).href) }),
    ...(item.is_example ? { disambiguatingDescription: t('seo.shop.example') } : {}),
    ...(item.rating === null || item.is_example
      ? {}
      : {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: item.rating.average,
            reviewCount: item.rating.count,
            bestRating: 5,
            worstRating: 1,
          },
        }),
    offers: item.variations.length === 0 ? offer(item) : item.variations.map(offer),
  }
}

/** The items of a list with their prices. */
export const productListData = (
  items: readonly ItemSummary[],
  addressOf: (item: ItemSummary) => string,
  { t, urlOf }: Pick<HeadContext, 't' | 'urlOf'>,
): object => ({
  '@type': 'ItemList',
  itemListElement: items.map((item, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    item: {
      '@type': 'Product',
      name: item.name,
      url: urlOf(addressOf(item)),
      ...(item.is_example ? { disambiguatingDescription: t('seo.shop.example') } : {}),
      offers: {
        '@type': 'Offer',
        price: item.price.amount,
        priceCurrency: item.price.currency,
        availability: `https://schema.org/${item.sold_out ? 'OutOfStock' : 'InStock'}`,
        url: urlOf(addressOf(item)),
      },
    },
  })),
})

export const branchData = (branch: FrontBranchDetails, url: string, t: HeadContext['t']): object => {
  const hours = hoursForSchema(branch.opening_hours)
  return {
    '@type': 'AutomotiveBusiness',
    '@id': url,
    name: branch.name,
    url,
    address: addressData({ ...branch, state: null }),
    geo: geoData(branch),
    ...(branch.phone === null ? {} : { telephone: branch.phone }),
    ...(hours.length === 0 || branch.is_example ? {} : { openingHours: hours }),
    ...(branch.is_example ? { disambiguatingDescription: t('seo.shop.example') } : {}),
    currenciesAccepted: branch.currency,
  }
}

import { isContentPage, type PageKey } from '#contract/pages.ts'
import { postHead } from '#web/features/blog/head.ts'
import { checkoutHead } from '#web/features/checkout/head.ts'
import { contentHead, serviceHead } from '#web/features/content/head.ts'
import { eventBookingHead, eventHead, eventsHead } from '#web/features/events/head.ts'
import { head as homeHead } from '#web/features/home/head.ts'
import { head as parkHead } from '#web/features/park-page/head.ts'
import { placeHead, placesHead } from '#web/features/place-pages/head.ts'
import { searchHead } from '#web/features/search/head.ts'
import { parksListHead } from '#web/features/search/parksListHead.ts'
import type { HeadContext, MakeHead, PageHead } from '#web/lib/head.ts'
import type { SentenceKey } from '#web/lib/translation.ts'

/** The heads of the pages that the server renders. In a table of their own, so that browsers do not load them. */
const heads = {
  home: homeHead,
  search: searchHead,
  parksList: parksListHead,
  airportParking: placesHead,
  cityParking: placesHead,
  stadiumParking: placesHead,
  stationParking: placesHead,
  airportPlace: placeHead,
  cityPlace: placeHead,
  stadiumPlace: placeHead,
  stationPlace: placeHead,
  park: parkHead,
  post: postHead,
  service: serviceHead,
  events: eventsHead,
  event: eventHead,
  eventBooking: eventBookingHead,
  checkout: checkoutHead,
  gate: checkoutHead,
} satisfies Partial<Record<PageKey, unknown>>

export const findHead = (key: PageKey): MakeHead | undefined =>
  (isContentPage(key) ? contentHead : (heads as Partial<Record<PageKey, unknown>>)[key]) as MakeHead | undefined

/** The head of a page that only its user sees: search engines do not list it. */
export const frameHead = (key: PageKey, t: HeadContext['t']): PageHead => ({
  title: t(`pages.${key}.title` as SentenceKey),
  description: t(`pages.${key}.description` as SentenceKey),
  address: undefined,
  data: [],
})

/** The head of an address that does not exist, by what it would be. */
export function missingHead(key: PageKey | undefined, t: HeadContext['t']): PageHead {
  const what =
    key === undefined ? 'not_found' : key.endsWith('Place') ? 'place_unknown' : (unknownOf[key] ?? 'not_found')
  return { title: t(`pages.${what}.title`), description: t(`pages.${what}.description`), address: undefined, data: [] }
}

const unknownOf: Partial<Record<PageKey, 'park_unknown' | 'event_unknown'>> = {
  park: 'park_unknown',
  checkout: 'park_unknown',
  gate: 'park_unknown',
  event: 'event_unknown',
  eventBooking: 'event_unknown',
}

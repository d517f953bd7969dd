import { isContentPage, type PageKey, type PageRoute } from '#contract/pages.ts'
import { AppError } from '#server/errors.ts'
import { findParkLabel } from '#server/features/parks/label.ts'
import { siteData } from '#server/html/linked-data.ts'
import { html } from '#server/html/markup.ts'
import type { View } from '#server/html/page.ts'
import { plainPage, wordsIn, type Asked } from './common.ts'
import { contentView, postView } from './content.ts'
import { eventBookingView, eventsView, eventView } from './events.ts'
import { parksListView, placesView } from './lists.ts'
import { parkView } from './park.ts'
import { placeView } from './place.ts'

/** Pages that show what is in the database. Each throws an AppError for what does not exist. */
const views: Partial<Record<PageKey, (asked: Asked) => Promise<View>>> = {
  parksList: parksListView,
  park: parkView,
  airportParking: placesView('airport'),
  cityParking: placesView('city'),
  stadiumParking: placesView('stadium'),
  stationParking: placesView('station'),
  airportPlace: placeView('airport'),
  cityPlace: placeView('city'),
  stadiumPlace: placeView('stadium'),
  stationPlace: placeView('station'),
  post: postView,
  events: eventsView,
  event: eventView,
  eventBooking: eventBookingView,
}

/** What a page is before any script runs, and whether it exists. */
export async function viewOf(route: PageRoute, asked: Asked): Promise<{ view: View; exists: boolean }> {
  const isText = isContentPage(route.key) || route.key === 'service'
  const make = views[route.key] ?? ((one: Asked) => (isText ? contentView : catalogueView)(route, one))
  try {
    return { view: await make(asked), exists: true }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const unknown =
      asked.params['slug'] !== undefined
        ? 'park_unknown'
        : asked.params['place'] !== undefined
          ? 'place_unknown'
          : asked.params['event'] !== undefined
            ? 'event_unknown'
            : 'not_found'
    return { view: missingView(asked, unknown), exists: false }
  }
}

export function missingView(asked: Asked, key: 'park_unknown' | 'place_unknown' | 'event_unknown' | 'not_found'): View {
  return { ...wordsOf(asked, key, {}), address: undefined, data: [] }
}

/** A page of the catalogue; of a park where it names one. */
async function catalogueView({ key, listed }: PageRoute, asked: Asked): Promise<View> {
  const { deps, language, params, path } = asked
  const handle = params['slug']
  const park = handle === undefined ? undefined : await findParkLabel(deps.db, handle, language)
  if (handle !== undefined && park === undefined) throw new AppError('park_not_found')
  return {
    ...wordsOf(asked, key, { name: park?.label ?? '' }),
    address: listed ? path : undefined,
    data: key === 'home' ? siteData(deps.publicUrl(), language) : [],
  }
}

function wordsOf(
  asked: Asked,
  key: string,
  params: Record<string, string>,
): Pick<View, 'title' | 'description' | 'body'> {
  const t = wordsIn(asked.language)
  const title = t(`pages.${key}.title`, params)
  const description = t(`pages.${key}.description`, params)
  return {
    title,
    description,
    body: () =>
      plainPage(
        asked,
        html`<h1>${title.split(' | ')[0]!}</h1>
          <p>${description}</p>`,
      ),
  }
}

import { eventKinds, type Event, type EventSummary } from '#contract/events.ts'
import type { Language } from '#contract/places.ts'
import { AppError } from '#server/errors.ts'
import { findEventParks, findEvents, getEventRow, toEvent } from '#server/features/events/queries.ts'
import { findGrantInCookies } from '#server/grants.ts'
import { addressOf } from '#server/html/address.ts'
import { breadcrumbs, eventData, listData } from '#server/html/linked-data.ts'
import { html, type Markup } from '#server/html/markup.ts'
import type { View } from '#server/html/page.ts'
import {
  countryOf,
  linkTo,
  listOf,
  pagesOf,
  plainPage,
  readPage,
  stepsOf,
  titled,
  wordsIn,
  type Asked,
} from './common.ts'
import { parkLinks } from './park.ts'

const size = 20

const when = (at: string, timezone: string, language: Language): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'fr', {
    timeZone: timezone,
    dateStyle: 'full',
    timeStyle: 'short',
  }).format(new Date(at))

export const eventAddress = ({ event_code }: Pick<Event, 'event_code'>): string => `/event/${event_code}`

const eventLinks = (events: readonly EventSummary[], language: Language): Markup | undefined =>
  listOf(
    events.map(
      (event) =>
        html`${linkTo(language, eventAddress(event), event.name)} ${when(event.starts_at, event.timezone, language)},
        ${event.venue}, ${event.city}`,
    ),
  )

/** What is coming; by country and kind it is a list of its own, sifted further it is for its reader alone. */
export async function eventsView(asked: Asked): Promise<View> {
  const { deps, language, path, query } = asked
  const t = wordsIn(language)
  const page = readPage(query)
  const country = countryOf(query)
  const kind = eventKinds.find((one) => one === query.get('kind'))
  if (page === undefined || (query.has('country') && country === undefined)) throw new AppError('not_found')
  const found = await findEvents(deps.db, { country, kind, page, size }, language, deps.clock())
  if (page > found.pages) throw new AppError('not_found')
  const where = country === undefined ? undefined : t(`places.in.${country}`)
  const head = where === undefined ? t('seo.events.head') : t('seo.events.head_in', { where })
  const addressFor = (n: number) => addressOf(path, { country, kind, page: n === 1 ? undefined : n })
  const isSifted = ['text', 'month', 'from', 'to', 'near'].some((name) => query.has(name))
  const events = stepsOf(
    asked,
    found.items.map((event) => ({ name: event.name, address: eventAddress(event) })),
  )
  return {
    title: titled(language, head, page),
    description: t('pages.events.description'),
    address: isSifted || kind !== undefined ? undefined : addressFor(page),
    data: events.length === 0 ? [] : [listData(events)],
    body: () =>
      plainPage(
        asked,
        html`<h1>${head}</h1>
          <p>${t('pages.events.description')}</p>
          ${eventLinks(found.items, language) ?? html`<p>${t('seo.events.none')}</p>`}
          ${pagesOf(language, found, addressFor)}`,
      ),
  }
}

async function eventOf({ deps, params, language, cookies }: Asked) {
  const row = await getEventRow(deps.db, params['event']!, findGrantInCookies(cookies), language, deps.clock())
  return { row, event: toEvent(row, deps.clock()) }
}

/** An event with the car parks around it. One that is private, made up or over is no page for a search engine. */
export async function eventView(asked: Asked): Promise<View> {
  const { deps, language } = asked
  const t = wordsIn(language)
  const { row, event } = await eventOf(asked)
  const address = eventAddress(event)
  const starts = when(event.starts_at, event.timezone, language)
  const facts = { name: event.name, venue: event.venue, city: event.city, when: starts }
  const found =
    event.parking === null
      ? undefined
      : await findEventParks(deps, row, { page: 1, size: 8, vehicle_type_id: 1 }, language)
  const trail = [
    { name: t('places.home'), address: '/' },
    { name: t('seo.events.head'), address: '/events' },
  ]
  const [self] = stepsOf(asked, [{ name: event.name, address }])
  const isOver = new Date(event.ends_at) <= deps.clock()
  return {
    title: titled(language, event.name, 1),
    description: t('seo.events.description', facts),
    address: event.is_private || event.is_example || isOver ? undefined : address,
    is_private: event.is_private,
    data: event.is_private
      ? []
      : [eventData(event, self!.url, language), breadcrumbs([...stepsOf(asked, trail), self!])],
    body: () =>
      plainPage(
        { ...asked, path: address },
        html`<h1>${event.name}</h1>
          <p>${starts}, ${event.venue}, ${event.city}</p>
          <p>${event.description}</p>
          ${
            found !== undefined &&
            found.items.length > 0 &&
            html`<h2>${t('seo.events.parks')}</h2>
              ${parkLinks(found.items, language)}`
          }`,
      ),
  }
}

/** Where a car park is chosen for an event. */
export async function eventBookingView(asked: Asked): Promise<View> {
  const t = wordsIn(asked.language)
  const { event } = await eventOf(asked)
  const title = t('pages.eventBooking.title', { name: event.name })
  const description = t('pages.eventBooking.description', { name: event.name })
  return {
    title,
    description,
    address: undefined,
    is_private: event.is_private,
    data: [],
    body: () =>
      plainPage(
        asked,
        html`<h1>${title.split(' | ')[0]!}</h1>
          <p>${description}</p>
          <p>${linkTo(asked.language, eventAddress(event), event.name)}</p>`,
      ),
  }
}

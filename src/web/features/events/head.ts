import { brand } from '#brand.ts'
import { eventKinds } from '#contract/event-rules.ts'
import { countryCodes } from '#contract/geography.ts'
import { formatFullMoment } from '#web/lib/format.ts'
import { type MakeHead, notFound, readPageNumber, titled } from '#web/lib/head.ts'
import { breadcrumbs, eventData, listData } from '#web/lib/linkedData.ts'
import { paths } from '#web/paths.ts'
import type { preload as preloadEvent } from './EventPage.tsx'
import type { preload as preloadBooking } from './EventBookingPage.tsx'
import type { preload as preloadEvents } from './EventsPage.tsx'

/** Search engines list the events of a country, and not what a reader has filtered. */
export const eventsHead: MakeHead<typeof preloadEvents> = (found, { search, t, urlOf }) => {
  const page = readPageNumber(search)
  const country = countryCodes.find((code) => code === search.get('country')?.toUpperCase())
  if (page > found.pages || (search.has('country') && country === undefined)) throw notFound()
  const name =
    country === undefined ? t('seo.events.head') : t('seo.events.head_in', { where: t(`places.in.${country}`) })
  const isFiltered =
    ['text', 'month', 'from', 'to', 'near'].some((one) => search.has(one)) ||
    eventKinds.some((kind) => kind === search.get('kind'))
  const events = found.items.map((event) => ({ name: event.name, address: paths.event(event.event_code) }))
  return {
    title: titled(t, name, page, brand.name),
    description: t('pages.events.description'),
    address: isFiltered ? undefined : paths.events({ country, page: page === 1 ? undefined : page }),
    data: events.length === 0 ? [] : [listData(events, urlOf)],
  }
}

/** An event. Search engines do not list private, made-up and past ones. */
export const eventHead: MakeHead<typeof preloadEvent> = (event, { now, t, language, urlOf }) => {
  const { name, venue, city, is_private, is_example } = event
  const address = paths.event(event.event_code)
  const isOver = new Date(event.ends_at) <= now
  const when = formatFullMoment(new Date(event.starts_at), event.timezone, language)
  const trail = [
    { name: t('places.home'), address: paths.home() },
    { name: t('seo.events.head'), address: paths.events() },
  ]
  return {
    title: titled(t, name, 1, brand.name),
    description: t('seo.events.description', { name, venue, city, when }),
    address: is_private || is_example || isOver ? undefined : address,
    is_private,
    data: is_private
      ? []
      : [eventData(event, urlOf(address), language, t), breadcrumbs([...trail, { name, address }], urlOf)],
  }
}

/** The choice of a car park for an event, which search engines do not list. */
export const eventBookingHead: MakeHead<typeof preloadBooking> = ({ name, is_private }, { t }) => ({
  title: t('pages.eventBooking.title', { name }),
  description: t('pages.eventBooking.description', { name }),
  address: undefined,
  is_private,
  data: [],
})

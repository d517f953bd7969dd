import { eventKinds } from '#contract/events/event-rules.ts'
import { settings } from '#contract/settings/settings.ts'
import { servedCountries } from '#web/api/config.ts'
import { type MakeHead, notFound, readPageNumber, titled } from '#web/page/head.ts'
import { listData } from '#web/page/linkedData.ts'
import { paths } from '#web/paths.ts'
import type { preload } from './EventsPage.tsx'

/** Search engines list the events of a country, and not what a reader has filtered. */
export const head: MakeHead<typeof preload> = (found, { search, t, urlOf }) => {
  const page = readPageNumber(search)
  const country = servedCountries().find((code) => code === search.get('country')?.toUpperCase())
  if (page > found.pages || (search.has('country') && country === undefined)) throw notFound()
  const name =
    country === undefined ? t('seo.events.head') : t('seo.events.head_in', { where: t(`places.in.${country}`) })
  const isFiltered =
    ['text', 'month', 'from', 'to', 'near'].some((candidate) => search.has(candidate)) ||
    eventKinds.some((kind) => kind === search.get('kind'))
  const events = found.items.map((event) => ({ name: event.name, address: paths.event(event.event_code) }))
  return {
    title: titled(t, name, page, settings().company.name),
    description: t('pages.events.description'),
    address: isFiltered ? undefined : paths.events({ country, page: page === 1 ? undefined : page }),
    data: events.length === 0 ? [] : [listData(events, urlOf)],
  }
}

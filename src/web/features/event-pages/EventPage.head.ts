import { settings } from '#contract/settings/settings.ts'
import { type MakeHead, titled } from '#web/page/head.ts'
import { breadcrumbs, eventData } from '#web/page/linkedData.ts'
import { paths } from '#web/paths.ts'
import { formatFullMoment } from '#web/time/format.ts'
import type { preload } from './EventPage.tsx'

/** An event. Search engines do not list private, made-up and past ones. */
export const head: MakeHead<typeof preload> = (event, { now, t, language, locale, urlOf }) => {
  const { name, venue, city, is_private, is_example } = event
  const address = paths.event(event.event_code)
  const isOver = new Date(event.ends_at) <= now
  const when = formatFullMoment(new Date(event.starts_at), event.timezone, locale)
  const trail = [
    { name: t('places.home'), address: paths.home() },
    { name: t('seo.events.head'), address: paths.events() },
  ]
  return {
    title: titled(t, name, 1, settings().company.name),
    description: t('seo.events.description', { name, venue, city, when }),
    address: is_private || is_example || isOver ? undefined : address,
    is_private,
    data: is_private
      ? []
      : [eventData(event, urlOf(address), language, t), breadcrumbs([...trail, { name, address }], urlOf)],
  }
}

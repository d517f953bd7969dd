import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { useCountry } from '#web/storage/country.ts'
import { capitalize, formatMoment } from '#web/time/format.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useEvents } from './api.ts'

const eventsShown = 3

/** The next events of the country; an event's page has its own booking window and nearby car parks. */
export function UpcomingEvents({ onLeave }: { onLeave: () => void }) {
  const { t, locale } = useTranslation()
  const { code: country } = useCountry()
  const { data } = useEvents({ country, size: eventsShown })
  if (data === undefined || data.total === 0) return null
  return (
    <section aria-label={t('search.events')} className="rounded-lg border border-line">
      <ul>
        {data.items.map(({ event_code, name, venue, city, starts_at, timezone }) => (
          <li key={event_code} className="border-b border-line">
            <PageLink
              to={paths.event(event_code)}
              onClick={onLeave}
              className="grid px-4 py-2.5 hover:bg-sunk focus-visible:-outline-offset-3"
            >
              <span className="truncate font-semibold">{name}</span>
              <span className="truncate text-sm text-ink-2">
                {[capitalize(formatMoment(new Date(starts_at), timezone, locale), locale), venue, city].join(', ')}
              </span>
            </PageLink>
          </li>
        ))}
      </ul>
      <PageLink
        to={paths.events({ country })}
        onClick={onLeave}
        className="flex min-h-11 items-center px-4 font-semibold text-act hover:text-act-press"
      >
        {t('search.events_all')}
      </PageLink>
    </section>
  )
}

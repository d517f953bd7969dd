import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useEvents } from '#web/features/events/api.ts'
import { useCountry } from '#web/features/places/country.ts'
import { formatMoment } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'

const shown = 3

/** Who parks for an event finds it here, with its own window and the car parks around it. */
export function UpcomingEvents({ onLeave }: { onLeave: () => void }) {
  const { t, i18n } = useTranslation()
  const { code: country } = useCountry()
  const { data } = useEvents({ country, size: shown })
  if (data === undefined || data.total === 0) return null
  return (
    <section aria-label={t('search.events')} className="rounded-lg border border-line">
      <ul>
        {data.items.map(({ event_code, name, venue, city, starts_at, timezone }) => (
          <li key={event_code} className="border-b border-line">
            <Link
              to={paths.event(event_code)}
              onClick={onLeave}
              className="grid px-4 py-2.5 hover:bg-sunk focus-visible:-outline-offset-3"
            >
              <span className="truncate font-semibold">{name}</span>
              <span className="truncate text-sm text-ink-2">
                {[formatMoment(new Date(starts_at), timezone, i18n.language), venue, city].join(', ')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Link
        to={paths.events({ country })}
        onClick={onLeave}
        className="flex min-h-11 items-center px-4 font-semibold text-act hover:text-act-press"
      >
        {t('search.events_all')}
      </Link>
    </section>
  )
}

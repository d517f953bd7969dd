import type { EventSummary } from '#contract/events/events.ts'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { useCountry } from '#web/storage/country.ts'
import { formatDate, formatMoment } from '#web/time/format.ts'
import { Card, CardLink } from '#web/ui/Card.tsx'
import { Page, Section } from '#web/ui/Page.tsx'
import { shownEvents, useNextEvents } from './api.ts'
import { MoreLink } from './MoreLink.tsx'

/** The next events of the country; nothing if there are none. */
export function Events() {
  const { t } = useTranslation()
  const { code } = useCountry()
  const { data } = useNextEvents(code, shownEvents)
  const events = data?.items.filter(({ state }) => state === 'published') ?? []
  if (events.length === 0) return null
  return (
    <Page>
      <Section
        title={t('home.events')}
        action={<MoreLink to={paths.events({ country: code })}>{t('home.all_events')}</MoreLink>}
      >
        <ul className="grid gap-3 sm:gap-4 lg:grid-cols-3">
          {events.map((event) => (
            <EventCard key={event.event_code} event={event} />
          ))}
        </ul>
      </Section>
    </Page>
  )
}

function EventCard({ event }: { event: EventSummary }) {
  const { locale } = useTranslation()
  const { starts_at, timezone, name, venue, city } = event
  return (
    <Card as="li" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
      <DayLeaf at={new Date(starts_at)} zone={timezone} />
      <div className="min-w-0">
        <h3 className="line-clamp-2 text-md leading-snug">
          <CardLink to={paths.event(event.event_code)}>{name}</CardLink>
        </h3>
        <p className="mt-0.5 text-sm font-semibold">{formatMoment(new Date(starts_at), timezone, locale)}</p>
        <p className="truncate text-sm text-ink-2">{[...new Set([venue, city])].join(', ')}</p>
        {event.is_example && (
          <p className="mt-2">
            <ExampleTag />
          </p>
        )}
      </div>
    </Card>
  )
}

/** The date as a calendar leaf; decorative, because the text says it too. */
function DayLeaf({ at, zone }: { at: Date; zone: string }) {
  const { locale } = useTranslation()
  const part = (options: Intl.DateTimeFormatOptions) => formatDate(at, locale, { timeZone: zone, ...options })
  return (
    <span
      aria-hidden="true"
      className="grid w-15 content-start justify-items-center self-start overflow-hidden rounded-lg border border-line pb-2"
    >
      <span className="w-full bg-kerb py-0.5 text-center text-xs font-bold text-on-kerb">
        {part({ month: 'short' })}
      </span>
      <span className="mt-1.5 text-xl leading-none font-bold tabular-nums">{part({ day: 'numeric' })}</span>
    </span>
  )
}

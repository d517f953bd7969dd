import type { EventSummary } from '#contract/events/events.ts'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { capitalize, dateParts, formatDay, formatTime } from '#web/time/format.ts'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Skeleton, SkeletonText } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'

interface EventCardProps {
  event: EventSummary
  marked?: boolean
  onHighlight?: (eventCode: string | undefined) => void
}

/** An event in a list: its day, name and venue. */
export function EventCard({ event, marked, onHighlight }: EventCardProps) {
  const { t, locale } = useTranslation()
  const at = new Date(event.starts_at)
  return (
    <article
      id={`event-${event.event_code}`}
      onPointerEnter={() => onHighlight?.(event.event_code)}
      onPointerLeave={() => onHighlight?.(undefined)}
      onFocus={() => onHighlight?.(event.event_code)}
      onBlur={() => onHighlight?.(undefined)}
      className={cx(
        'relative grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-4 border-b border-line px-4 py-4 transition-colors sm:px-5',
        'before:absolute before:inset-y-0 before:left-0 before:w-1 before:transition-colors',
        'has-[[data-card-link]:focus-visible]:outline-3 has-[[data-card-link]:focus-visible]:-outline-offset-3 has-[[data-card-link]:focus-visible]:outline-focus',
        marked ? 'bg-card before:bg-kerb' : 'before:bg-transparent',
      )}
    >
      <DayLeaf event={event} />
      <div className="grid min-w-0 gap-1">
        <h3
          className={cx(
            'text-md leading-snug font-bold tracking-tight sm:text-[1.0625rem]',
            event.state === 'cancelled' && 'text-ink-2 line-through',
          )}
        >
          <PageLink
            to={paths.event(event.event_code)}
            data-card-link
            className="outline-none after:absolute after:inset-0"
          >
            {event.name}
          </PageLink>
        </h3>
        <p className="text-sm font-semibold">
          {capitalize(formatDay(at, event.timezone, locale), locale)} · {formatTime(at, event.timezone, locale)}
        </p>
        <p className="text-sm text-ink-2">{[event.venue, event.city].join(', ')}</p>
        <p className="mt-1 flex flex-wrap gap-1.5">
          <Tag>{t(`events.kinds.${event.kind}`)}</Tag>
          {event.state === 'cancelled' && <Tag tone="bad">{t('events.cancelled')}</Tag>}
          {event.is_example && <ExampleTag />}
        </p>
      </div>
    </article>
  )
}

export function EventCardSkeleton() {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 border-b border-line px-4 py-4 sm:px-5">
      <Skeleton className="h-20 w-17 rounded-lg sm:w-20" />
      <div className="grid content-start gap-2.5 pt-1">
        <Skeleton className="h-4.5 w-4/5 rounded-sm" />
        <SkeletonText lines={2} />
      </div>
    </div>
  )
}

const partsOf = (at: string, zone: string, locale: string) =>
  Object.fromEntries(
    dateParts(new Date(at), zone, locale, { weekday: 'short', day: 'numeric', month: 'short' }).map(
      ({ type, value }) => [type, value],
    ),
  )

/** The day of an event in the venue's time zone, as a calendar leaf. Decorative: the date is also given in text. */
function DayLeaf({ event, className }: { event: Pick<EventSummary, 'starts_at' | 'timezone'>; className?: string }) {
  const { locale } = useTranslation()
  const { weekday, day, month } = partsOf(event.starts_at, event.timezone, locale)
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid w-17 content-start justify-items-center overflow-hidden rounded-lg border border-line bg-card pb-1.5 text-ink sm:w-20',
        className,
      )}
    >
      <span className="w-full bg-ink py-0.5 text-center text-xs font-semibold text-paper">{month}</span>
      <span className="mt-1 text-xl leading-none font-bold tabular-nums sm:text-2xl">{day}</span>
      <span className="mt-0.5 text-xs text-ink-2">{weekday}</span>
    </span>
  )
}

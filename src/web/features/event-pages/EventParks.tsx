import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { aroundEvent_min } from '#contract/events/event-rules.ts'
import type { Event } from '#contract/events/events.ts'
import type { ParkSummary } from '#contract/parks/parks.ts'
import { chargeOf, writeWindow } from '#web/features/booking-window/window.ts'
import type { useEventParks } from '#web/features/events/api.ts'
import { isWaiting } from '#web/features/parks/api.ts'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import { ParkCard, ParkCardSkeleton } from '#web/features/parks/ParkCard.tsx'
import { canBook } from '#web/features/parks/spaces.ts'
import { toPins } from '#web/features/search/searchPins.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { capitalize, formatDistance, formatDuration, formatWindow } from '#web/time/format.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { EventMap } from './EventMap.tsx'

type Parking = NonNullable<Event['parking']>

/** Address of the checkout with the event and its window, or of the park's page if it cannot be booked. */
export function parkPath(park: ParkSummary, event: Event, parking: Parking, vehicle = 1): string {
  const window = writeWindow({ start: new Date(parking.start_time), end: new Date(parking.end_time), vehicle })
  return canBook(park)
    ? paths.checkout(park.slug, { ...window, event: event.event_code })
    : paths.park(park.slug, window)
}

interface EventParksProps {
  event: Event
  parking: Parking
  found: ReturnType<typeof useEventParks>
  vehicle?: number
  highlighted?: string | undefined
  onHighlight?: (id: string | undefined) => void
}

/** The parking window and the car parks around the venue, with walking time and total price. */
export function EventParks({ event, parking, found, vehicle, highlighted, onHighlight }: EventParksProps) {
  const { t, locale } = useTranslation()
  const { start_time, end_time } = found.data ?? parking
  const [start, end] = [new Date(start_time), new Date(end_time)]
  const charge = chargeOf({ start, end })
  return (
    <>
      <p className="mb-3 max-w-prose text-ink-2">
        {t('events.window', {
          window: capitalize(formatWindow(start, end, event.timezone, locale), locale),
          duration: formatDuration(aroundEvent_min, locale),
        })}
      </p>
      {found.isPending && !isWaiting(found) ? (
        <Loading label={t('events.loading_parks')} className="-mx-4 grid border-t border-line sm:mx-0">
          {Array.from({ length: 4 }, (_, n) => (
            <ParkCardSkeleton key={n} />
          ))}
        </Loading>
      ) : found.data === undefined || isWaiting(found) ? (
        <LoadFailed error={found.error} onRetry={() => found.refetch()} level={3} />
      ) : found.data.items.length === 0 ? (
        <EmptyState picture="search" level={3} title={t('events.no_parks')}>
          {t('events.no_parks_text', { distance: formatDistance(found.data.radius_m, locale) })}
        </EmptyState>
      ) : (
        <>
          {found.data.beyond !== undefined && (
            <p className="mb-3 font-semibold">
              {t('search_list.beyond.named', {
                name: event.venue,
                distance: formatDistance(found.data.beyond.radius_m, locale),
                nearest: formatDistance(found.data.beyond.nearest_m, locale),
              })}
            </p>
          )}
          <ul className="-mx-4 grid border-t border-line sm:mx-0">
            {found.data.items.map((park) => (
              <li key={park.id} className="grid">
                <ParkCard
                  park={park}
                  to={parkPath(park, event, { start_time, end_time }, vehicle)}
                  {...charge}
                  goal={event}
                  marked={park.id === highlighted}
                  {...(onHighlight && { onHighlight })}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

interface EventParksMapProps {
  event: Event
  parks: readonly ParkSummary[]
  vehicle?: number
  highlighted?: string | undefined
  onHighlight?: (id: string | undefined) => void
  className?: string
}

/** Map of the venue and the car parks around it. A pin links to the same page as its card. */
export function EventParksMap({ event, parks, vehicle, highlighted, onHighlight, className }: EventParksMapProps) {
  const { t, locale } = useTranslation()
  const navigate = useNavigate()
  const pins = useMemo(() => toPins(parks, undefined, t, locale), [parks, t, locale])
  const { lat, lng } = event
  const place = useMemo(() => ({ lat, lng }), [lat, lng])
  const { parking } = event
  const go = (id: string) => {
    const park = parks.find((park) => park.id === id)
    if (park && parking) void navigate(parkPath(park, event, parking, vehicle))
  }
  return (
    <EventMap
      {...(className !== undefined && { className })}
      pins={pins}
      place={place}
      highlighted={highlighted}
      {...(onHighlight && { onHighlight })}
      onChoose={go}
      view={[event.event_code, ...parks.map(({ id }) => id)].join()}
    />
  )
}

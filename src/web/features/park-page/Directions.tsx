import { ExternalLink, Footprints, LocateFixed } from 'lucide-react'
import { lazy, useState } from 'react'
import { parkLabel } from '#contract/parks/park-label.ts'
import type { Park } from '#contract/parks/parks.ts'
import { walkMinutes } from '#contract/parks/walk.ts'
import type { Place } from '#web/features/booking-window/parkSearch.ts'
import { distanceBetween, type Point } from '#web/features/map/geo.ts'
import { SmallMapFrame } from '#web/features/map/SmallMapFrame.tsx'
import { directionsTo, walkFrom } from '#web/features/parks/directions.ts'
import { usePosition } from '#web/features/search/usePosition.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatDistance } from '#web/time/format.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Section } from '#web/ui/Page.tsx'

const EntranceMap = lazy(() => import('./EntranceMap.tsx'))

/** Directions to each entrance in the driver's map app, and the walk to the destination. */
export function Directions({ park, place }: { park: Park; place: Place | undefined }) {
  const { t } = useTranslation()
  const targets: { lat: number; lng: number; name: string | undefined; photo_id?: string | null }[] =
    park.entrances.length === 0
      ? [{ lat: park.lat, lng: park.lng, name: undefined }]
      : park.entrances.map((entrance, n) => ({ ...entrance, name: entrance.name ?? t('park.entrance', { n: n + 1 }) }))
  // An area has no point to mark.
  const isWalkable =
    place !== undefined && place.approximate !== true && walkMinutes(distanceBetween(place, park)) !== undefined
  const nearPlace = isWalkable ? { ...place, name: place.name ?? t('park_page.route.searched') } : undefined
  return (
    <Section title={t('park.getting_there')}>
      <div className="mb-3 flex flex-wrap items-start gap-x-1.5 gap-y-2.5">
        <HowFar park={park} place={place} />
        <SmallMapFrame onRequestOnPhones className="h-64 w-full">
          {(onFailed) => (
            <EntranceMap
              entrances={targets.map(({ lat, lng, name }) => ({ lat, lng, name: name ?? parkLabel(park, t) }))}
              place={nearPlace}
              onFailed={onFailed}
            />
          )}
        </SmallMapFrame>
      </div>
      <ul className="grid gap-4">
        {targets.map((target) => (
          <li key={`${target.lat} ${target.lng}`}>
            {targets.length > 1 && <h3 className="mb-1.5 text-base">{target.name}</h3>}
            <EntrancePhoto park={park} photo_id={target.photo_id ?? null} />
            {place && <p className="mb-1.5 text-sm text-ink-2">{t('park_page.route.drive_in')}</p>}
            <div className="flex flex-wrap gap-2.5">
              {directionsTo(target).map(({ name, href }) => (
                <ButtonLink
                  key={name}
                  href={href}
                  target="_blank"
                  rel="noreferrer"
                  size="md"
                  variant="outline"
                  aria-label={`${t('park.directions_in', { app: name })} (${t('park.opens_other_site')})`}
                >
                  {name}
                  <ExternalLink aria-hidden="true" className="size-4 text-ink-2" />
                </ButtonLink>
              ))}
            </div>
            <p className="mt-2 text-sm text-ink-2">
              {t('park.coordinates', { at: `${target.lat.toFixed(5)}, ${target.lng.toFixed(5)}` })}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function EntrancePhoto({ park, photo_id }: { park: Park; photo_id: string | null }) {
  const photo = park.photos.find(({ id }) => id === photo_id)
  if (photo === undefined) return null
  return (
    <img
      src={`${photo.url}?size=small`}
      alt={photo.description}
      width={photo.width}
      height={photo.height}
      loading="lazy"
      className="mb-2 h-36 w-auto rounded-lg bg-sunk object-cover"
    />
  )
}

/** The walk from the searched place, or from the device's position on request. */
function HowFar({ park, place }: { park: Park; place: Place | undefined }) {
  const { t, locale } = useTranslation()
  const [position, setPosition] = useState<Point>()
  const { state, ask } = usePosition(setPosition)
  const from = place ?? position
  if (from === undefined) {
    return (
      <div>
        <Button variant="alt" size="md" busy={state === 'asking'} onClick={ask}>
          <LocateFixed aria-hidden="true" className="size-4.5" />
          {t('park_page.route.ask')}
        </Button>
        <p role="status" className="mt-1.5 text-sm text-ink-2 empty:hidden">
          {state === 'asking' && t('park_page.route.asking')}
          {(state === 'denied' || state === 'unavailable') && t(`park_page.route.${state}`)}
        </p>
      </div>
    )
  }
  const distance_m = distanceBetween(from, park)
  const minutes = walkMinutes(distance_m)
  const distance = formatDistance(distance_m, locale)
  const name = place?.name ?? t('park_page.route.searched')
  return (
    <div role="status" className="flex w-full items-start gap-2.5">
      <Footprints aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-2" />
      <span>
        <span className="block font-semibold">
          {place
            ? minutes === undefined
              ? t('park_page.route.from_place', { place: name, distance })
              : t('park_page.route.from_place_walk', { place: name, distance, minutes })
            : minutes === undefined
              ? t('park_page.route.from_here', { distance })
              : t('park_page.route.from_here_walk', { distance, minutes })}
        </span>
        <span className="block text-sm text-ink-2">
          {t(minutes === undefined ? 'park_page.route.straight' : 'park_page.route.straight_walk')}
        </span>
        {place && minutes !== undefined && (
          <span className="mt-1 flex flex-wrap items-center gap-x-4 text-sm">
            {t('park_page.route.walk_in')}
            {walkFrom(place, park).map(({ name: app, href }) => (
              <a
                key={app}
                href={href}
                target="_blank"
                rel="noreferrer"
                aria-label={`${t('park_page.route.walk_with', { app, place: name })} (${t('park.opens_other_site')})`}
                className="inline-flex min-h-8 items-center gap-1 text-sm font-semibold text-act hover:text-act-press touch:min-h-11"
              >
                {app}
                <ExternalLink aria-hidden="true" className="size-3.5" />
              </a>
            ))}
          </span>
        )}
      </span>
    </div>
  )
}

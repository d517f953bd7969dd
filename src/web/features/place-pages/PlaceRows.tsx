import { Building2, MapPin, Plane, TrainFront, Trophy } from 'lucide-react'
import type { Place } from '#contract/places/browse.ts'
import { useTranslation } from '#web/page/translation.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { contextOf, placePath, searchPath } from './placeKind.ts'

const icons = { airport: Plane, city: Building2, stadium: Trophy, station: TrainFront }

/** Places in columns: the name links to the place's page, the pin to a search around it. */
export function PlaceRows({ places }: { places: readonly Place[] }) {
  const { t } = useTranslation()
  return (
    <ul className="grid gap-x-8 border-t border-line sm:grid-cols-2 lg:grid-cols-3">
      {places.map((place) => {
        const Icon = icons[place.kind]
        const context = contextOf(place)
        const label = t('common.labelled', { name: t('places.find'), value: place.name })
        return (
          <li
            key={`${place.kind} ${place.slug}`}
            className="relative grid min-h-16 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line py-2 has-[[data-place]:focus-visible]:outline-3 has-[[data-place]:focus-visible]:outline-focus has-[[data-place]:hover]:border-edge"
          >
            <Icon aria-hidden="true" className="size-5.5 stroke-[1.6] text-ink-3" />
            <div className="min-w-0">
              <PageLink
                to={placePath(place)}
                data-place
                className="line-clamp-3 text-base leading-snug font-semibold outline-none after:absolute after:inset-0"
              >
                {place.name}
                {place.kind === 'airport' && place.iata !== null && (
                  <span className="ml-1.5 font-normal text-ink-3">{place.iata}</span>
                )}
              </PageLink>
              {context !== '' && <p className="truncate text-sm text-ink-2">{context}</p>}
            </div>
            <PageLink
              to={searchPath(place)}
              aria-label={label}
              title={label}
              className="relative grid size-11 place-items-center rounded-full text-act hover:bg-ink/7"
            >
              <MapPin aria-hidden="true" className="size-5" />
            </PageLink>
          </li>
        )
      })}
    </ul>
  )
}

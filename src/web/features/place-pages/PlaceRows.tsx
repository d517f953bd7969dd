import { MapPin } from 'lucide-react'
import { cityPictures, cityPictureUrl } from '#contract/pictures/pictures.ts'
import type { ListedPlace } from '#contract/places/browse.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatNumber } from '#web/time/format.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { contextOf, placePath, searchPath } from './placeKind.ts'

/** Places in columns, each with its drawing: the name links to the place's page, the pin to a search around it. */
export function PlaceRows({ places }: { places: readonly ListedPlace[] }) {
  const { t, locale } = useTranslation()
  return (
    <ul className="grid gap-x-8 border-t border-line sm:grid-cols-2 lg:grid-cols-3">
      {places.map((place) => {
        const context = contextOf(place)
        const label = t('common.labelled', { name: t('places.find'), value: place.name })
        return (
          <li
            key={`${place.kind} ${place.slug}`}
            className="relative grid min-h-16 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line py-2 has-[[data-place]:focus-visible]:outline-3 has-[[data-place]:focus-visible]:outline-focus has-[[data-place]:hover]:border-edge"
          >
            <img
              src={cityPictureUrl(place, 'card')}
              alt=""
              {...cityPictures.card}
              loading="lazy"
              decoding="async"
              className="h-14 w-20 rounded-md border border-line bg-night object-cover"
            />
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
              <p className="text-sm text-ink-2 tabular-nums">
                {place.total === 0
                  ? t('places.no_parks')
                  : t('places.parks', { count: place.total, number: formatNumber(place.total, locale) })}
              </p>
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

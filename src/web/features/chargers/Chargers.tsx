import { Navigation } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { edgesOfSquare } from '#contract/parks/map-square.ts'
import { parkLabel } from '#contract/parks/park-label.ts'
import type { ParkSummary, MapPark, ParkMap } from '#contract/parks/parks.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { canDrawMap, isFrugal } from '#contract/search/map-start.ts'
import { useFigures } from '#web/features/home/api.ts'
import { snapBox, type MapView } from '#web/features/map/geo.ts'
import { LazyMap } from '#web/features/map/LazyMap.tsx'
import type { MapPin } from '#web/features/map/pins.ts'
import { parkAddress } from '#web/features/parks/address.ts'
import { useParkMap, useParks } from '#web/features/parks/api.ts'
import { directionsTo } from '#web/features/parks/directions.ts'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import { ParkCardSkeleton } from '#web/features/parks/ParkCard.tsx'
import { unlistedFeatures } from '#web/features/search/searchPins.ts'
import { useHydrating } from '#web/page/rendering.ts'
import { type Translate, useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { useCountry } from '#web/storage/country.ts'
import { formatMoney, formatNumber } from '#web/time/format.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Tag } from '#web/ui/Tag.tsx'

const amenities = 'ev'
const size = 100

/** Car parks whose source lists a charger, on a map and in a list of the visible area. */
export default function Chargers() {
  const { t, locale } = useTranslation()
  const { code } = useCountry()
  const [chosenCountry, setCountry] = useState<CountryCode>()
  const country = chosenCountry ?? code
  const [chosen, setChosen] = useState<string>()
  const [highlighted, setHighlighted] = useState<string>()
  const [visible, setVisible] = useState<{ view: MapView; moved: boolean }>()
  const isHydrating = useHydrating()
  const [canDraw, setCanDraw] = useState(() => canDrawMap() && !isFrugal())
  // The server, which cannot know, reserves the place of the map.
  const drawable = isHydrating || canDraw
  const mapArea = visible && { box: snapBox(visible.view), zoom: visible.view.zoom }
  const all = useParks({ country, amenities, size })
  const bbox = mapArea && writeBox(mapArea.box)
  const inView = useParks({ country, amenities, size, bbox }, { enabled: visible?.moved === true })
  const found = visible?.moved ? inView : all
  const parks = useMemo(() => found.data?.items ?? [], [found.data])
  const { data: map } = useParkMap(mapArea && { country, amenities, bbox: bbox!, zoom: Math.floor(mapArea.zoom) })
  const pins = useMemo(() => toPins(parks, map, t, locale), [parks, map, t, locale])
  const choose = (id: string | undefined) => {
    setChosen(id)
    if (id !== undefined) document.getElementById(`charger-${id}`)?.scrollIntoView({ block: 'nearest' })
  }
  const handleView = useCallback((view: MapView, byReader: boolean) => {
    setVisible((before) => ({ view, moved: byReader || (before?.moved ?? false) }))
  }, [])
  const total = all.data?.total ?? 0
  const place = t(`common.countries.${country}`)
  const countries = useFigures(code).data?.charger_countries ?? []
  return (
    <div className="grid gap-4">
      {countries.some((candidate) => candidate !== country) && (
        <div role="group" aria-label={t('chargers.country')} className="flex flex-wrap gap-2">
          {countries.map((entry) => (
            <Chip
              key={entry}
              pressed={entry === country}
              onClick={() => {
                setCountry(entry)
                setChosen(undefined)
                setVisible(undefined)
              }}
            >
              {t(`common.countries.${entry}`)}
            </Chip>
          ))}
        </div>
      )}
      {all.data !== undefined && total > 0 && (
        <p role="status" className="text-md font-semibold">
          {t('chargers.found', { count: total, number: formatNumber(total, locale), country: place })}
        </p>
      )}
      {all.data !== undefined && total === 0 && !all.isPlaceholderData ? (
        <EmptyState
          level={3}
          live
          title={t('chargers.none', { where: t(`places.in.${country}`) })}
          action={<ButtonLink to={paths.search({ country })}>{t('chargers.search')}</ButtonLink>}
        >
          {t('chargers.none_text')}
        </EmptyState>
      ) : (
        <>
          <p className="max-w-3xl text-base text-ink-2">{t('chargers.facts_note')}</p>
          <div
            className={cx(
              'overflow-hidden rounded-xl border border-line bg-card',
              drawable && 'grid lg:h-140 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]',
            )}
          >
            {drawable && (
              <div
                className="relative h-80 bg-map-land lg:order-2 lg:h-full noscript:hidden"
                role="group"
                aria-label={t('chargers.map')}
              >
                {!isHydrating && (
                  <LazyMap
                    key={country}
                    pins={pins}
                    place={undefined}
                    walk={undefined}
                    chosen={chosen}
                    highlighted={highlighted}
                    onChoose={choose}
                    onHighlight={setHighlighted}
                    onView={handleView}
                    onFailed={() => setCanDraw(false)}
                    box={undefined}
                    listed={parks.length}
                    view={all.data && !all.isPlaceholderData ? country : undefined}
                  />
                )}
              </div>
            )}
            <div className="flex min-h-0 flex-col">
              <h3 className="border-b border-line px-4 py-3 text-md sm:px-5">{t('chargers.here')}</h3>
              {found.data !== undefined && found.data.total > parks.length && (
                <p className="border-b border-line bg-sunk px-4 py-2 text-sm text-ink-2 sm:px-5">
                  {t('chargers.more', {
                    shown: formatNumber(parks.length, locale),
                    total: formatNumber(found.data.total, locale),
                  })}
                </p>
              )}
              <List
                found={found}
                parks={parks}
                chosen={chosen}
                highlighted={highlighted}
                onHighlight={setHighlighted}
                onRetry={found.refetch}
              />
            </div>
          </div>
          {!drawable && <p className="text-base text-ink-2">{t('chargers.map_failed')}</p>}
          <ButtonLink
            variant="outline"
            size="md"
            to={paths.search({ country, amenities })}
            className="justify-self-start"
          >
            {t('chargers.search_all')}
          </ButtonLink>
        </>
      )}
    </div>
  )
}

const writeBox = ({ west, south, east, north }: { west: number; south: number; east: number; north: number }) =>
  [west, south, east, north].map((degrees) => Number(degrees.toFixed(6))).join(',')

interface ListProps {
  found: ReturnType<typeof useParks>
  parks: readonly ParkSummary[]
  chosen: string | undefined
  highlighted: string | undefined
  onHighlight: (id: string | undefined) => void
  onRetry: () => unknown
}

function List({ found, parks, chosen, highlighted, onHighlight, onRetry }: ListProps) {
  const { t } = useTranslation()
  if (found.isError && found.data === undefined) return <LoadFailed error={found.error} onRetry={onRetry} level={3} />
  if (found.data === undefined)
    return (
      <div>
        <ParkCardSkeleton />
        <ParkCardSkeleton />
        <ParkCardSkeleton />
      </div>
    )
  if (parks.length === 0) return <p className="p-5 text-ink-2">{t('chargers.here_none')}</p>
  return (
    <ul aria-label={t('chargers.here')} tabIndex={0} className="max-h-140 min-h-0 flex-1 overflow-y-auto lg:max-h-none">
      {parks.map((park) => (
        <li
          key={park.id}
          id={`charger-${park.id}`}
          onPointerEnter={() => onHighlight(park.id)}
          onPointerLeave={() => onHighlight(undefined)}
          onFocus={() => onHighlight(park.id)}
          className={cx(
            'relative grid gap-1.5 border-b border-line px-4 py-3.5 last:border-0 sm:px-5',
            'before:absolute before:inset-y-0 before:left-0 before:w-1',
            park.id === chosen || park.id === highlighted ? 'before:bg-kerb' : 'before:bg-transparent',
          )}
        >
          <Entry park={park} />
        </li>
      ))}
    </ul>
  )
}

/** Name, source of the charger data, hourly price, and links to book or get directions. */
function Entry({ park }: { park: ParkSummary }) {
  const { t, locale } = useTranslation()
  const name = parkLabel(park, t)
  const [way] = directionsTo(park)
  const { price } = park
  return (
    <>
      <h4 className="text-md leading-snug font-bold">{name}</h4>
      {park.name !== null && <p className="truncate text-sm text-ink-2">{parkAddress(park)}</p>}
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-ink-2">
        <span>{t('chargers.source', { source: park.source.title })}</span>
        {price && <span>{t('park.price_an_hour', { price: formatMoney(price.amount, price.currency, locale) })}</span>}
        {price && park.examples.includes('tariff') && <Tag tone="example">{t('chargers.example_price')}</Tag>}
      </p>
      <p className="flex flex-wrap gap-2">
        <ButtonLink size="sm" variant={park.bookable ? 'primary' : 'alt'} to={paths.park(park.slug)}>
          {t(park.bookable ? 'chargers.book' : 'chargers.view_park')}
          <span className="sr-only">: {name}</span>
        </ButtonLink>
        <ButtonLink
          size="sm"
          variant="ghost"
          href={way.href}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('chargers.directions_to', { name })}
        >
          <Navigation aria-hidden="true" className="size-4" />
          {t('chargers.directions')}
        </ButtonLink>
      </p>
    </>
  )
}

/** The listed parks, then the others in the visible area; without prices, because chargers are searched. */
function toPins(listed: readonly ParkSummary[], map: ParkMap | undefined, t: Translate, locale: string): MapPin[] {
  return [
    ...listed.map((park): MapPin => ({
      id: park.id,
      lat: park.lat,
      lng: park.lng,
      label: '⚡',
      name: parkLabel(park, t),
      tone: park.bookable ? 'plain' : 'off',
      count: 1,
    })),
    ...unlistedFeatures(map, listed).map((feature): MapPin => {
      const [lng, lat] = feature.geometry.coordinates
      if (!('point_count' in feature.properties)) {
        const { name, bookable } = (feature as MapPark).properties
        const label = parkLabel({ name, address: null, city: null }, t)
        return { id: feature.id, lat, lng, label: '⚡', name: label, tone: bookable ? 'plain' : 'off', count: 1 }
      }
      const { point_count: count } = feature.properties
      const label = formatNumber(count, locale)
      const name = t('map.many_here', { count, total: label })
      return { id: `many ${feature.id}`, lat, lng, label, name, tone: 'many', count, box: edgesOfSquare(feature.id) }
    }),
  ]
}

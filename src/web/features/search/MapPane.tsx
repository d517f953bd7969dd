import { X } from 'lucide-react'
import { type Ref, useCallback, useMemo, useRef, useState } from 'react'
import type { Box } from '#contract/fields.ts'
import { parkLabel } from '#contract/parks/park-label.ts'
import type { ParkList, ParkSummary } from '#contract/parks/parks.ts'
import { walkDistance, walkMinutes } from '#contract/parks/walk.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { exactPoint, type ParkSearch, writeParkQuery } from '#web/features/booking-window/parkSearch.ts'
import { countryBoxes, snapBox, type MapView } from '#web/features/map/geo.ts'
import { LazyMap } from '#web/features/map/LazyMap.tsx'
import { useParkMap } from '#web/features/parks/api.ts'
import { ParkPicture } from '#web/features/parks/ParkPicture.tsx'
import { useWideScreen } from '#web/page/media.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatDistance, formatMoney } from '#web/time/format.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { PinPopup } from './PinPopup.tsx'
import { mapQuery } from './query.ts'
import { toPins } from './searchPins.ts'

interface MapPaneProps {
  ref: Ref<HTMLDivElement>
  parks: readonly ParkSummary[]
  search: ParkSearch
  country: CountryCode
  /** The street that was searched. */
  street: ParkList['street']
  /** The selected park, listed or not. */
  chosen: ParkSummary | undefined
  highlighted: string | undefined
  onChoose: (id: string | undefined) => void
  onHighlight: (id: string | undefined) => void
  onSearchHere: (box: Box) => void
  onFailed: () => void
  /** The map is fitted when this changes. */
  view: string | undefined
  /** The list is loaded; the map loads after it. */
  ready: boolean
  /** Height of the lower part that the list covers. */
  covered_px: number
  /** The list covers the whole map. */
  inert: boolean
  className?: string
}

const rings_min = [5, 10, 20]

/** The map beside the list: listed parks as pins, the others in the area, and a search of the moved area. */
export function MapPane({
  ref,
  parks,
  search,
  country,
  street,
  chosen,
  highlighted,
  onChoose,
  onHighlight,
  onSearchHere,
  onFailed,
  view,
  ready,
  covered_px,
  inert,
  className,
}: MapPaneProps) {
  const { t, locale } = useTranslation()
  const wide = useWideScreen()
  const [moved, setMoved] = useState<{ box: Box; view: string | undefined }>()
  const [visible, setVisible] = useState<MapView>()
  const byKeyboard = useRef(false)
  const mapArea = visible && { box: snapBox(visible), zoom: visible.zoom }
  const { data } = useParkMap(mapArea && mapQuery(search, { country, listed: parks[0]?.country_code }, mapArea))
  const listed = useMemo(
    () => (chosen === undefined || parks.some(({ id }) => id === chosen.id) ? parks : [...parks, chosen]),
    [parks, chosen],
  )
  const pins = useMemo(() => toPins(listed, data, t, locale), [listed, data, t, locale])
  const { lat, lng } = exactPoint(search.place) ?? {}
  const place = useMemo(() => (lat === undefined || lng === undefined ? undefined : { lat, lng }), [lat, lng])
  const walkRings = useMemo(
    () =>
      place && {
        centre: place,
        rings: rings_min.map((minutes) => ({ radius_m: walkDistance(minutes), label: t('park.walk', { minutes }) })),
      },
    [place, t],
  )
  const close = () => {
    // Return the focus to the pin.
    if (document.activeElement?.closest('.map-popup'))
      document.querySelector<HTMLElement>('.park-pin[data-chosen]')?.focus()
    onChoose(undefined)
  }
  const handleView = useCallback(
    (next: MapView, byReader: boolean) => {
      setVisible(next)
      if (byReader) setMoved({ box: next.box, view })
    },
    [view],
  )
  return (
    <div
      ref={ref}
      inert={inert}
      className={cx('relative bg-map-land', className)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
    >
      <LazyMap
        contentReady={ready}
        pins={pins}
        place={place}
        walk={walkRings}
        street={street?.name}
        chosen={chosen?.id}
        highlighted={highlighted}
        onChoose={(id, keyboard) => {
          byKeyboard.current = keyboard
          onChoose(id)
        }}
        onHighlight={onHighlight}
        onView={handleView}
        box={
          search.box ?? street?.box ?? (place === undefined && listed.length === 0 ? countryBoxes[country] : undefined)
        }
        listed={parks.length}
        covered_px={covered_px}
        inPage={false}
        onFailed={onFailed}
        view={view}
        focusPopup={byKeyboard.current}
        popup={wide && chosen ? <PinPopup park={chosen} search={search} onClose={close} /> : undefined}
      />
      {!wide && chosen && <PinCard park={chosen} search={search} onClose={close} />}
      {moved && moved.view === view && (
        <Chip
          onClick={() => {
            setMoved(undefined)
            onSearchHere(moved.box)
          }}
          className={cx(
            'absolute left-1/2 z-10 min-h-11 -translate-x-1/2 -translate-y-[var(--sheet-covered,0px)] px-5 font-semibold shadow-float lg:top-5 lg:bottom-auto',
            // Above the card of the pressed pin.
            chosen ? 'bottom-28' : 'bottom-6',
          )}
        >
          {t('search_list.search_this_area')}
        </Chip>
      )}
    </div>
  )
}

interface PinCardProps {
  park: ParkSummary
  search: ParkSearch
  onClose: () => void
}

/** The car park of the pin that was pressed, in one row over the list of a phone. */
function PinCard({ park, search, onClose }: PinCardProps) {
  const { t, locale } = useTranslation()
  const { price, distance_m } = park
  const minutes = distance_m === undefined ? undefined : walkMinutes(distance_m)
  const goal = minutes === undefined ? undefined : exactPoint(search.place)
  const facts = [
    distance_m === undefined ? t(`park.kinds.${park.kind}`) : formatDistance(distance_m, locale),
    minutes !== undefined && t('park.walk', { minutes }),
  ]
  return (
    <section
      data-card
      aria-label={parkLabel(park, t)}
      className="absolute inset-x-2 bottom-7 z-10 grid -translate-y-[var(--sheet-covered,0px)] grid-cols-[auto_minmax(0,1fr)_auto_auto] items-center gap-x-3 rounded-xl border border-line bg-card p-2 shadow-float transition-opacity duration-200 motion-reduce:transition-none starting:opacity-0"
    >
      <ParkPicture park={park} goal={goal} className="size-14 rounded-lg" />
      <div className="min-w-0">
        <h3 className="line-clamp-2 leading-snug font-bold tracking-tight">
          <PageLink
            to={paths.park(park.slug, writeParkQuery(search))}
            className="outline-none after:absolute after:inset-0 after:rounded-xl focus-visible:after:outline-3 focus-visible:after:outline-focus"
          >
            {parkLabel(park, t)}
          </PageLink>
        </h3>
        <p className="truncate text-sm text-ink-2">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      {price !== null && (
        <strong className="text-lg font-black tracking-tighter whitespace-nowrap">
          {price.amount === 0 ? t('common.free') : formatMoney(price.amount, price.currency, locale)}
        </strong>
      )}
      <IconButton
        label={t('common.close')}
        icon={<X aria-hidden="true" />}
        onClick={onClose}
        className="relative col-start-4 -ml-2 [&_svg]:size-4.5"
      />
    </section>
  )
}

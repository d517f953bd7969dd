import { List, Map as MapIcon } from 'lucide-react'
import { startTransition, useCallback, useEffect, useRef, useState, type RefObject, useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { runningQuarter } from '#contract/bookings/booking-rules.ts'
import { titleNear } from '#contract/parks/near-title.ts'
import type { ParkSummary } from '#contract/parks/parks.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { canDrawMap, isFrugal, lowScreen, searchViewKey } from '#contract/search/map-start.ts'
import { type ParkSearch, readSearch, writeParkQuery } from '#web/features/booking-window/parkSearch.ts'
import { useParkSearch } from '#web/features/booking-window/useParkSearch.ts'
import { chargeOf, windowQuery } from '#web/features/booking-window/window.ts'
import { isInside } from '#web/features/map/geo.ts'
import { parkQuery, parksQuery, usePark, vehicleTypesQuery } from '#web/features/parks/api.ts'
import { ParkCard } from '#web/features/parks/ParkCard.tsx'
import { type Preload, Redirect } from '#web/page/lazyWithPreload.tsx'
import { useWideScreen, useMediaQuery } from '#web/page/media.ts'
import { useHydrating } from '#web/page/rendering.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { type Country, useCountry } from '#web/storage/country.ts'
import { readText, removeStored, writeText } from '#web/storage/storage.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { FilterBar } from './FilterBar.tsx'
import { ListSheet } from './ListSheet.tsx'
import { MapPane } from './MapPane.tsx'
import { isPlainSearch, resolvePlainSearch } from './plainSearch.ts'
import { mapAreaKey, parksQuery as searchQuery, useSearch, useSearchArea } from './query.ts'
import { Results, ResultsCount, ResultsNote } from './Results.tsx'
import { useSheet } from './useSheet.ts'

export const preload = (async (context) => {
  const { queries, search: params, language, country: chosenCountry, now } = context
  if (isPlainSearch(params)) throw new Redirect(await resolvePlainSearch(context))
  const search = readSearch(params, runningQuarter(now))
  const country = search.country ?? chosenCountry
  const options = parksQuery(language, searchQuery(search, country))
  await Promise.all([queries.prefetchQuery(options), queries.prefetchQuery(vehicleTypesQuery(language))])
  const found = queries.getQueryData(options.queryKey)
  const { chosen } = search
  if (chosen !== undefined && found !== undefined && !found.items.some(({ id }) => id === chosen))
    await queries.prefetchQuery(parkQuery(language, chosen, windowQuery(search)))
}) satisfies Preload

/** Map and list in sync, with the search in the header. The whole state is in the address. */
export default function SearchPage() {
  const { t, language } = useTranslation()
  const chosenCountry = useCountry()
  const wide = useWideScreen()
  const [search, change] = useParkSearch()
  const country = useNamedCountry(search, change, chosenCountry)
  const { found, order } = useSearch(search, country)
  const isHydrating = useHydrating()
  const mode = useMapMode()
  const [highlighted, setHighlighted] = useState<string>()
  const list = useScrollRestoration()
  const sheet = useSheet(mode.shown && !wide && !isHydrating, list)
  const { showCard } = sheet

  const parks = found.data?.items ?? noParks
  const chosen = useChosenPark(search, found)
  const highlight = useCallback((id: string | undefined) => startTransition(() => setHighlighted(id)), [])
  const setChosen = useCallback((id: string | undefined) => change({ chosen: id }), [change])
  const { isMapArea, where, zone } = useSearchArea(search, found, country)
  const view = useMapView(mapAreaKey(search, country), found.data === undefined || found.isPlaceholderData)

  const choose = useCallback(
    (id: string | undefined) => {
      setChosen(id)
      if (id !== undefined) showCard(`park-${id}`)
    },
    [showCard, setChosen],
  )
  const query = writeParkQuery(search)

  const head = (
    <>
      <FilterBar search={search} order={order} onChange={change} has={found.data?.has_amenities} />
      <div className="px-4 sm:px-6">
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <ResultsCount found={found} search={search} />
          {mode.possible && (
            <Button variant="ghost" size="sm" onClick={mode.toggle} className="-mr-3 shrink-0 noscript:hidden">
              {mode.shown ? (
                <List aria-hidden="true" className="size-4" />
              ) : (
                <MapIcon aria-hidden="true" className="size-4" />
              )}
              {t(mode.shown ? 'search_list.list_only' : 'map.show')}
            </Button>
          )}
        </div>
        <ResultsNote found={found} search={search} zone={zone} />
      </div>
    </>
  )

  return (
    <div className={cx('absolute inset-0 flex', mode.shown ? 'mapless:justify-center' : 'justify-center')}>
      <ListSheet sheet={sheet} list={list} withMap={mode.shown}>
        <h1 tabIndex={-1} className="sr-only">
          {isMapArea
            ? t('search_list.title_area')
            : search.place || search.text
              ? titleNear(where, language === 'fr', t)
              : t('search_list.title_country', { where: t(`places.in.${country}`) })}
        </h1>
        <div className={cx('grid gap-1.5 border-b border-line pb-3', mode.shown ? 'lg:pt-4 mapless:pt-4' : 'pt-4')}>
          {head}
        </div>
        {isHydrating && <NoticesToCome />}
        {mode.notice && (
          <Notice className={noticeFrame} live>
            {t(`search_list.map_${mode.notice}`)}
          </Notice>
        )}
        {chosen && !parks.some(({ id }) => id === chosen.id) && (
          <section aria-label={t('search_list.selected')} className="border-b-8 border-sunk">
            <p className="px-4 pt-3 text-sm font-semibold text-ink-2 sm:px-6">{t('search_list.selected')}</p>
            <ParkCard
              park={chosen}
              to={paths.park(chosen.slug, query)}
              {...chargeOf(search)}
              goal={search.place?.approximate === true ? undefined : search.place}
              window={windowQuery(search)}
              marked
            />
          </section>
        )}
        <h2 className="sr-only">{t('search_list.results')}</h2>
        <Results
          found={found}
          search={search}
          country={country}
          onChange={change}
          chosen={search.chosen}
          highlighted={highlighted}
          onHighlight={highlight}
          onShow={mode.shown ? choose : undefined}
        />
      </ListSheet>
      {isHydrating && <div className={cx(mapFrame, 'bg-map-land')} />}
      {mode.shown && !isHydrating && (
        <MapPane
          ref={sheet.map}
          className={mapFrame}
          covered_px={sheet.covered_px}
          inert={sheet.position === 'full'}
          parks={parks}
          search={search}
          country={country}
          street={found.data?.street}
          chosen={chosen}
          highlighted={highlighted}
          onChoose={choose}
          onHighlight={highlight}
          onSearchHere={(box) => {
            view.hold(mapAreaKey({ ...search, box }, country))
            // The place stays the origin of distances while it is visible.
            change({
              box,
              country: parks[0]?.country_code ?? country,
              text: undefined,
              place: search.place && isInside(box, search.place) ? search.place : undefined,
            })
          }}
          onFailed={mode.fail}
          view={view.shown}
          ready={found.data !== undefined || found.isError}
        />
      )}
    </div>
  )
}

/**
 * Adds the country to the address if nothing else defines the area, so that the address means the same to other users.
 */
function useNamedCountry(
  { place, box, country }: ParkSearch,
  change: (change: Partial<ParkSearch>) => void,
  { code }: Country,
): CountryCode {
  const isUnnamed = !place && !box && country === undefined
  useEffect(() => {
    if (isUnnamed) change({ country: code })
  }, [isUnnamed, code, change])
  return country ?? code
}

const noticeFrame = 'mx-4 my-3 sm:mx-6'

/** Those that the server cannot know of: the script in the HTML shows one by the root’s `data-map`. */
function NoticesToCome() {
  const { t } = useTranslation()
  return (
    <>
      <Notice className={cx(noticeFrame, 'not-in-data-[map=failed]:hidden')}>{t('search_list.map_failed')}</Notice>
      <Notice className={cx(noticeFrame, 'not-in-data-[map=saved]:hidden')}>{t('search_list.map_saved')}</Notice>
    </>
  )
}

const mapFrame = 'max-lg:absolute max-lg:inset-0 lg:flex-1 mapless:hidden'

/** A constant empty list, for stable references. */
const noParks: readonly ParkSummary[] = []

/** The selected park: from the list, otherwise requested by itself, so that it survives moves and pages. */
function useChosenPark(search: ParkSearch, found: ReturnType<typeof useSearch>['found']): ParkSummary | undefined {
  const { chosen } = search
  const listed = found.data?.items.find(({ id }) => id === chosen)
  const handle = listed || found.data === undefined || chosen === undefined ? '' : chosen
  const alone = usePark(handle, windowQuery(search))
  return listed ?? (chosen === undefined ? undefined : alone.data)
}

/** Key of the area to show, once results are loaded; unchanged after "search this area". */
function useMapView(ground: string, isLoading: boolean) {
  const [shownArea, setShownArea] = useState<string>()
  const heldArea = useRef<string>(undefined)
  useEffect(() => {
    if (!isLoading && ground !== heldArea.current) setShownArea(ground)
  }, [ground, isLoading])
  return {
    shown: shownArea,
    hold: (next: string) => {
      heldArea.current = next
    },
  }
}

/** A map requested by the reader is shown as long as the page is open, also on slow connections. */
let isRequested = false

/**
 * Whether the map is shown: not without WebGL, not where the reader has hidden it, and only on request on slow connections
 * or low screens. The server reserves its space, which `findMapObstacle` in the HTML takes back before the page is painted.
 */
function useMapMode() {
  const isHydrating = useHydrating()
  const isLow = useMediaQuery(lowScreen)
  const [choice, setChoice] = useState(() =>
    readText(searchViewKey) === 'list' ? 'list' : isRequested ? 'map' : undefined,
  )
  const [failed, setFailed] = useState(false)
  useLayoutEffect(() => {
    if (!isHydrating) delete document.documentElement.dataset['map']
  }, [isHydrating])
  const possible = isHydrating || (canDrawMap() && !failed)
  const frugal = !isHydrating && isFrugal()
  const shown = possible && (isHydrating || (choice === undefined ? !isLow && !frugal : choice === 'map'))
  return {
    possible,
    shown,
    /** Why there is no map although the reader did not hide it. */
    notice: possible ? (choice === undefined && frugal ? ('saved' as const) : undefined) : ('failed' as const),
    toggle: () => {
      isRequested = !shown
      if (shown) writeText(searchViewKey, 'list')
      else removeStored(searchViewKey)
      setChoice(shown ? 'list' : 'map')
    },
    fail: () => setFailed(true),
  }
}

/** Scroll positions by history entry. */
const positions = new Map<string, number>()

/**
 * A ref for a scroll container that restores its position when its history entry is visited again. Replacing an entry
 * never scrolls: the address changes some time after the action, and the list may have moved since.
 */
function useScrollRestoration(): RefObject<HTMLDivElement | null> {
  const { key } = useLocation()
  const isReplaced = useNavigationType() === 'REPLACE'
  const scroller = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const savePosition = () => void positions.set(key, element.scrollTop)
    if (isReplaced) savePosition()
    else element.scrollTop = positions.get(key) ?? 0
    element.addEventListener('scroll', savePosition, { passive: true })
    return () => element.removeEventListener('scroll', savePosition)
  }, [key, isReplaced])
  return scroller
}

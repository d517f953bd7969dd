import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { runningQuarter } from '#contract/bookings/booking-rules.ts'
import { LazyWindowDialog, preloadWindowDialog } from '#web/features/booking-window/LazyWindowDialog.tsx'
import { writeSearch } from '#web/features/booking-window/parkSearch.ts'
import { defaultWindow } from '#web/features/booking-window/window.ts'
import { changeKind, kindOf, type WindowKind } from '#web/features/booking-window/windowMoves.ts'
import { useCountryZone } from '#web/features/booking-window/zones.ts'
import { slidersQuery, useSliders } from '#web/features/content/sliders.ts'
import { SlidersBox } from '#web/features/content/SlidersBox.tsx'
import { parksQuery, vehicleTypesQuery } from '#web/features/parks/api.ts'
import { SearchBox, type SearchBoxValue } from '#web/features/search/SearchBox.tsx'
import { withFrontCatalogue } from '#web/i18n.ts'
import type { Preload } from '#web/page/lazyWithPreload.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { useCountry } from '#web/storage/country.ts'
import { useRunningQuarter } from '#web/time/useRunningQuarter.ts'
import { cx } from '#web/ui/cx.ts'
import { Page } from '#web/ui/Page.tsx'
import { destinationsQuery, figuresQuery, nearbyQuery, nextEventsQuery, shownEvents, useHomePlace } from './api.ts'
import { Destinations } from './Destinations.tsx'
import { HeroMap } from './HeroMap.tsx'

const More = lazy(() => withFrontCatalogue(() => import('./LowerSections.tsx')))

export const preload: Preload = async ({ queries, language, country, now }) => {
  const [[place]] = await Promise.all([
    queries.fetchQuery(destinationsQuery(language, country)),
    queries.prefetchQuery(vehicleTypesQuery(language)),
    queries.prefetchQuery(figuresQuery(country)),
    queries.prefetchQuery(slidersQuery(language, country, 'home')),
    queries.prefetchQuery(nextEventsQuery(language, country, shownEvents)),
  ])
  const window = { ...defaultWindow(runningQuarter(now)), vehicle: 1 }
  if (place !== undefined) await queries.prefetchQuery(parksQuery(language, nearbyQuery(country, place, window)))
}

/** The home page: headline, search box, popular places, and the lower sections. */
export default function HomePage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const now = useRunningQuarter()
  const country = useCountry()
  const sliders = useSliders('home', country.code)
  const [chosen, setChosen] = useState<Partial<SearchBoxValue>>({})
  const [forEvent, setForEvent] = useState(false)
  const [editing, setEditing] = useState<WindowKind>()
  // Until a window is chosen it follows the clock, and a start in the past becomes now.
  const window =
    chosen.start && chosen.end && chosen.start >= now ? { start: chosen.start, end: chosen.end } : defaultWindow(now)
  const value: SearchBoxValue = { place: undefined, text: undefined, vehicle: 1, ...chosen, ...window }
  const zone = useCountryZone(country.code)
  const place = useHomePlace(country.code, value).place
  const find = (search: SearchBoxValue) =>
    navigate(paths.search(writeSearch({ ...search, sort: undefined, kind: undefined, amenities: [], page: 1 })))
  const choose = (kind: WindowKind) => {
    if (kind === 'later' || kind === 'event') return setEditing(kind)
    setChosen({ ...value, ...changeKind(window, kind, now) })
    setForEvent(false)
  }

  return (
    <>
      <div className={cx('bay-hero on-night', place !== undefined && 'lg:before:hidden')}>
        {place !== undefined && <HeroMap place={place} window={value} />}
        {/* The map with its links is behind this. */}
        <Page className="pt-6 pb-34 lg:pointer-events-none lg:pt-16 lg:pb-38 *:lg:pointer-events-auto">
          <h1
            tabIndex={-1}
            className="max-w-xl text-[2.15rem] leading-[1.08] tracking-display lg:max-w-[47%] lg:text-4xl"
          >
            {t('home.title_before')}
            <u className="whitespace-nowrap kerb-mark">{t('home.title_yours')}</u>
            {t('home.title_after')}
          </h1>
          <p className="mt-4 max-w-2xl text-md text-on-night-2 lg:mt-6 lg:max-w-[42%] lg:text-lg">
            <span className="lg:hidden">{t('home.lead_short')}</span>
            <span className="max-lg:hidden">{t('home.lead')}</span>
          </p>
        </Page>
      </div>
      <Page className="relative z-10 -mt-27 lg:-mt-26">
        <WindowKindTabs
          value={forEvent ? 'event' : kindOf(window, now)}
          onChoose={choose}
          onPoint={preloadWindowDialog}
        />
        <SearchBox
          variant="hero"
          value={value}
          onChange={(next) => {
            if (next.start !== value.start || next.end !== value.end) setForEvent(false)
            setChosen(next)
          }}
          onSearch={find}
        />
        <LazyWindowDialog
          editing={editing && 'arrive'}
          kind={editing}
          kinds
          window={window}
          zone={zone}
          onClose={() => setEditing(undefined)}
          onChange={(next) => {
            setChosen({ ...value, ...next })
            setForEvent(editing === 'event')
          }}
        />
      </Page>
      <Destinations window={value} />
      {sliders !== undefined && (
        <SlidersBox sliders={sliders} className="mx-auto mt-8 w-full max-w-[86rem] px-4 sm:px-6 lg:px-10" />
      )}
      {/* Reserves the height of the lower sections, so that the layout does not shift when they load. */}
      <Suspense fallback={<div className="min-h-dvh" />}>
        {sliders === undefined ? <div className="min-h-dvh" /> : <More window={value} />}
      </Suspense>
    </>
  )
}

const kinds: readonly WindowKind[] = ['now', 'later', 'month', 'event']

interface WindowKindTabsProps {
  value: WindowKind
  onChoose: (kind: WindowKind) => void
  onPoint: () => void
}

/** Tabs on the search box: now, later, by the month, for an event. */
function WindowKindTabs({ value, onChoose, onPoint }: WindowKindTabsProps) {
  const { t } = useTranslation()
  return (
    <div
      role="group"
      aria-label={t('home.window_label')}
      className="relative z-10 mx-3 -mb-px flex w-fit max-w-[calc(100%-1.5rem)] [scrollbar-width:none] gap-0.5 overflow-x-auto rounded-t-lg border border-b-0 border-line bg-card p-1.5 text-ink lg:mx-4 noscript:hidden"
    >
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          aria-pressed={kind === value}
          aria-haspopup={kind === 'later' || kind === 'event' ? 'dialog' : undefined}
          onClick={() => onChoose(kind)}
          onPointerEnter={onPoint}
          onFocus={onPoint}
          className={cx(
            'min-h-11 rounded-md px-2 text-xs font-semibold whitespace-nowrap transition-colors focus-visible:-outline-offset-2 xs:text-sm sm:px-4',
            kind === value ? 'bg-act-soft text-act' : 'text-ink-2 hover:text-ink',
          )}
        >
          {t(`home.window_kinds.${kind}`)}
        </button>
      ))}
    </div>
  )
}

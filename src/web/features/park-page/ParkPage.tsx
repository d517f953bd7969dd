import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { runningQuarter } from '#contract/bookings/booking-rules.ts'
import { parkLabel } from '#contract/parks/park-label.ts'
import type { Park, ParkSummary } from '#contract/parks/parks.ts'
import { CallError, call } from '#web/api/call.ts'
import { type ParkSearch, readSearch, writeParkQuery } from '#web/features/booking-window/parkSearch.ts'
import { useParkSearch } from '#web/features/booking-window/useParkSearch.ts'
import { toVehicleChoice, isSameVehicle } from '#web/features/booking-window/vehicleChoice.ts'
import { chargeOf, windowQuery } from '#web/features/booking-window/window.ts'
import { isWaiting, parkQuery, usePark, useVehicleTypes, vehicleTypesQuery } from '#web/features/parks/api.ts'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import { ParkCard } from '#web/features/parks/ParkCard.tsx'
import { reviewsQuery } from '#web/features/reviews/api.ts'
import { Reviews } from '#web/features/reviews/Reviews.tsx'
import { useVehicles } from '#web/features/vehicles/api.ts'
import { Redirect, type Preload } from '#web/page/lazyWithPreload.tsx'
import { usePageParams } from '#web/page/page.ts'
import { useTranslation } from '#web/page/translation.ts'
import { usePageTitle } from '#web/page/usePageTitle.ts'
import { paths } from '#web/paths.ts'
import { formatMoney, formatNumber, formatWindow, zoneName } from '#web/time/format.ts'
import { useDiffersFromDevice } from '#web/time/useDiffersFromDevice.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Deferred } from '#web/ui/Deferred.tsx'
import { DefinitionList } from '#web/ui/DefinitionList.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Page, Section } from '#web/ui/Page.tsx'
import { AtGate } from './AtGate.tsx'
import { SpaceChart } from './AvailabilityChart.tsx'
import { findObstacle } from './bookable.ts'
import { BookBar, WindowEditor, BookingPrice } from './BookingPrice.tsx'
import { Directions } from './Directions.tsx'
import { ExampleNotice, FactChips, Rules, Mistake, About, Source } from './Facts.tsx'
import { ownVehicles, sizedType } from './fit.ts'
import { Hours } from './Hours.tsx'
import { Lengths } from './Lengths.tsx'
import { ParkHero, ParkSkeleton } from './ParkHero.tsx'
import { photoSources } from './photoSources.ts'
import { Tariffs } from './Tariffs.tsx'
import { Unbookable } from './Unbookable.tsx'
import { VehicleFit } from './VehicleFit.tsx'

export const preload = (async ({ queries, params, search, language, now }) => {
  const window = windowQuery(readSearch(search, runningQuarter(now)))
  const [park] = await Promise.all([
    queries.fetchQuery(parkQuery(language, params['slug'] ?? '', window)),
    queries.prefetchQuery(vehicleTypesQuery(language)),
  ])
  const handle = (params['slug'] ?? '').toLowerCase()
  // The address of a record that was merged into this one.
  if (![park.slug, park.park_code.toLowerCase(), park.id].includes(handle)) {
    const { lang: _lang, ...query } = Object.fromEntries(search)
    throw new Redirect(paths.park(park.slug, query), true)
  }
  if (park.reviews > 0) await queries.prefetchInfiniteQuery(reviewsQuery(park.slug))
  return park
}) satisfies Preload

/** A car park, by its slug or by the code at its gate: the price of a booking, and all known facts. */
export default function ParkPage() {
  const { slug = '' } = usePageParams()
  const [search, change] = useParkSearch()
  const found = usePark(slug, windowQuery(search))
  const { data: park, error, refetch } = found
  if (park) return <Loaded park={park} search={search} onChange={change} isPriceStale={found.isPlaceholderData} />
  if (error instanceof CallError && error.status === 404) return <NotFound />
  if (error || isWaiting(found)) return <LoadFailed error={error} onRetry={refetch} level={1} />
  return <ParkSkeleton />
}

/** Below the first screen, so rendered when it comes near the viewport. */
const drawnWhenNear = '[contain-intrinsic-size:auto_60rem] [content-visibility:auto]'

interface LoadedProps {
  park: Park
  search: ParkSearch
  onChange: (change: Partial<ParkSearch>) => void
  /** Whether price and availability belong to a previous window. */
  isPriceStale: boolean
}

function Loaded({ park, search, onChange, isPriceStale }: LoadedProps) {
  const { t } = useTranslation()
  const { data: types } = useVehicleTypes()
  const { data: vehicles } = useVehicles()
  const type = types?.find(({ id }) => id === search.vehicle)
  const own = ownVehicles(vehicles ?? [], type, park)
  const mine = own.find(({ vehicle }) => isSameVehicle(search, toVehicleChoice(vehicle)))
  const atGate = useCanonicalAddress(park)
  const obstacle = findObstacle(park, search.vehicle)
  // Another time can help only if the window is the obstacle.
  const hasSpaces = obstacle === undefined || obstacle === 'closed' || obstacle === 'full'
  usePageTitle(t('pages.park.title', { name: parkLabel(park, t) }))

  return (
    <div className="-mt-2">
      <ParkHero park={park} search={search} />
      {atGate && <AtGate park={park} />}
      <Page className="grid gap-x-12 lg:grid-cols-[minmax(0,1fr)_min(24rem,45%)] lg:grid-rows-[auto_1fr]">
        <div className="grid content-start gap-4 pt-4 lg:pt-7">
          {park.closure && <ClosureNotice closure={park.closure} timezone={park.timezone} />}
          <Photos park={park} />
          <FactChips park={park} type={sizedType(type, search)} own={mine ?? own[0]} obstacle={obstacle} />
          <ExampleNotice park={park} />
        </div>
        <aside className="pt-5 lg:sticky lg:top-22 lg:row-span-2 lg:self-start lg:pt-7 lg:pb-10">
          <section
            aria-label={t('park.when')}
            className={!park.bookable ? undefined : 'rounded-2xl lg:border lg:border-line lg:bg-card lg:p-5'}
          >
            {park.bookable && <WindowEditor park={park} search={search} onChange={onChange} />}
            {hasSpaces && <Lengths park={park} search={search} onChange={onChange} />}
            {obstacle ? (
              <Unbookable park={park} obstacle={obstacle} search={search} vehicle={type} />
            ) : (
              <BookingPrice park={park} search={search} isPriceStale={isPriceStale} />
            )}
          </section>
        </aside>
        <div className="min-w-0 lg:pt-3">
          <Deferred>{hasSpaces && <SpaceChart park={park} search={search} onChange={onChange} />}</Deferred>
          {/* The margin keeps the focus outline from being clipped. */}
          <div className={cx('-mx-2 px-2', drawnWhenNear)}>
            <Deferred>
              <Directions park={park} place={search.place} />
              <VehicleFit park={park} own={own} />
              <About park={park} />
              <Tariffs park={park} vehicleTypeId={search.vehicle} />
              <Charging park={park} />
              <Hours park={park} />
              <Rules park={park} />
              <Reviews park={park} />
              <Source park={park} />
              <Mistake park={park} />
            </Deferred>
          </div>
        </div>
      </Page>
      <div className={drawnWhenNear}>
        <Deferred>
          <Nearby parks={park.nearby} search={search} />
        </Deferred>
      </div>
      {!obstacle && <BookBar park={park} search={search} isPriceStale={isPriceStale} />}
    </div>
  )
}

/**
 * Replaces a park code or an old slug by the park's slug in the address; returns whether it was the code at the gate.
 */
function useCanonicalAddress({ id, slug, park_code }: Park): boolean {
  const { slug: handle } = usePageParams()
  const { search, hash, state } = useLocation()
  const navigate = useNavigate()
  const isAtGate = (state as { at_gate?: boolean } | null)?.at_gate === true
  const at_gate = isAtGate || handle?.toUpperCase() === park_code
  useEffect(() => {
    if (handle !== slug) void navigate(paths.park(slug) + search + hash, { replace: true, state: { at_gate } })
  }, [handle, slug, search, hash, at_gate, navigate])
  // Remember it, because changing the window changes the address.
  const [arrived, setArrived] = useState<string>()
  if (at_gate && arrived !== id) setArrived(id)
  return at_gate || arrived === id
}

export function NotFound() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  usePageTitle(t('pages.park_unknown.title'))
  const window = Object.fromEntries(['start', 'end', 'vehicle'].map((name) => [name, params.get(name) ?? undefined]))
  return (
    <EmptyState
      picture="search"
      level={1}
      title={t('park.not_found')}
      action={<ButtonLink to={paths.search(window)}>{t('park.find_another')}</ButtonLink>}
      className="py-16"
    >
      {t('park.not_found_text')}
    </EmptyState>
  )
}

/** Other parks nearby, for the same window and destination. */
function Nearby({ parks, search }: { parks: readonly ParkSummary[]; search: ParkSearch }) {
  const { t } = useTranslation()
  if (parks.length === 0) return null
  const visit = writeParkQuery(search)
  return (
    <Page className="pb-8">
      <Section title={t('park.nearby')}>
        <ul className="-mx-4 grid border-t border-line sm:mx-0 sm:gap-x-6 lg:grid-cols-2">
          {parks.map((park) => (
            <li key={park.id} className="grid">
              <ParkCard park={park} to={paths.park(park.slug, visit)} {...chargeOf(search)} />
            </li>
          ))}
        </ul>
      </Section>
    </Page>
  )
}

/** The chargers that a car park's operator describes, with their prices. Only operators describe any. */
function Charging({ park }: { park: Pick<Park, 'slug' | 'partner'> }) {
  const { t, locale } = useTranslation()
  const { data } = useQuery({
    queryKey: ['park', 'chargers', park.slug],
    queryFn: ({ signal }) =>
      call('GET /api/v1/front/parks/{parkId}/chargers', { params: { parkId: park.slug }, signal }),
    enabled: park.partner !== null,
  })
  if (data === undefined || data.items.length === 0) return null
  return (
    <Section title={t('operator.chargers.title')}>
      <p className="mb-2 text-ink-2">{t('operator.chargers.lead')}</p>
      <DefinitionList
        entries={data.items.map(({ connector, power_kw, chargers, price, price_unit }) => ({
          term: t('operator.chargers.row', {
            count: chargers,
            connector: t(`leads_form.connectors.${connector}`),
            power: formatNumber(power_kw, locale),
          }),
          value: t(`operator.chargers.per_${price_unit}`, { price: formatMoney(price.amount, price.currency, locale) }),
        }))}
      />
    </Section>
  )
}

interface ClosureNoticeProps {
  closure: NonNullable<Park['closure']>
  timezone: string
}

/** From when until when the car park is closed by its operator, with what they say about it. */
function ClosureNotice({ closure: { starts_at, ends_at, notice }, timezone }: ClosureNoticeProps) {
  const { t, locale } = useTranslation()
  const differsFromDevice = useDiffersFromDevice()
  const start = new Date(starts_at)
  return (
    <Notice tone="warning" title={t('park.closure')}>
      <p>
        {formatWindow(start, new Date(ends_at), timezone, locale)}
        {differsFromDevice(start, timezone) && (
          <span className="text-ink-2"> {t('park.closure_zone', { zone: zoneName(start, timezone, locale) })}</span>
        )}
      </p>
      {notice !== null && <p className="wrap-anywhere">{notice}</p>}
    </Notice>
  )
}

/** The photos of a park after the first, side by side; those out of sight are loaded when they come near. */
function Photos({ park }: { park: Park }) {
  const { t } = useTranslation()
  const photos = park.photos.slice(1)
  if (photos.length === 0) return null
  return (
    // The strip is reached and moved by keyboard.
    <section aria-label={t('park.photos')} tabIndex={0} className="-mx-1 overflow-x-auto p-1">
      <ul className="flex snap-x gap-3">
        {photos.map(({ id, url, width, height, description, credit }) => (
          <li key={id} className="shrink-0 snap-start">
            <a href={url} className="block rounded-xl">
              <img
                src={`${url}?size=small`}
                srcSet={photoSources({ url, width, height })}
                sizes="(min-width: 1024px) 26rem, 80vw"
                alt={description}
                width={width}
                height={height}
                loading="lazy"
                decoding="async"
                className="h-48 w-auto max-w-[80vw] rounded-xl bg-sunk object-cover sm:h-60"
              />
            </a>
            {credit !== null && <p className="mt-1 text-xs text-ink-2">{t('park.photo_credit', { name: credit })}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}

import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ParkList } from '#contract/parks/parks.ts'
import type { CountryCode } from '#contract/places/places.ts'
import type { Beyond } from '#contract/search/search-areas.ts'
import { type ParkSearch, writeSearch, writeParkQuery } from '#web/features/booking-window/parkSearch.ts'
import { chargeOf, windowQuery } from '#web/features/booking-window/window.ts'
import { widened } from '#web/features/map/geo.ts'
import { isWaiting } from '#web/features/parks/api.ts'
import { ListPages } from '#web/features/parks/ListPages.tsx'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import { ParkCard, ParkCardSkeleton } from '#web/features/parks/ParkCard.tsx'
import { findTextRefusal, FoundElsewhere, TextRefused } from '#web/features/parks/SearchAnswers.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { useCountry } from '#web/storage/country.ts'
import { formatDistance, formatDuration, formatNumber, formatTime, zoneName } from '#web/time/format.ts'
import { useDiffersFromDevice } from '#web/time/useDiffersFromDevice.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { countFilters, noFilters } from './filters.ts'
import { searchRadius_m } from './query.ts'
import { usePosition } from './usePosition.ts'

/** How far around a place the server looks. */
const farthest_m = 50_000

interface ResultsProps {
  found: UseQueryResult<ParkList>
  search: ParkSearch
  /** The country of the search. */
  country: CountryCode
  onChange: (change: Partial<ParkSearch>) => void
  chosen: string | undefined
  highlighted: string | undefined
  onHighlight: (id: string | undefined) => void
  /** Shows a park on the map; undefined without a map. */
  onShow: ((id: string) => void) | undefined
}

/** The list of parks in every state: loading, loaded, empty, failed, past the last page. */
export function Results({ found, search, country, onChange, chosen, highlighted, onHighlight, onShow }: ResultsProps) {
  const { t } = useTranslation()
  const { start, end, vehicle } = search
  const bookingWindow = useMemo(() => windowQuery({ start, end, vehicle }), [start, end, vehicle])
  if (found.isPending && !isWaiting(found)) {
    return (
      <Loading label={t('search_list.loading')}>
        {[1, 2, 3, 4, 5, 6].map((n) => (
          <ParkCardSkeleton key={n} />
        ))}
      </Loading>
    )
  }
  const refusal = findTextRefusal(found.error)
  if (refusal !== undefined) return <TextRefused message={refusal} />
  if (found.data === undefined || isWaiting(found))
    return <LoadFailed error={found.error} onRetry={() => found.refetch()} />
  const { items, pages, page, size, total, elsewhere } = found.data
  if (items.length === 0 && elsewhere !== undefined) {
    const hrefFor = (code: CountryCode) => paths.search(writeSearch({ ...search, country: code, page: 1 }))
    return <FoundElsewhere elsewhere={elsewhere} country={country} hrefFor={hrefFor} />
  }
  if (items.length === 0) return <NoResults search={search} country={country} total={total} onChange={onChange} />
  const charge = chargeOf(search)
  const query = writeParkQuery(search)
  return (
    <div
      className={cx('transition-opacity', found.isPlaceholderData && 'opacity-55')}
      aria-busy={found.isPlaceholderData || undefined}
    >
      <ol>
        {items.map((park) => (
          <li key={park.id} id={`park-${park.id}`} className="scroll-my-2">
            <ParkCard
              park={park}
              to={paths.park(park.slug, query)}
              {...charge}
              goal={search.place?.approximate === true ? undefined : search.place}
              window={bookingWindow}
              marked={park.id === chosen || park.id === highlighted}
              onHighlight={onHighlight}
              {...(onShow && { onShow })}
            />
          </li>
        ))}
      </ol>
      <div className="px-4 sm:px-6">
        <ListPages
          page={page}
          pages={pages}
          size={size}
          total={total}
          count={items.length}
          label={t('search_list.pages')}
          hrefFor={(n) => paths.search(writeSearch({ ...search, page: n }))}
          stale={found.isPlaceholderData}
        />
      </div>
    </div>
  )
}

/** Number of parks, and before it whether the nearest one is beyond the place's reach; announced when it changes. */
export function ResultsCount({ found, search }: Pick<ResultsProps, 'found' | 'search'>) {
  const { t, locale } = useTranslation()
  const { total, beyond, street } = found.data ?? {}
  const isAround = beyond !== undefined || (search.place && !search.box)
  return (
    <div role="status" className="min-h-5 font-semibold">
      {found.isPending && !isWaiting(found) && t('search_list.loading')}
      {beyond !== undefined && (
        <BeyondNote name={search.place?.name ?? street?.name ?? search.text} search={search} beyond={beyond} />
      )}
      {/* The list says in full that it is empty. */}
      {total !== undefined && (
        <p className={cx(beyond !== undefined && 'font-normal', total === 0 && 'sr-only')}>
          {t(isAround ? 'search_list.total_around' : street ? 'search_list.total_along' : 'search.total', {
            street: street?.name ?? '',
            count: total,
            total: formatNumber(total, locale),
            distance: formatDistance(beyond?.within_m ?? searchRadius_m, locale),
          })}
        </p>
      )}
    </div>
  )
}

/** "No parking within 5 km of Pearson Airport; the nearest is 8.6 km away." */
function BeyondNote({ name, search, beyond }: { name: string | undefined; search: ParkSearch; beyond: Beyond }) {
  const { t, locale } = useTranslation()
  const isNamed = name !== undefined && name !== t('search.your_position')
  const values = {
    name: name ?? '',
    distance: formatDistance(beyond.radius_m, locale),
    nearest: formatDistance(beyond.nearest_m, locale),
  }
  const key = countFilters(search) > 0 ? 'filtered' : isNamed ? 'named' : 'here'
  return <p>{t(`search_list.beyond.${key}`, values)}</p>
}

/** What prices include, and the time zone if it differs from the device's. */
export function ResultsNote({ found, search, zone }: Pick<ResultsProps, 'found' | 'search'> & { zone: string }) {
  const { t, locale } = useTranslation()
  const { code } = useCountry()
  const there = found.data?.items[0]?.country_code
  const differsFromDevice = useDiffersFromDevice()
  const { minutes, charged_from } = chargeOf(search)
  if (found.data?.items.length === 0) return null
  const duration = formatDuration(minutes, locale)
  return (
    <p className="text-sm text-ink-2">
      {there !== undefined &&
        there !== code &&
        `${t('search_list.elsewhere.results', { where: t(`places.in.${there}`) })} `}
      {charged_from === undefined
        ? t('search_list.total_prices', { duration })
        : t('search_list.total_prices_from', { duration, time: formatTime(new Date(charged_from), zone, locale) })}
      {differsFromDevice(search.start, zone) &&
        ` ${t('search.zone_short', { zone: zoneName(search.start, zone, locale) })}`}
    </p>
  )
}

function NoResults({
  search,
  country,
  total,
  onChange,
}: Pick<ResultsProps, 'search' | 'country' | 'onChange'> & { total: number }) {
  const { t, locale } = useTranslation()
  const position = usePosition((at) =>
    onChange({ place: { ...at, name: t('search.your_position') }, box: undefined, text: undefined }),
  )
  const isFiltered = countFilters(search) > 0
  const isPastEnd = total > 0 && search.page > 1
  return (
    <EmptyState
      picture="search"
      title={isPastEnd ? t('search_list.page_past_end') : t('search_list.nothing')}
      live
      action={
        <>
          {isPastEnd && (
            <Button size="md" onClick={() => onChange({ page: 1 })}>
              {t('search_list.first_page')}
            </Button>
          )}
          {!isPastEnd && isFiltered && (
            <Button size="md" onClick={() => onChange(noFilters)}>
              {t('search_list.clear_filters')}
            </Button>
          )}
          {!isPastEnd && search.box && (
            <Button
              size="md"
              variant={isFiltered ? 'outline' : 'primary'}
              onClick={() => onChange({ box: widened(search.box!) })}
            >
              {t('search_list.search_wider')}
            </Button>
          )}
          {!isPastEnd && !search.box && (
            <>
              <Button
                size="md"
                variant={isFiltered ? 'outline' : 'primary'}
                onClick={() => onChange({ text: undefined, place: undefined, country })}
              >
                {t('search_list.elsewhere.search', { where: t(`places.in.${country}`) })}
              </Button>
              <Button
                size="md"
                variant="outline"
                busy={position.state === 'asking'}
                onClick={position.ask}
                className="noscript:hidden"
              >
                {t('search.near_me')}
              </Button>
              <ButtonLink to={paths.cityParking({ country })} size="md" variant="outline">
                {t('search_list.all_cities')}
              </ButtonLink>
            </>
          )}
        </>
      }
    >
      {!isPastEnd && (
        <p>
          {isFiltered
            ? t('search_list.nothing_filtered')
            : search.text !== undefined
              ? t('search_list.nothing_for', { text: search.text })
              : search.place && !search.box
                ? t('search_list.nothing_around', { distance: formatDistance(farthest_m, locale) })
                : t('search_list.nothing_here')}
        </p>
      )}
      {(position.state === 'denied' || position.state === 'unavailable') && (
        <p>{t(`search.position_${position.state}`)}</p>
      )}
    </EmptyState>
  )
}

import { Map as MapIcon } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { runningQuarter } from '#contract/bookings/booking-rules.ts'
import { browseSizes } from '#contract/parks/park-lists.ts'
import type { Directory } from '#contract/places/browse.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { longestSearch } from '#contract/search/search-text.ts'
import { settings } from '#contract/settings/settings.ts'
import { readSearch } from '#web/features/booking-window/parkSearch.ts'
import { isWaiting } from '#web/features/parks/api.ts'
import { directoryQuery, useDirectory } from '#web/features/parks/directory.ts'
import { ListPages } from '#web/features/parks/ListPages.tsx'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import { ParkCard, ParkCardSkeleton } from '#web/features/parks/ParkCard.tsx'
import { findTextRefusal, FoundElsewhere, TextRefused } from '#web/features/parks/SearchAnswers.tsx'
import { BrowseLinks } from '#web/features/places/BrowseLinks.tsx'
import { BrowseSearch } from '#web/features/places/BrowseSearch.tsx'
import { type BrowseChoice, browseGrid, BrowseSelect } from '#web/features/places/BrowseSelect.tsx'
import { findBrowsedCountry, useBrowsedCountry } from '#web/features/places/country.ts'
import { CountryLinks, CountrySelect } from '#web/features/places/CountrySelect.tsx'
import type { Preload } from '#web/page/lazyWithPreload.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { usePageTitle } from '#web/page/usePageTitle.ts'
import { paths } from '#web/paths.ts'
import { formatNumber } from '#web/time/format.ts'
import { useRunningQuarter } from '#web/time/useRunningQuarter.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page, PageHead } from '#web/ui/Page.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'

/** The list that an address names. */
function readQuery(params: URLSearchParams, country: CountryCode, now: Date) {
  const { text, page } = readSearch(params, now)
  const state = params.get('state') || undefined
  const city = params.get('city')?.trim().slice(0, 120) || undefined
  return { country, state, city, search: text, page, size: browseSizes.parks }
}

export const preload = (({ queries, search, language, country, now }) => {
  const query = readQuery(search, findBrowsedCountry(search, country), runningQuarter(now))
  return queries.fetchQuery(directoryQuery(language, query))
}) satisfies Preload

/** Car parks of a country by state, city and text; every page has its own address. */
export default function ParksListPage() {
  const { t, locale } = useTranslation()
  const country = useBrowsedCountry()
  const [params, setParams] = useSearchParams()
  const query = readQuery(params, country, useRunningQuarter())
  const { state, city, search: text, page } = query
  const found = useDirectory(query)
  const { states = [], cities = [] } = found.data ?? {}
  const name = t(`common.countries.${country}`)
  const inState = states.find(({ code }) => code === state)?.name
  const title =
    city === undefined && inState === undefined
      ? t('search_list.list.title', { where: t(`places.in.${country}`) })
      : t('search_list.list.title_in', { where: [city, inState, name].filter((part) => part !== undefined).join(', ') })
  usePageTitle(`${title} | ${settings().company.name}`)
  const to = (query: Parameters<typeof paths.parksList>[0]) => paths.parksList({ country, ...query })
  const number = (total: number) => formatNumber(total, locale)
  const byState: BrowseChoice[] = states.map(({ code, name: label, total }) => ({
    value: code,
    label,
    to: to({ state: code }),
    current: code === state,
    total: number(total),
  }))
  const byCity: BrowseChoice[] = cities.map(({ name: label, state_code, total }) => ({
    value: label,
    label: labelCity({ name: label, state_code, state: states.find(({ code }) => code === state_code)?.name }, cities),
    to: to({ state: state_code ?? undefined, city: label }),
    current: isSameName(label, city ?? '') && (state === undefined || state === state_code),
    total: number(total),
  }))
  const hrefForCountry = (code: CountryCode) => paths.parksList({ country: code })

  return (
    <Page className="pb-10">
      <PageHead
        title={title}
        lead={t('search_list.list.lead')}
        actions={
          <ButtonLink to={paths.search({ search: text ?? city ?? inState })} variant="outline" size="md">
            <MapIcon aria-hidden="true" className="size-4.5" />
            {t('search_list.list.on_map')}
          </ButtonLink>
        }
      />
      <BrowseSearch
        key={text}
        country={country}
        search={text ?? ''}
        maxLength={longestSearch.link}
        label={t('search_list.list.label')}
        placeholder={t('search_list.list.placeholder')}
        submit={t('search_list.list.submit')}
        onSearch={(text) => setParams({ country, ...(text !== '' && { search: text }) })}
      />
      <div className={cx(browseGrid, 'mt-4')}>
        <CountrySelect country={country} hrefFor={hrefForCountry} />
        {found.isPending && <Skeleton className="h-18 rounded-lg" />}
        {byState.length > 1 && (
          <BrowseSelect
            address={paths.parksList()}
            hidden={{ country }}
            name="state"
            label={t('places.states')}
            submit={t('search_list.list.submit')}
            choices={[
              {
                value: '',
                label: t('search_list.list.all'),
                to: to({}),
                current: inState === undefined,
              },
              ...byState,
            ]}
          />
        )}
        {byCity.length > 1 && (
          <BrowseSelect
            address={paths.parksList()}
            hidden={{ country, ...(state !== undefined && { state }) }}
            name="city"
            label={t('search_list.list.cities')}
            submit={t('search_list.list.submit')}
            choices={[
              { value: '', label: t('search_list.list.all_cities'), to: to({ state }), current: city === undefined },
              // One of several of a name: the form sends the name alone. The others are links below.
              ...byCity.filter(({ value }, n) => byCity.findIndex((candidate) => candidate.value === value) === n),
            ]}
          />
        )}
      </div>
      <h2 className="mt-7 mb-3 text-lg">
        {text === undefined ? t('search_list.list.results') : t('search_list.list.results_for', { text })}
      </h2>
      <ParkList
        found={found}
        country={country}
        page={page}
        text={text}
        all={to({})}
        hrefFor={(n) => to({ state, city, search: text, page: n === 1 ? undefined : n })}
      />
      {byState.length > 1 && <BrowseLinks label={t('places.by_state')} choices={byState} />}
      {byCity.length > 1 && <BrowseLinks label={t('search_list.list.by_city')} choices={byCity} />}
      <CountryLinks country={country} hrefFor={hrefForCountry} />
    </Page>
  )
}

const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

type City = Pick<Directory['cities'][number], 'name' | 'state_code'>

/** The name of a city, with its state beside others of that name; the one that gave its state the name stands alone. */
function labelCity({ name, state_code, state }: City & { state: string | undefined }, cities: readonly City[]): string {
  const namesakes = cities.filter((city) => city.state_code !== state_code && isSameName(city.name, name))
  if (namesakes.length === 0 || state === undefined) return name
  const isAlone = isSameName(name, state) && namesakes.every((namesake) => namesake.state_code !== null)
  return isAlone ? name : `${name}, ${state}`
}

interface ParkListProps {
  found: ReturnType<typeof useDirectory>
  country: CountryCode
  page: number
  /** The searched text. */
  text: string | undefined
  /** Address of the whole country. */
  all: string
  hrefFor: (page: number) => string
}

function ParkList({ found, country, page, text, all, hrefFor }: ParkListProps) {
  const { t } = useTranslation()
  const frame = '-mx-4 grid border-t border-line sm:mx-0 sm:gap-x-8 lg:grid-cols-2'
  if (found.isPending && !isWaiting(found)) {
    return (
      <Loading label={t('search_list.loading')} className={frame}>
        {Array.from({ length: 8 }, (_, n) => (
          <ParkCardSkeleton key={n} />
        ))}
      </Loading>
    )
  }
  const refusal = findTextRefusal(found.error)
  if (refusal !== undefined) return <TextRefused message={refusal} level={3} />
  if (found.data === undefined || isWaiting(found))
    return <LoadFailed error={found.error} onRetry={() => found.refetch()} level={3} />
  const { items, total, pages, size, elsewhere } = found.data
  if (items.length === 0 && elsewhere !== undefined) {
    const inCountry = (code: CountryCode) => paths.parksList({ country: code, search: text })
    return <FoundElsewhere elsewhere={elsewhere} country={country} hrefFor={inCountry} level={3} />
  }
  if (items.length === 0) {
    return (
      <EmptyState
        picture="search"
        level={3}
        live
        title={total > 0 ? t('search_list.page_past_end') : t('search_list.nothing')}
        action={
          <ButtonLink variant="outline" to={total > 0 ? hrefFor(1) : all}>
            {t(total > 0 ? 'search_list.first_page' : 'search_list.whole_country')}
          </ButtonLink>
        }
      >
        {total === 0 && (text === undefined ? t('search_list.nothing_here') : t('search_list.nothing_for', { text }))}
      </EmptyState>
    )
  }
  return (
    <>
      <ul
        className={cx(frame, 'transition-opacity', found.isPlaceholderData && 'opacity-55')}
        aria-busy={found.isPlaceholderData || undefined}
      >
        {items.map((park) => (
          <li key={park.id} className="grid">
            <ParkCard park={park} to={paths.park(park.slug)} minutes={60} />
          </li>
        ))}
      </ul>
      <ListPages
        page={page}
        pages={pages}
        size={size}
        total={total}
        count={items.length}
        label={t('search_list.pages')}
        hrefFor={hrefFor}
        stale={found.isPlaceholderData}
      />
    </>
  )
}

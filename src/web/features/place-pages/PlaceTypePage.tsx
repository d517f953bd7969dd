import { useSearchParams } from 'react-router'
import { placeKinds } from '#contract/geography.ts'
import { browseSizes } from '#contract/parks/park-lists.ts'
import { type PlaceKind } from '#contract/places/browse.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { settings } from '#contract/settings/settings.ts'
import { Picture } from '#web/features/content/Picture.tsx'
import { isWaiting } from '#web/features/parks/api.ts'
import { ListPages } from '#web/features/parks/ListPages.tsx'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import { BrowseLinks } from '#web/features/places/BrowseLinks.tsx'
import { BrowseSearch } from '#web/features/places/BrowseSearch.tsx'
import { type BrowseChoice, browseGrid, BrowseSelect } from '#web/features/places/BrowseSelect.tsx'
import { findBrowsedCountry, useBrowsedCountry } from '#web/features/places/country.ts'
import { CountryLinks, CountrySelect } from '#web/features/places/CountrySelect.tsx'
import type { Preload } from '#web/page/lazyWithPreload.tsx'
import { readPageNumber } from '#web/page/pageNumber.ts'
import { useTranslation } from '#web/page/translation.ts'
import { usePageTitle } from '#web/page/usePageTitle.ts'
import { paths } from '#web/paths.ts'
import { formatNumber } from '#web/time/format.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Loading, Skeleton, SkeletonText } from '#web/ui/Skeleton.tsx'
import { placesQuery, usePlaces } from './api.ts'
import { byLetter, placeKindOf, typePath, usePlaceKind } from './placeKind.ts'
import { PlaceRows } from './PlaceRows.tsx'

/** The list that an address names. */
const readQuery = (params: URLSearchParams, country: CountryCode) => ({
  country,
  state: params.get('state') || undefined,
  search: params.get('search')?.trim().slice(0, 200) || undefined,
  page: readPageNumber(params),
  size: browseSizes.places,
})

export const preload = (({ queries, key, search, language, country }) =>
  queries.fetchQuery(
    placesQuery(language, placeKindOf(key), readQuery(search, findBrowsedCountry(search, country))),
  )) satisfies Preload

/** Places of one type in a country: the largest, by state or by text; every page has its own address. */
export default function PlaceTypePage() {
  const { t, locale } = useTranslation()
  const kind = usePlaceKind()
  const country = useBrowsedCountry()
  const [params, setParams] = useSearchParams()
  const query = readQuery(params, country)
  const { state, search } = query
  const found = usePlaces(kind, query)
  const states = found.data?.states ?? []
  const named = states.find(({ code }) => code === state)
  const where =
    named === undefined
      ? t(`places.in.${country}`)
      : t('places.in_state', { state: named.name, country: t(`common.countries.${country}`) })
  const title = t(`places.heads.${kind}`, { where })
  usePageTitle(`${title} | ${settings().company.name}`)
  const addressOf = (query: { state?: string | undefined; search?: string | undefined; page?: number | undefined }) =>
    typePath(kind, { country, ...query })
  const choices: BrowseChoice[] = states.map(({ code, name, total }) => ({
    value: code,
    label: name,
    to: addressOf({ state: code }),
    current: code === state,
    total: formatNumber(total, locale),
  }))
  const kinds: BrowseChoice[] = placeKinds.map((entry) => ({
    value: entry,
    label: t(`places.kinds.${entry}`),
    to: typePath(entry, { country }),
    current: entry === kind,
  }))
  const hrefForCountry = (code: CountryCode) => typePath(kind, { country: code })

  return (
    <>
      <Head kind={kind} title={title} />
      <Page className="pt-4 pb-10">
        <BrowseSearch
          key={`${kind} ${search}`}
          country={country}
          search={search ?? ''}
          label={t(`place_pages.label.${kind}`)}
          submit={t('search_list.list.submit')}
          onSearch={(text) => setParams({ country, ...(text !== '' && { search: text }) })}
        />
        <div className={cx(browseGrid, 'mt-4')}>
          <BrowseSelect
            name="type"
            label={t('places.type')}
            choices={kinds.map((choice, n) => ({ ...choice, label: t(`place_pages.plural.${placeKinds[n]!}`) }))}
          />
          <CountrySelect country={country} hrefFor={hrefForCountry} />
          {found.isPending && <Skeleton className="h-18 rounded-lg" />}
          {states.length > 1 && (
            <BrowseSelect
              address={typePath(kind)}
              hidden={{ country }}
              name="state"
              label={t('places.states')}
              submit={t('search_list.list.submit')}
              choices={[
                {
                  value: '',
                  label: t('places.all_of', { where: t(`places.in.${country}`) }),
                  to: addressOf({}),
                  current: named === undefined,
                },
                ...choices,
              ]}
            />
          )}
        </div>
        <h2 className="mt-7 mb-3 text-lg">
          {search !== undefined
            ? t('search_list.list.results_for', { text: search })
            : t(state === undefined ? 'places.largest' : 'places.by_name')}
        </h2>
        <PlaceList
          found={found}
          lettered={state !== undefined && search === undefined}
          searched={search !== undefined}
          where={where}
          all={addressOf({})}
          hrefFor={(n) => addressOf({ state, search, page: n === 1 ? undefined : n })}
        />
        {choices.length > 1 && <BrowseLinks label={t('places.by_state')} choices={choices} />}
        <BrowseLinks label={t('places.types')} choices={kinds} />
        <CountryLinks country={country} hrefFor={hrefForCountry} />
      </Page>
    </>
  )
}

/** The header, with a drawing of the kind of place. */
function Head({ kind, title }: { kind: PlaceKind; title: string }) {
  const { t } = useTranslation()
  return (
    <div className="bay-hero -mt-2 on-night">
      <Page className="grid grid-cols-1 items-center gap-x-4 gap-y-2 pt-5 pb-6 min-[22rem]:grid-cols-[minmax(0,1fr)_6.5rem] sm:grid-cols-[minmax(0,1fr)_16rem] lg:grid-cols-[minmax(0,1fr)_26rem] lg:py-8">
        <h1 tabIndex={-1} className="text-[1.6rem] leading-[1.12] hyphens-auto sm:self-end lg:text-3xl">
          {title}
        </h1>
        <Picture name={kind} first className="max-[22rem]:hidden sm:col-start-2 sm:row-span-2 sm:row-start-1" />
        <p className="col-span-full max-w-prose text-md text-on-night-2 sm:col-span-1 sm:self-start">
          {t(`place_pages.leads.${kind}`)}
        </p>
      </Page>
    </div>
  )
}

interface PlaceListProps {
  found: ReturnType<typeof usePlaces>
  /** Groups the places by first letter. */
  lettered: boolean
  searched: boolean
  where: string
  all: string
  hrefFor: (page: number) => string
}

function PlaceList({ found, lettered, searched, where, all, hrefFor }: PlaceListProps) {
  const { t } = useTranslation()
  if (found.isPending && !isWaiting(found)) {
    return (
      <Loading label={t('places.loading')} className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {Array.from({ length: 9 }, (_, n) => (
          <SkeletonText key={n} lines={2} />
        ))}
      </Loading>
    )
  }
  if (found.data === undefined || isWaiting(found))
    return <LoadFailed error={found.error} onRetry={() => found.refetch()} level={3} />
  const { items, total, page, pages, size } = found.data
  if (items.length === 0) {
    const past = total > 0
    return (
      <EmptyState
        picture="search"
        level={3}
        live
        title={past ? t('search_list.page_past_end') : t(searched ? 'places.nothing' : 'place_pages.none')}
        action={
          <>
            <ButtonLink to={past ? hrefFor(1) : all} size="md">
              {past ? t('search_list.first_page') : t('places.all_of', { where })}
            </ButtonLink>
            <ButtonLink to={paths.search()} variant="outline" size="md">
              {t('search.find')}
            </ButtonLink>
          </>
        }
      >
        {!past && t(searched ? 'place_pages.nothing_text' : 'place_pages.none_text', { where })}
      </EmptyState>
    )
  }
  return (
    <>
      {lettered ? (
        byLetter(items).map(([letter, places]) => (
          <section key={letter} aria-label={letter} className="mb-4">
            <h3 className="mb-1 text-md text-ink-3">{letter}</h3>
            <PlaceRows places={places} />
          </section>
        ))
      ) : (
        <PlaceRows places={items} />
      )}
      <ListPages
        page={page}
        pages={pages}
        size={size}
        total={total}
        count={items.length}
        label={t('places.pages')}
        hrefFor={hrefFor}
      />
    </>
  )
}

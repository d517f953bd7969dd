import { Map as MapIcon, Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { isWaiting, useParks } from '#web/features/parks/api.ts'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import { ParkCard, ParkCardSkeleton } from '#web/features/parks/ParkCard.tsx'
import { useCountry } from '#web/features/places/country.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Page, PageHead } from '#web/ui/Page.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { cx } from '#web/ui/cx.ts'
import { destinations } from './destinations.ts'
import { pageSize } from './query.ts'
import { readStay } from './stay.ts'
import { useRunningQuarter } from './useRunningQuarter.ts'

const cityRadius_m = 25_000

/** The car parks of the chosen country, by text and by city, page by page: each page has an address of its own. */
export default function ParksListPage() {
  const { t } = useTranslation()
  const country = useCountry()
  const [params, setParams] = useSearchParams()
  const now = useRunningQuarter()
  const { search, page } = readStay(params, now)
  // A text that is a place means the parks around it; for words the radius says nothing.
  const radius = search === undefined ? undefined : cityRadius_m
  const found = useParks({ country: country.code, search, radius, sort: 'best', page, size: pageSize })
  const name = t(`common.countries.${country.code}`)
  const cities = destinations[country.code].filter(({ kind }) => kind === 'city').map(({ query }) => query)

  return (
    <Page className="pb-10">
      <PageHead
        title={t('search.list.title', { country: name })}
        lead={t('search.list.lead')}
        actions={
          <ButtonLink to={paths.search({ search })} variant="outline" size="md">
            <MapIcon aria-hidden="true" className="size-4.5" />
            {t('search.list.on_map')}
          </ButtonLink>
        }
      />
      <TextSearch
        key={search}
        search={search ?? ''}
        onSearch={(text) => setParams(text === '' ? {} : { search: text })}
      />
      <nav aria-label={t('search.list.cities')} className="mt-4">
        <ul className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:px-0">
          {[undefined, ...cities].map((city) => (
            <li key={city ?? ''}>
              <Link
                to={paths.parksList({ search: city })}
                aria-current={city === search ? 'true' : undefined}
                className={cx(
                  'inline-flex min-h-9 items-center rounded-full border px-3.5 text-sm font-medium whitespace-nowrap touch:min-h-11',
                  city === search ? 'border-ink bg-ink text-paper' : 'border-line bg-card hover:border-edge',
                )}
              >
                {city ?? t('search.list.all', { country: name })}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <h2 className="mt-7 mb-3 text-lg">
        {search === undefined ? t('search.list.results') : t('search.list.results_for', { text: search })}
      </h2>
      <List found={found} search={search} page={page} />
    </Page>
  )
}

function List({
  found,
  search,
  page,
}: {
  found: ReturnType<typeof useParks>
  search: string | undefined
  page: number
}) {
  const { t } = useTranslation()
  const frame = '-mx-4 grid border-t border-line sm:mx-0 sm:gap-x-8 lg:grid-cols-2'
  if (found.isPending && !isWaiting(found)) {
    return (
      <Loading label={t('search.loading')} className={frame}>
        {Array.from({ length: 8 }, (_, n) => (
          <ParkCardSkeleton key={n} />
        ))}
      </Loading>
    )
  }
  if (found.data === undefined || isWaiting(found))
    return <LoadFailed error={found.error} onRetry={() => found.refetch()} level={3} />
  const { items, total, pages, size } = found.data
  if (items.length === 0) {
    return (
      <EmptyState
        picture="search"
        level={3}
        live
        title={total > 0 ? t('search.past_end') : t('search.nothing')}
        action={
          <ButtonLink to={paths.parksList({ search: total > 0 ? search : undefined })}>
            {t(total > 0 ? 'search.first_page' : 'search.whole_country')}
          </ButtonLink>
        }
      >
        {total === 0 && t('search.nothing_here')}
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
      <Pagination
        page={page}
        pages={pages}
        label={t('search.pages')}
        summary={t('search.showing', { from: (page - 1) * size + 1, to: (page - 1) * size + items.length, total })}
        previousLabel={t('search.previous')}
        nextLabel={t('search.next')}
        pageLabel={(n) => t('search.page', { page: n })}
        hrefFor={(n) => paths.parksList({ search, page: n === 1 ? undefined : n })}
      />
    </>
  )
}

function TextSearch({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState(search)
  return (
    <form
      role="search"
      className="grid max-w-2xl grid-cols-[1fr_auto] items-end gap-2.5"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(text.trim())
      }}
    >
      <Field label={t('search.list.label')}>
        <TextInput
          type="search"
          name="search"
          value={text}
          maxLength={200}
          enterKeyHint="search"
          placeholder={t('search.list.placeholder')}
          before={<Search aria-hidden="true" className="size-5" />}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Button type="submit">{t('search.list.submit')}</Button>
    </form>
  )
}

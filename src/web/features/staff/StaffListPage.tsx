import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Page as PageOf } from '#contract/fields.ts'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translation.ts'
import { Page, PageHead } from '#web/ui/Page.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Segmented } from '#web/ui/form/Segmented.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'

interface StaffListPageProps<Item, State extends string, Choice extends string> {
  title: string
  lead: string
  /** The fields beside the choice of states. */
  filters: ReactNode
  states: {
    label: string
    value: State | Choice
    options: readonly { value: State | Choice; label: string }[]
    onChange: (value: State | Choice) => void
  }
  result: UseQueryResult<PageOf<Item> & { counts: Record<State, number> }>
  loadingLabel: string
  /** Shown instead of an empty list. */
  empty: ReactNode
  countLabel: (count: number) => string
  renderItem: (item: Item) => ReactNode
  hrefFor: (page: number) => string
}

/** A list that staff works through, newest first, with filters, counts by state and pages. */
export function StaffListPage<Item extends { id: string }, State extends string, Choice extends string>({
  title,
  lead,
  filters,
  states,
  result: { data, error, refetch },
  loadingLabel,
  empty,
  countLabel,
  renderItem,
  hrefFor,
}: StaffListPageProps<Item, State, Choice>) {
  const { t, locale } = useTranslation()
  const counts: Partial<Record<string, number>> = data?.counts ?? {}
  const withCount = (value: string, label: string) =>
    counts[value] ? `${label} · ${formatNumber(counts[value], locale)}` : label
  return (
    <Page className="pb-12">
      <PageHead title={title} lead={lead} className="sm:pt-5" />
      <div className="grid gap-4 border-y border-line py-4 lg:grid-cols-[1fr_auto] lg:items-end">
        {filters}
        <Segmented
          label={states.label}
          value={states.value}
          onChange={states.onChange}
          segments={states.options.map(({ value, label }) => ({ value, label: withCount(value, label) }))}
        />
      </div>
      {error !== null && data === undefined ? (
        <LoadFailed error={error} onRetry={refetch} />
      ) : data === undefined ? (
        <Loading label={loadingLabel} className="grid gap-3 py-5">
          <Skeleton className="h-44 w-full rounded-xl" />
          <Skeleton className="h-44 w-full rounded-xl" />
          <Skeleton className="h-44 w-full rounded-xl" />
        </Loading>
      ) : data.items.length === 0 ? (
        empty
      ) : (
        <>
          <p role="status" className="pt-4 text-base text-ink-2">
            {countLabel(data.total)}
          </p>
          <ul className="grid gap-3 py-3">
            {data.items.map((item) => (
              <li key={item.id}>{renderItem(item)}</li>
            ))}
          </ul>
          <Pagination
            page={data.page}
            pages={data.pages}
            label={title}
            previousLabel={t('search.previous')}
            nextLabel={t('search.next')}
            pageLabel={(page) => t('search.page', { page })}
            hrefFor={hrefFor}
          />
        </>
      )}
    </Page>
  )
}

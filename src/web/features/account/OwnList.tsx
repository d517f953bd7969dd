import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Page } from '#contract/fields.ts'
import { ListPages } from '#web/features/parks/ListPages.tsx'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'

interface OwnListProps<Item> {
  list: Pick<UseQueryResult<Page<Item>>, 'data' | 'error' | 'refetch' | 'isPlaceholderData'>
  hrefFor: (page: number) => string
  words: {
    loading: string
    /** Accessible name of the links to other pages. */
    pages: string
    /** Said of a page after the last. */
    past_end: string
  }
  /** What a list without anything says, and the way on. */
  empty: { title: string; text: string; action: ReactNode }
  /** Beside the only item. */
  next: ReactNode
  /** A card in a list item. */
  children: (item: Item) => ReactNode
}

/** A page of an account's own orders or requests as cards, or that it is loading, could not be loaded or is empty. */
export function OwnList<Item>({ list, hrefFor, words, empty, next, children }: OwnListProps<Item>) {
  const { t } = useTranslation()
  if (list.data === undefined) {
    if (list.error !== null) return <LoadFailed error={list.error} onRetry={() => list.refetch()} />
    return (
      <Loading label={words.loading} className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-32 rounded-xl" />
        <Skeleton className="h-32 rounded-xl" />
      </Loading>
    )
  }
  const { items, total, page, pages, size } = list.data
  if (total === 0)
    return (
      <EmptyState title={empty.title} action={empty.action}>
        {empty.text}
      </EmptyState>
    )
  if (items.length === 0)
    return (
      <EmptyState
        title={words.past_end}
        action={
          <ButtonLink to={hrefFor(1)} variant="alt">
            {t('search_list.first_page')}
          </ButtonLink>
        }
      />
    )
  return (
    <>
      <ul className={cx('grid gap-4 transition-opacity lg:grid-cols-2', list.isPlaceholderData && 'opacity-60')}>
        {items.map(children)}
        {total === 1 && next}
      </ul>
      {pages > 1 && (
        <ListPages
          page={page}
          pages={pages}
          size={size}
          total={total}
          count={items.length}
          label={words.pages}
          hrefFor={hrefFor}
        />
      )}
    </>
  )
}

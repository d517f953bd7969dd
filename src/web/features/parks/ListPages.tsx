import { useTranslation } from '#web/page/translation.ts'
import { Pagination } from '#web/ui/Pagination.tsx'

interface ListPagesProps {
  page: number
  pages: number
  size: number
  total: number
  /** Number of entries on this page. */
  count: number
  /** Accessible name of the navigation. */
  label: string
  hrefFor: (page: number) => string
  /** Whether the list still shows the previous query; its page links are then hidden. */
  stale?: boolean
}

/** Links to the pages of a list, with a summary of the shown entries. */
export function ListPages({ page, pages, size, total, count, label, hrefFor, stale }: ListPagesProps) {
  const { t } = useTranslation()
  const before = (page - 1) * size
  return (
    <div className={stale ? 'invisible' : undefined}>
      <Pagination
        page={page}
        pages={pages}
        label={label}
        summary={t('search_list.showing', { from: before + 1, to: before + count, total })}
        previousLabel={t('search_list.previous')}
        nextLabel={t('search_list.next')}
        pageLabel={(n) => t('search.page', { page: n })}
        hrefFor={hrefFor}
      />
    </div>
  )
}

import { useTranslation } from 'react-i18next'
import { Pagination } from '#web/ui/Pagination.tsx'

interface ListPagesProps {
  page: number
  pages: number
  size: number
  total: number
  /** How many entries stand on this page. */
  count: number
  /** The name of the landmark. */
  label: string
  hrefFor: (page: number) => string
  /** What is shown is still the answer to what was asked before: its pages are none of the new one's. */
  stale?: boolean
}

/** The pages of a list as links, with what of it is shown. */
export function ListPages({ page, pages, size, total, count, label, hrefFor, stale }: ListPagesProps) {
  const { t } = useTranslation()
  const before = (page - 1) * size
  return (
    <div className={stale ? 'invisible' : undefined}>
      <Pagination
        page={page}
        pages={pages}
        label={label}
        summary={t('search.showing', { from: before + 1, to: before + count, total })}
        previousLabel={t('search.previous')}
        nextLabel={t('search.next')}
        pageLabel={(n) => t('search.page', { page: n })}
        hrefFor={hrefFor}
      />
    </div>
  )
}

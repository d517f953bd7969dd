import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { PageLink } from './PageLink.tsx'
import { pageWindow } from './pageWindow.ts'

interface PaginationProps {
  page: number
  pages: number
  /** Accessible name of the navigation: 'Pages of results'. */
  label: string
  /** For example 'Showing 1 to 10 of 37 entries'. */
  summary?: ReactNode
  previousLabel: string
  nextLabel: string
  /** For example 'Page 3'. */
  pageLabel: (page: number) => string
  /** Real addresses, which search engines can follow. */
  hrefFor: (page: number) => string
}

const box =
  'grid min-h-11 min-w-9 place-items-center rounded-md px-1.5 font-semibold tabular-nums sm:min-w-11 sm:px-2 [&_svg]:size-5'

/** Links to pages with a summary of the shown entries. With one page, only the summary. */
export function Pagination({
  page,
  pages,
  label,
  summary,
  previousLabel,
  nextLabel,
  pageLabel,
  hrefFor,
}: PaginationProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4">
      {summary && <p className="text-sm text-ink-2">{summary}</p>}
      {pages > 1 && (
        <nav aria-label={label}>
          <ul className="flex flex-wrap items-center gap-0.5 sm:gap-1">
            <Step to={page > 1 ? hrefFor(page - 1) : undefined} label={previousLabel} rel="prev">
              <ChevronLeft aria-hidden="true" />
            </Step>
            {pageWindow(page, pages).map((entry) => (
              <li key={entry.gap ? `gap after ${entry.page}` : entry.page}>
                {entry.gap ? (
                  <span aria-hidden="true" className="grid w-5 place-items-center text-ink-3">
                    …
                  </span>
                ) : (
                  <PageLink
                    to={hrefFor(entry.page)}
                    aria-label={pageLabel(entry.page)}
                    aria-current={entry.page === page ? 'page' : undefined}
                    className={cx(box, entry.page === page ? 'bg-ink text-paper' : 'text-ink hover:bg-ink/7')}
                  >
                    {entry.page}
                  </PageLink>
                )}
              </li>
            ))}
            <Step to={page < pages ? hrefFor(page + 1) : undefined} label={nextLabel} rel="next">
              <ChevronRight aria-hidden="true" />
            </Step>
          </ul>
        </nav>
      )}
    </div>
  )
}

function Step({
  to,
  label,
  rel,
  children,
}: {
  to: string | undefined
  label: string
  rel: string
  children: ReactNode
}) {
  return (
    <li>
      {to ? (
        <PageLink to={to} rel={rel} aria-label={label} className={cx(box, 'text-ink hover:bg-ink/7')}>
          {children}
        </PageLink>
      ) : (
        <span className={cx(box, 'text-ink-3 opacity-50')} aria-hidden="true">
          {children}
        </span>
      )}
    </li>
  )
}

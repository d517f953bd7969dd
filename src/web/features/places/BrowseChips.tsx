import { useLayoutEffect, useRef } from 'react'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'

export interface BrowseChip {
  key: string
  label: string
  to: string
  current: boolean
  /** Number of entries. */
  total?: string
}

/** A row of links that scrolls on phones and wraps on wide screens. */
export function BrowseChips({
  label,
  chips,
  className,
}: {
  label: string
  chips: readonly BrowseChip[]
  className?: string
}) {
  const row = useRef<HTMLUListElement>(null)
  const current = chips.find((chip) => chip.current)?.key
  useLayoutEffect(() => {
    // Scroll the row, not the page, so that the current entry is visible.
    const chosen = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (row.current && chosen)
      row.current.scrollLeft = chosen.offsetLeft - row.current.clientWidth / 2 + chosen.offsetWidth / 2
  }, [current])
  return (
    <nav aria-label={label} className={className}>
      <ul
        ref={row}
        className="relative -mx-4 flex [scrollbar-width:none] gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:px-0"
      >
        {chips.map(({ key, label: text, to, current: isCurrent, total }) => (
          <li key={key}>
            <PageLink
              to={to}
              aria-current={isCurrent ? 'true' : undefined}
              className={cx(
                'inline-flex min-h-9 items-center gap-1.5 rounded-full border px-3.5 text-sm font-medium whitespace-nowrap touch:min-h-11',
                isCurrent ? 'border-ink bg-ink text-paper' : 'border-line bg-card hover:border-edge',
              )}
            >
              {text}
              {total !== undefined && <span className="font-normal tabular-nums opacity-70">{total}</span>}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface ActionBarProps {
  children: ReactNode
  /** Where it is in a padded card: negative margins that reach its edges. By default it reaches those of the page. */
  className?: string
}

/** The page's main action. On phones it stays in view, above the bottom bar; on wide screens it stands where it is. */
export function ActionBar({ children, className = '-mx-4 px-4 sm:-mx-6 sm:px-6' }: ActionBarProps) {
  return (
    <div
      data-action-bar
      className={cx(
        'sticky bottom-(--bottom-bar,0px) z-30 border-t border-line bg-card py-3 lg:static lg:mx-0 lg:border-0 lg:bg-transparent lg:px-0 lg:py-0',
        className,
      )}
    >
      {children}
    </div>
  )
}

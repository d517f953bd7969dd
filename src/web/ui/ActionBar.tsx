import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface ActionBarProps {
  children: ReactNode
  /** At the end of a card with large padding, whose edges it reaches instead of the page's. */
  inCard?: boolean
  className?: string
}

/** The page's main action. On phones it stays in view, above the bottom bar; on wide screens it stands where it is. */
export function ActionBar({ children, inCard, className }: ActionBarProps) {
  return (
    <div
      data-action-bar
      className={cx(
        'sticky bottom-(--bottom-bar,0px) z-30 border-t border-line bg-card py-3 lg:static lg:mx-0 lg:border-0 lg:bg-transparent lg:px-0 lg:py-0',
        inCard ? '-mx-5 -mb-5 rounded-b-xl px-5 sm:-mx-6 sm:-mb-6 sm:px-6 lg:mb-0' : '-mx-4 px-4 sm:-mx-6 sm:px-6',
        className,
      )}
    >
      {children}
    </div>
  )
}

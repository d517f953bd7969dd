import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { PageLink } from './PageLink.tsx'

interface CardProps {
  children: ReactNode
  /** Whether it is the selected one of a list, marked by a yellow edge. */
  chosen?: boolean
  padding?: 'none' | 'md' | 'lg'
  as?: 'div' | 'article' | 'section' | 'li'
  className?: string
}

const paddings = { none: '', md: 'p-4', lg: 'p-5 sm:p-6' }

/** A surface with a border. It is `relative`, so that a CardLink can cover it. */
export function Card({ children, chosen, padding = 'md', as: As = 'div', className }: CardProps) {
  return (
    <As
      className={cx(
        'relative rounded-xl border border-line bg-card',
        'has-[[data-card-link]:hover]:border-edge has-[[data-card-link]:focus-visible]:outline-3 has-[[data-card-link]:focus-visible]:outline-offset-2 has-[[data-card-link]:focus-visible]:outline-focus',
        chosen && 'overflow-hidden before:absolute before:inset-y-0 before:left-0 before:w-1 before:bg-kerb',
        paddings[padding],
        className,
      )}
    >
      {children}
    </As>
  )
}

/** The title of a card as a link that covers the card. Other controls in the card need `relative` to stay above it. */
export function CardLink({ to, children, className }: { to: string; children: ReactNode; className?: string }) {
  return (
    <PageLink
      to={to}
      data-card-link
      className={cx('outline-none after:absolute after:inset-0 after:rounded-[inherit]', className)}
    >
      {children}
    </PageLink>
  )
}

import type { ReactNode } from 'react'
import { BayRow } from './BayRow.tsx'
import { cx } from './cx.ts'

interface NextCardProps {
  children: ReactNode
  action: ReactNode
  className?: string
}

/** Beside the only card of a list, which would leave a wide screen empty: what else there is to do. */
export function NextCard({ children, action, className }: NextCardProps) {
  return (
    <li
      className={cx(
        'grid content-center justify-items-center gap-3 rounded-xl border border-dashed border-edge px-5 py-4 text-center',
        className,
      )}
    >
      <BayRow bays={['yours', 'free']} className="h-14 w-auto text-ink-3" />
      <p className="max-w-sm text-base text-balance text-ink-2">{children}</p>
      {action}
    </li>
  )
}

import type { ReactNode } from 'react'
import { type Bay, BayRow } from './BayRow.tsx'
import { cx } from './cx.ts'

export type EmptyPicture = 'empty' | 'search' | 'failed' | 'offline' | 'signed_out' | 'denied' | 'done'

interface EmptyStateProps {
  picture?: EmptyPicture
  title: ReactNode
  children?: ReactNode
  /** One or two buttons. */
  action?: ReactNode
  /** Heading level of the title. */
  level?: 1 | 2 | 3
  /** Announced to screen readers: for replaced content. */
  live?: boolean
  className?: string
}

const bays: Record<EmptyPicture, readonly Bay[]> = {
  empty: ['car', 'yours', 'car'],
  search: ['car', 'free', 'car'],
  failed: ['car', 'free', 'car'],
  offline: ['car', 'free', 'car'],
  signed_out: ['free', 'free', 'free'],
  denied: ['car', 'free', 'car'],
  done: ['car', 'yours', 'car'],
}

/** Drawn in ink, but for what says otherwise. */
const symbols: Record<EmptyPicture, ReactNode> = {
  empty: <path d="M12 27V6h6.5a6.5 6.5 0 0 1 0 13H12" strokeWidth="3.6" />,
  search: (
    <>
      <circle cx="14" cy="14" r="10" className="fill-card" />
      <path d="m21.5 21.5 8 8" strokeWidth="3.6" />
    </>
  ),
  failed: (
    <>
      <path d="m13 4-8 23h22L19 4z" className="fill-card" />
      <path d="M10.5 11.5h11M8 19h16" className="stroke-kerb" strokeWidth="4" strokeLinecap="butt" />
      <path d="m13 4-8 23h22L19 4zM1 27h30" />
    </>
  ),
  offline: (
    <>
      <path d="M2 12a20 20 0 0 1 28 0M7 18a13 13 0 0 1 18 0M12 24a6 6 0 0 1 8 0" strokeWidth="3" />
      <path d="m4 29 24-26" className="stroke-kerb" strokeWidth="3.6" />
    </>
  ),
  signed_out: (
    <>
      <path d="M-34 12h92v9h-92z" className="fill-card" />
      <path
        d="m-26 21 6-9M-8 21l6-9M10 21l6-9M28 21l6-9M46 21l6-9"
        className="stroke-kerb"
        strokeWidth="5"
        strokeLinecap="butt"
      />
      <path d="M-34 12h92v9h-92z" />
      <path d="M-34 34V3h-9v31z" className="fill-card" />
    </>
  ),
  denied: (
    <>
      <circle cx="16" cy="16" r="14" className="fill-card" />
      <path d="M9 16h14" strokeWidth="4.5" className="stroke-kerb" />
    </>
  ),
  done: <path d="m5 17 8 8L28 8" strokeWidth="3.6" />,
}

/** A picture, a title, an explanation and actions, for missing content. */
export function EmptyState({
  picture = 'empty',
  title,
  children,
  action,
  level = 2,
  live,
  className,
}: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div
      role={live ? 'status' : undefined}
      className={cx('mx-auto grid max-w-md justify-items-center gap-2 px-4 py-10 text-center', className)}
    >
      <BayRow
        bays={bays[picture]}
        symbol={{ at: 1, draw: <g className="stroke-ink">{symbols[picture]}</g> }}
        className="mb-3 h-28 w-auto text-ink-3"
      />
      <Heading className={level === 1 ? 'text-xl' : 'text-lg'}>{title}</Heading>
      {children && <div className="text-balance text-ink-2">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2.5">{action}</div>}
    </div>
  )
}

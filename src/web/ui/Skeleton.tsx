import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** Placeholder for content that is loading; set its size by class (`h-19 w-19`). */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('bay-skeleton block rounded-md', className)} />
}

/** Placeholder for lines of text; the last one is shorter. */
export function SkeletonText({ lines = 2, className }: { lines?: number; className?: string }) {
  return (
    <span aria-hidden="true" className={cx('grid gap-2', className)}>
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} className={cx('h-3.5 rounded-sm', index === lines - 1 ? 'w-3/5' : 'w-full')} />
      ))}
    </span>
  )
}

/** Wraps skeletons and announces once what is loading. */
export function Loading({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
  return (
    <div role="status" aria-busy="true" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}

import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface BubbleProps {
  author: string
  /** When it was written, in words. */
  time: ReactNode
  /** Whether the reader wrote it: it then stands on the other side. */
  isOwn: boolean
  children: ReactNode
}

/** A message of a conversation, as an item of its list. */
export function Bubble({ author, time, isOwn, children }: BubbleProps) {
  return (
    <li className={cx('grid max-w-[85%] gap-1', isOwn ? 'justify-self-end' : 'justify-self-start')}>
      <p className={cx('flex flex-wrap gap-x-2 text-sm text-ink-2', isOwn && 'justify-end')}>
        <span className="font-semibold">{author}</span>
        {time}
      </p>
      <div
        className={cx(
          'grid gap-2 rounded-xl border px-4 py-2.5 wrap-anywhere whitespace-pre-line',
          isOwn ? 'border-transparent bg-act-soft' : 'border-line bg-card',
        )}
      >
        {children}
      </div>
    </li>
  )
}

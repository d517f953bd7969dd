import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type TagTone = 'free' | 'few' | 'full' | 'neutral' | 'act' | 'bad' | 'example' | 'kerb'

const tones: Record<TagTone, string> = {
  free: 'bg-free-soft text-free',
  few: 'bg-few-soft text-few',
  full: 'bg-full-soft text-full',
  neutral: 'bg-full-soft text-ink-2',
  act: 'bg-act-soft text-act',
  bad: 'bg-bad-soft text-bad',
  example: 'border border-dashed border-edge text-ink-2',
  kerb: 'bg-kerb text-on-kerb',
}

interface TagProps {
  tone?: TagTone
  icon?: ReactNode
  /** Breaks a text that may be longer than its place is wide. */
  wraps?: boolean
  children: ReactNode
}

/** A label on a tinted background. Green, amber and grey are reserved for availability. */
export function Tag({ tone = 'neutral', icon, wraps = false, children }: TagProps) {
  return (
    <span
      className={cx(
        'inline-flex min-h-6 items-center gap-1 rounded-sm px-2 py-0.5 text-xs font-semibold [&_svg]:size-3.5',
        !wraps && 'whitespace-nowrap',
        tones[tone],
      )}
    >
      {icon}
      {children}
    </span>
  )
}

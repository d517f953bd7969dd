import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from './cx.ts'

interface CountdownProps {
  /** Deadline. */
  end: Date | string | number
  /** Text for the remaining seconds; 0 at the end. */
  label: (secondsLeft: number) => string
  /** Called once, at the end. */
  onEnd?: () => void
  /** `kerb` is a pill for a held space and the pass, `plain` is for use within a sentence. */
  variant?: 'kerb' | 'plain'
  /** Content at the end of the pill: 'Auto-extend on'. */
  aside?: ReactNode
  /** The current time in ms; the device's by default. */
  now?: () => number
  className?: string
}

const secondsUntil = (end: CountdownProps['end'], now: () => number) =>
  Math.max(0, Math.ceil((new Date(end).getTime() - now()) / 1000))

/** A countdown. Updates its text once a second without rendering; only full minutes are announced to screen readers. */
export function Countdown({ end, label, onEnd, variant = 'kerb', aside, now = Date.now, className }: CountdownProps) {
  const shown = useRef<HTMLSpanElement>(null)
  const spoken = useRef<HTMLSpanElement>(null)
  const latest = useRef({ label, onEnd, now })
  useEffect(() => {
    latest.current = { label, onEnd, now }
  })

  const end_ms = new Date(end).getTime()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let started = false
    const tick = () => {
      const { label: describe, onEnd: over, now: read } = latest.current
      const left = secondsUntil(end_ms, read)
      if (shown.current) shown.current.textContent = describe(left)
      // The initial text is read with the page; announce only full minutes.
      if (spoken.current && started && left % 60 === 0) spoken.current.textContent = describe(left)
      started = true
      if (left === 0) over?.()
      else timer = setTimeout(tick, (end_ms - read()) % 1000 || 1000)
    }
    tick()
    return () => clearTimeout(timer)
  }, [end_ms])

  const text = (
    <>
      <span ref={shown} role="timer" aria-live="off">
        {label(secondsUntil(end, now))}
      </span>
      <span ref={spoken} aria-live="polite" className="sr-only" />
    </>
  )
  if (variant === 'plain') return <span className={className}>{text}</span>
  return (
    <div
      className={cx(
        'flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md bg-kerb px-3.5 py-2 text-sm font-semibold text-on-kerb',
        className,
      )}
    >
      <span className="inline-flex items-center gap-2">
        <svg
          viewBox="0 0 16 16"
          className="size-4"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinecap="round"
          aria-hidden="true"
        >
          <circle cx="8" cy="8" r="6.5" />
          <path d="M8 4.5V8l2.5 1.5" />
        </svg>
        {text}
      </span>
      {aside && <span>{aside}</span>}
    </div>
  )
}

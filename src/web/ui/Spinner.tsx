import { cx } from './cx.ts'

interface SpinnerProps {
  /** Announced to screen readers; omit it next to visible text. */
  label?: string
  /** Shown only after half a second. */
  late?: boolean
  className?: string
}

/** A spinner in the colour of the surrounding text. */
export function Spinner({ label, late = false, className }: SpinnerProps) {
  return (
    <span role={label ? 'status' : undefined} className={cx('inline-flex', className)}>
      <svg
        viewBox="0 0 24 24"
        className={cx('size-[1.25em]', late ? 'animate-late-spin' : 'animate-spin')}
        fill="none"
        strokeWidth="3"
        aria-hidden="true"
      >
        <circle cx="12" cy="12" r="9" stroke="currentColor" opacity="0.25" />
        <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeLinecap="round" />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}

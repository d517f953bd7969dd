import { cx } from './cx.ts'

interface SpinnerProps {
  /** What is awaited, for a screen reader; left out where the words stand beside it. */
  label?: string
  className?: string
}

/** A turning ring in the colour of the text around it. */
export function Spinner({ label, className }: SpinnerProps) {
  return (
    <span role={label ? 'status' : undefined} className={cx('inline-flex', className)}>
      <svg viewBox="0 0 24 24" className="size-[1.25em] animate-spin" fill="none" strokeWidth="3" aria-hidden="true">
        <circle cx="12" cy="12" r="9" stroke="currentColor" opacity="0.25" />
        <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeLinecap="round" />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}

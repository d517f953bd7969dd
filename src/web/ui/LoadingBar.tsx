import { cx } from './cx.ts'

interface LoadingBarProps {
  label: string
  /** 0 to 100; without it the bar is indeterminate. */
  percent?: number
  className?: string
}

/** A progress bar drawn as parking bays. */
export function LoadingBar({ label, percent, className }: LoadingBarProps) {
  if (percent === undefined)
    return <div role="progressbar" aria-label={label} className={cx('bay-loading w-44 max-w-full', className)} />
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
      className={cx('h-2 w-44 max-w-full overflow-hidden rounded-full bg-line', className)}
    >
      <span
        className="block bay-loading w-full origin-left transition-transform duration-300 ease-out"
        style={{ transform: `translateX(${percent - 100}%)` }}
      />
    </div>
  )
}

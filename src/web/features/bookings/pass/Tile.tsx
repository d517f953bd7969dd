import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

interface TileProps extends ComponentProps<'button'> {
  icon: ReactNode
  busy?: boolean
}

/** One thing to do, as a large target with a picture above its word. A second click, and one while it works, does nothing. */
export function Tile({ icon, busy, className, onClick, children, ...rest }: TileProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (!busy && event.detail <= 1) onClick?.(event)
      }}
      className={cx(
        'flex min-h-18 w-full flex-col items-center justify-center gap-1.5 rounded-lg border border-line bg-card px-1.5 py-2.5',
        'text-center text-sm leading-tight font-semibold transition-colors hover:border-edge aria-disabled:text-full [&_svg]:size-5.5',
        className,
      )}
    >
      {icon}
      {children}
    </button>
  )
}

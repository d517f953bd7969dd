import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  /** Accessible name and tooltip. */
  label: string
  icon: ReactNode
  variant?: 'ghost' | 'outline' | 'night'
}

const variants = {
  ghost: 'text-ink hover:bg-ink/7',
  outline: 'border border-line bg-card text-ink hover:border-edge',
  night: 'text-on-night hover:bg-night-2',
}

/** A square button of 44 px with an icon. */
export function IconButton({ label, icon, variant = 'ghost', className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={cx(
        'inline-grid size-11 shrink-0 place-items-center rounded-lg transition-colors duration-150 disabled:text-full [&_svg]:size-5.5',
        variants[variant],
        className,
      )}
    >
      {icon}
    </button>
  )
}

import { cx } from './cx.ts'

export type ButtonVariant = 'primary' | 'alt' | 'outline' | 'ghost' | 'danger' | 'link'
export type ButtonSize = 'sm' | 'md' | 'lg'

const base =
  'relative inline-flex items-center justify-center gap-2.5 rounded-lg text-center font-semibold select-none wrap-anywhere ' +
  'transition-[background-color,color,border-color,transform] duration-150 ease-out active:scale-[0.985] ' +
  'aria-disabled:active:scale-100 [&_svg]:shrink-0'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-act text-on-act hover:bg-act-press aria-disabled:bg-full-soft aria-disabled:text-full',
  alt: 'bg-act-soft text-act hover:text-act-press aria-disabled:bg-full-soft aria-disabled:text-full',
  outline: 'border border-edge bg-card text-ink hover:border-ink aria-disabled:border-line aria-disabled:text-full',
  ghost: 'text-ink hover:bg-ink/7 aria-disabled:text-full',
  danger: 'bg-bad text-on-bad hover:bg-bad-press aria-disabled:bg-full-soft aria-disabled:text-full',
  link: 'rounded-xs text-act underline-offset-4 hover:text-act-press hover:underline aria-disabled:text-full',
}

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-9 px-3 py-1.5 text-sm touch:min-h-11',
  md: 'min-h-11 px-4 py-2 text-base',
  lg: 'min-h-13 px-5 py-2.5 text-md',
}

/** The classes of Button, ButtonLink, and other elements that look like buttons. */
export const buttonStyles = (variant: ButtonVariant, size: ButtonSize, wide = false): string =>
  cx(base, variants[variant], variant === 'link' ? 'min-h-11 px-1 text-base' : sizes[size], wide && 'w-full')

import { type ComponentProps, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { type ButtonSize, buttonStyles, type ButtonVariant } from './buttonStyles.ts'
import { cx } from './cx.ts'
import { PageLink } from './PageLink.tsx'
import { Spinner } from './Spinner.tsx'

interface ButtonStyle {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Full width of its container. */
  wide?: boolean
}

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'onClick' | 'disabled'>, ButtonStyle {
  /** Shows a spinner instead of the label, keeps the width, and ignores clicks. */
  busy?: boolean
  /** Stays focusable, so that the explanation beside it is found. */
  disabled?: boolean
  /** If it returns a promise, the button is busy until it settles. */
  onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown
  /** Accepts the second click of a double click: for steppers. */
  repeatable?: boolean
}

/** A double click counts once, also if it submits a form. */
export function Button({
  variant = 'primary',
  size = 'lg',
  wide,
  busy,
  disabled,
  repeatable,
  onClick,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  const [pending, setPending] = useState(false)
  const running = useRef(false)
  const isWaiting = busy || pending

  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (isWaiting || disabled || running.current || (event.detail > 1 && !repeatable)) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    const result = onClick?.(event)
    if (result instanceof Promise) {
      running.current = true
      setPending(true)
      const settle = () => {
        running.current = false
        setPending(false)
      }
      result.then(settle, settle)
    }
  }

  return (
    <button
      {...rest}
      type={type}
      aria-disabled={disabled || isWaiting || undefined}
      aria-busy={isWaiting || undefined}
      className={cx(buttonStyles(variant, size, wide), className)}
      onClick={handleClick}
    >
      <ButtonContent isWaiting={isWaiting}>{children}</ButtonContent>
    </button>
  )
}

/** The label stays in the layout while busy, so that the button keeps its width and accessible name. */
function ButtonContent({ isWaiting, children }: { isWaiting: boolean | undefined; children: ReactNode }) {
  return (
    <>
      <span className={cx('inline-flex items-center justify-center gap-2.5', isWaiting && 'opacity-0')}>
        {children}
      </span>
      {isWaiting && <Spinner className="absolute inset-0 items-center justify-center" />}
    </>
  )
}

export type ButtonLinkProps = ButtonStyle & Omit<ComponentProps<'a'>, 'href'> & ({ to: string } | { href: string })

/** A link that looks like a button: `to` inside the app, `href` for other sites. */
export function ButtonLink({ variant = 'primary', size = 'lg', wide, className, children, ...rest }: ButtonLinkProps) {
  const classes = cx(buttonStyles(variant, size, wide), className)
  if ('href' in rest)
    return (
      <a {...rest} className={classes}>
        {children}
      </a>
    )
  return (
    <PageLink {...rest} className={classes}>
      {children}
    </PageLink>
  )
}

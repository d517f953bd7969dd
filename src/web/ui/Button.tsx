import { type ComponentProps, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { Link, type LinkProps } from 'react-router'
import { type ButtonSize, buttonStyles, type ButtonVariant } from './buttonStyles.ts'
import { cx } from './cx.ts'
import { Spinner } from './Spinner.tsx'

interface Look {
  variant?: ButtonVariant
  size?: ButtonSize
  /** As wide as its container. */
  wide?: boolean
}

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'onClick' | 'disabled'>, Look {
  /** Shows a spinner in place of the words, keeps the width, and ignores clicks. */
  busy?: boolean
  /** Stays focusable, so that the reason beside it can be read. */
  disabled?: boolean
  /** A promise keeps the button busy until it settles. */
  onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown
  /** Lets the second click of a double click through: for steppers, whose clicks add up. */
  repeatable?: boolean
}

/** The one button. A double click counts once, also where it submits a form. */
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
  const waiting = busy || pending

  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (waiting || disabled || running.current || (event.detail > 1 && !repeatable)) {
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
      aria-disabled={disabled || waiting || undefined}
      aria-busy={waiting || undefined}
      className={cx(buttonStyles(variant, size, wide), className)}
      onClick={handleClick}
    >
      <Inside waiting={waiting}>{children}</Inside>
    </button>
  )
}

/** The words stay in their place, unseen, while the button is busy: so it keeps its width and its name. */
function Inside({ waiting, children }: { waiting: boolean | undefined; children: ReactNode }) {
  return (
    <>
      <span className={cx('inline-flex items-center justify-center gap-2.5', waiting && 'opacity-0')}>{children}</span>
      {waiting && <Spinner className="absolute inset-0 items-center justify-center" />}
    </>
  )
}

export type ButtonLinkProps = Look & Omit<LinkProps, 'to'> & ({ to: LinkProps['to'] } | { href: string })

/** A link that looks like a button: `to` inside the product, `href` for what lies outside. */
export function ButtonLink({ variant = 'primary', size = 'lg', wide, className, children, ...rest }: ButtonLinkProps) {
  const look = cx(buttonStyles(variant, size, wide), className)
  if ('href' in rest)
    return (
      <a {...rest} className={look}>
        {children}
      </a>
    )
  return (
    <Link {...rest} className={look}>
      {children}
    </Link>
  )
}

import type { ComponentProps, FormEvent } from 'react'
import { cx } from '../cx.ts'
import { useField } from './Field.tsx'

interface CodeInputProps extends Omit<ComponentProps<'input'>, 'type' | 'maxLength'> {
  length?: number
  /** Called when the last digit is entered. */
  onComplete?: (code: string) => void
}

/** A one-time code: a single real input with drawn digits, so that paste, autofill and screen readers work. */
export function CodeInput({ length = 6, onComplete, onInput, className, style, ...rest }: CodeInputProps) {
  const field = useField()

  const removeNonDigits = (event: FormEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    const digits = input.value.replaceAll(/\D/g, '').slice(0, length)
    if (digits !== input.value) input.value = digits
    onInput?.(event as Parameters<NonNullable<typeof onInput>>[0])
    if (digits.length === length) onComplete?.(digits)
  }

  return (
    <input
      autoComplete="one-time-code"
      inputMode="numeric"
      pattern={`[0-9]{${length}}`}
      spellCheck={false}
      {...field}
      {...rest}
      type="text"
      onInput={removeNonDigits}
      style={{ ...style, '--places': length } as ComponentProps<'input'>['style']}
      className={cx('code-input', className)}
    />
  )
}

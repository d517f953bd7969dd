import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import { FieldError } from './Field.tsx'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  /** May contain links, which don't toggle the box. */
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

/** A checkbox whose whole line is the click target. */
export function Checkbox({ label, hint, error, className, id, ...rest }: CheckboxProps) {
  const generatedId = useId()
  const control = id ?? generatedId
  return (
    <div className={cx('grid gap-1', className)}>
      <label htmlFor={control} className="flex min-h-11 items-start gap-3 py-2.5">
        <span className="relative grid size-5.5 shrink-0 place-items-center">
          <input
            {...rest}
            id={control}
            type="checkbox"
            aria-invalid={error ? true : undefined}
            aria-describedby={cx(hint ? `${control}-hint` : '', error && `${control}-error`) || undefined}
            className="peer size-5.5 appearance-none rounded-sm border border-edge bg-card transition-colors checked:border-act checked:bg-act aria-invalid:border-bad forced-colors:appearance-auto"
          />
          <svg
            viewBox="0 0 16 16"
            className="pointer-events-none absolute size-4 scale-50 text-on-act opacity-0 transition peer-checked:scale-100 peer-checked:opacity-100 forced-colors:hidden"
            fill="none"
            stroke="currentColor"
            strokeWidth="2.5"
            strokeLinecap="round"
            strokeLinejoin="round"
            aria-hidden="true"
          >
            <path d="m3 8.5 3.5 3.5L13 5" />
          </svg>
        </span>
        <span className="text-base">
          {label}
          {hint && (
            <span id={`${control}-hint`} className="block text-sm text-ink-2">
              {hint}
            </span>
          )}
        </span>
      </label>
      <FieldError id={`${control}-error`} error={error} />
    </div>
  )
}

import { createContext, type ReactNode, use, useId } from 'react'
import { cx } from '#web/ui/cx.ts'

interface FieldState {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

const FieldContext = createContext<FieldState | undefined>(undefined)

/** What a control inside a Field takes over from it: its id, its description, its state. Empty outside of one. */
export const useField = (): Partial<FieldState> => use(FieldContext) ?? {}

export interface FieldProps {
  label: ReactNode
  /** Stands between label and control. */
  hint?: ReactNode
  /** The sentence under the control; its presence marks the control as wrong. */
  error?: string | undefined
  required?: boolean
  /** Beside the label, at the end of the line: 'optional', or a link. */
  aside?: ReactNode
  /** Keeps the label for screen readers only, where the layout says it already. */
  hideLabel?: boolean
  /** Of the control; made up when left out. */
  id?: string
  className?: string
  children: ReactNode
}

/** A label above, a hint, one control, an error below; tied together for screen readers. */
export function Field({ label, hint, error, required, aside, hideLabel, id, className, children }: FieldProps) {
  const made = useId()
  const control = id ?? made
  const hintId = `${control}-hint`
  const errorId = `${control}-error`
  const state: FieldState = {
    id: control,
    'aria-describedby': cx(hint ? hintId : '', error && errorId) || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required || undefined,
  }
  return (
    <div className={cx('grid min-w-0 grid-cols-1 gap-1.5', className)}>
      <div className={hideLabel ? 'sr-only' : 'flex flex-wrap items-baseline justify-between gap-x-3'}>
        <label htmlFor={control} className="text-base font-semibold">
          {label}
          {required && (
            <span aria-hidden="true" className="ml-0.5 text-bad">
              *
            </span>
          )}
        </label>
        {aside && <span className="text-sm text-ink-2">{aside}</span>}
      </div>
      {hint && (
        <p id={hintId} className="text-sm text-ink-2">
          {hint}
        </p>
      )}
      <FieldContext value={state}>{children}</FieldContext>
      <FieldError id={errorId} error={error} />
    </div>
  )
}

/** The sentence under a control that says what is wrong with it. */
export function FieldError({ id, error }: { id?: string; error: string | undefined }) {
  if (!error) return null
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm font-medium text-bad">
      <svg viewBox="0 0 16 16" className="mt-0.5 size-3.5 shrink-0" fill="currentColor" aria-hidden="true">
        <path d="M8 0a8 8 0 1 0 0 16A8 8 0 0 0 8 0m-.9 4h1.8v5H7zM8 10a1.25 1.25 0 1 1 0 2.5A1.25 1.25 0 0 1 8 10" />
      </svg>
      {error}
    </p>
  )
}

import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { useField } from './Field.tsx'

export interface TextInputProps extends ComponentProps<'input'> {
  /** An icon or a unit at the start of the box. */
  before?: ReactNode
  /** A unit, a tag or a button at the end of the box. */
  after?: ReactNode
}

/** A text input. Takes id, description and state from its Field. */
export function TextInput({ before, after, className, type = 'text', ...rest }: TextInputProps) {
  const field = useField()
  if (!before && !after) return <input type={type} {...field} {...rest} className={cx('field-box', className)} />
  const invalid = rest['aria-invalid'] ?? field['aria-invalid']
  return (
    <span className={cx('field-box flex items-stretch gap-2.5 p-0', className)} data-invalid={invalid || undefined}>
      {before && <span className="flex items-center pl-3.5 text-ink-2">{before}</span>}
      <input
        type={type}
        {...field}
        {...rest}
        className={cx(
          'min-h-12 w-full min-w-0 flex-1 rounded-lg bg-transparent py-3 outline-none',
          !before && 'pl-3.5',
          !after && 'pr-3.5',
        )}
      />
      {after && (
        <span className={cx('flex items-center text-ink-2', typeof after === 'string' ? 'pr-3.5' : 'pr-1.5')}>
          {after}
        </span>
      )}
    </span>
  )
}

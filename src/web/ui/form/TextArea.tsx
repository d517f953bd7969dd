import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { useField } from './Field.tsx'

/** Multi-line text, growing with its content where supported. Takes id, description and state from its Field. */
export function TextArea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      {...useField()}
      {...rest}
      className={cx('field-box max-h-96 min-h-28 field-sizing-content resize-y', className)}
    />
  )
}

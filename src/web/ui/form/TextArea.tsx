import type { ComponentProps } from 'react'
import { cx } from '#web/ui/cx.ts'
import { useField } from './Field.tsx'

/** Several lines of text; as high as what is written where the browser can. In a Field it takes over id, description and state. */
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

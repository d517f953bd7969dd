import type { ComponentProps } from 'react'
import { formatShortDay } from '#contract/days.ts'
import { useTranslation } from '#web/page/translation.ts'
import { cx } from '../cx.ts'
import { useField } from './Field.tsx'

interface DateInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value'> {
  /** `2026-11-21`, or empty. */
  value: string
  /** In place of no date. */
  placeholder?: string
}

/** A date, written as the readers of the page write it: browsers have a format of their own, which stays while one types. */
export function DateInput({ value, placeholder, className, ...rest }: DateInputProps) {
  const { t, locale } = useTranslation()
  const field = useField()
  return (
    <span className={cx('relative block min-w-0', className)}>
      <input {...field} {...rest} type="date" value={value} className="peer field-box min-w-0" />
      <span
        aria-hidden="true"
        className={cx(
          'pointer-events-none absolute inset-y-px left-px flex w-[calc(100%-2.75rem)] items-center overflow-hidden rounded-lg bg-card pl-3.5 text-md whitespace-nowrap tabular-nums peer-focus:hidden',
          value === '' && 'text-ink-2',
        )}
      >
        {value === '' ? (placeholder ?? t('common.choose_date')) : formatShortDay(value, locale)}
      </span>
    </span>
  )
}

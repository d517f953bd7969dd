import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { useField } from './Field.tsx'

export interface NativeSelectOption {
  value: string | number
  label: string
  disabled?: boolean
}

interface NativeSelectProps extends Omit<ComponentProps<'select'>, 'multiple' | 'children'> {
  options: readonly (NativeSelectOption | { group: string; options: readonly NativeSelectOption[] })[]
  /** An empty first option: 'Choose…'. */
  placeholder?: string
}

/** A native select: the best control on phones and for long lists such as times. */
export function NativeSelect({ options, placeholder, className, ...rest }: NativeSelectProps) {
  const field = useField()
  return (
    <span className={cx('relative block', className)}>
      <select {...field} {...rest} className="field-box appearance-none pr-10 text-ellipsis">
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) =>
          'group' in option ? (
            <optgroup key={option.group} label={option.group}>
              {option.options.map(toOption)}
            </optgroup>
          ) : (
            toOption(option)
          ),
        )}
      </select>
      <svg
        viewBox="0 0 16 16"
        className="pointer-events-none absolute top-1/2 right-3.5 size-4 -translate-y-1/2 text-ink-2"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="m4 6 4 4 4-4" />
      </svg>
    </span>
  )
}

const toOption = ({ value, label, disabled }: NativeSelectOption) => (
  <option key={value} value={value} disabled={disabled}>
    {label}
  </option>
)

import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'

export interface Segment<Value extends string> {
  value: Value
  label: ReactNode
  icon?: ReactNode
}

interface SegmentedProps<Value extends string> {
  /** Accessible name of the group. */
  label: string
  segments: readonly Segment<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** Full width, in equal parts. */
  wide?: boolean
  className?: string
}

/** A choice of two to five options side by side, with native radio buttons. */
export function Segmented<Value extends string>({
  label,
  segments,
  value,
  onChange,
  wide,
  className,
}: SegmentedProps<Value>) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cx('flex gap-1 overflow-x-auto p-0.5 [scrollbar-width:none]', className)}
    >
      {segments.map((segment) => (
        <label
          key={segment.value}
          className={cx(
            'relative inline-flex min-h-10 items-center justify-center gap-2 rounded-md px-3 text-sm font-semibold whitespace-nowrap text-ink-2 transition-colors touch:min-h-11',
            'hover:text-ink has-checked:bg-act-soft has-checked:text-act',
            'has-focus-visible:outline-3 has-focus-visible:outline-focus [&_svg]:size-4.5',
            wide && 'flex-1',
          )}
        >
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            onChange={() => onChange(segment.value)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-md outline-none"
          />
          {segment.icon}
          {segment.label}
        </label>
      ))}
    </div>
  )
}

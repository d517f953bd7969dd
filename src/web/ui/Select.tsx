import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { useField } from './Field.tsx'

export interface SelectOption<Value extends string | number> {
  value: Value
  label: string
  description?: ReactNode
  icon?: ReactNode
  disabled?: boolean
}

interface SelectProps<Value extends string | number> {
  options: readonly SelectOption<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  placeholder?: string
  name?: string
  disabled?: boolean
  className?: string
}

/** A choice whose options are more than words (a flag, a second line). For bare lists take NativeSelect. Heavy. */
export function Select<Value extends string | number>({
  options,
  value,
  onChange,
  placeholder,
  name,
  disabled,
  className,
}: SelectProps<Value>) {
  const { 'aria-required': required, ...field } = useField()
  const chosen = options.find((option) => option.value === value)
  return (
    // The scrollbar is styled by class: a style element of its own would need a hole in the security policy.
    <CSPProvider disableStyleElements>
      <Base.Root<Value>
        value={value}
        onValueChange={(next) => next !== null && onChange(next)}
        items={options}
        {...(name && { name })}
        {...(required && { required })}
        {...(disabled && { disabled })}
      >
        <Base.Trigger {...field} className={cx('field-box flex items-center gap-3 text-left', className)}>
          {chosen?.icon && <span className="shrink-0 [&_svg]:size-6">{chosen.icon}</span>}
          <span className={cx('min-w-0 flex-1 truncate', !chosen && 'text-ink-3')}>{chosen?.label ?? placeholder}</span>
          <ChevronDown aria-hidden="true" className="size-4.5 shrink-0 text-ink-2" />
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner
            sideOffset={6}
            alignItemWithTrigger={false}
            collisionPadding={12}
            className="z-50 outline-none"
          >
            <Base.Popup className="max-h-(--available-height) w-(--anchor-width) overflow-y-auto overscroll-contain rounded-xl border border-line bg-card p-1.5 text-ink shadow-float transition-opacity duration-150 outline-none data-ending-style:opacity-0 data-starting-style:opacity-0">
              <Base.List>
                {options.map((option) => (
                  <Base.Item
                    key={option.value}
                    value={option.value}
                    disabled={option.disabled ?? false}
                    className="flex min-h-11 items-center gap-3 rounded-md px-3 py-2 outline-none select-none data-disabled:text-full data-highlighted:bg-act-soft data-highlighted:text-act"
                  >
                    {option.icon && <span className="shrink-0 [&_svg]:size-6">{option.icon}</span>}
                    <span className="min-w-0 flex-1">
                      <Base.ItemText className="block font-medium">{option.label}</Base.ItemText>
                      {option.description && <span className="block text-sm text-ink-2">{option.description}</span>}
                    </span>
                    <Base.ItemIndicator>
                      <Check aria-hidden="true" className="size-5 text-act" />
                    </Base.ItemIndicator>
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}

import { type ReactNode, type Ref, useId } from 'react'
import { cx } from '../cx.ts'
import { FieldError } from './Field.tsx'

export interface RadioCard<Value extends string | number> {
  value: Value
  label: ReactNode
  /** Under the label. */
  description?: ReactNode
  icon?: ReactNode
  /** Content at the end of the card: a price, a plate, a tag. */
  aside?: ReactNode
  disabled?: boolean
}

interface RadioCardsProps<Value extends string | number> {
  legend: ReactNode
  hideLegend?: boolean
  cards: readonly RadioCard<Value>[]
  value: Value | undefined
  onChange: (value: Value) => void
  required?: boolean
  error?: string | undefined
  hint?: ReactNode
  name?: string
  /** Number of columns on wide screens. */
  columns?: 1 | 2 | 3
  /** Ref of the first radio, for forms that focus the first invalid field. */
  ref?: Ref<HTMLInputElement>
  className?: string
}

const grids = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-2 lg:grid-cols-3' }

/** A choice of cards with native radio buttons inside. */
export function RadioCards<Value extends string | number>({
  legend,
  hideLegend,
  cards,
  value,
  onChange,
  required,
  error,
  hint,
  name,
  columns = 1,
  ref,
  className,
}: RadioCardsProps<Value>) {
  const id = useId()
  return (
    <fieldset
      className={cx('min-w-0', className)}
      aria-invalid={error ? true : undefined}
      aria-describedby={cx(hint ? `${id}-hint` : '', error && `${id}-error`) || undefined}
    >
      <legend className={hideLegend ? 'sr-only' : 'mb-1.5 text-base font-semibold'}>
        {legend}
        {required && (
          <span aria-hidden="true" className="ml-0.5 text-bad">
            *
          </span>
        )}
      </legend>
      {hint && (
        <p id={`${id}-hint`} className="mb-2 text-sm text-ink-2">
          {hint}
        </p>
      )}
      <div className={error ? 'mb-2' : undefined}>
        <FieldError id={`${id}-error`} error={error} />
      </div>
      <div className={cx('grid grid-cols-1 gap-2.5', grids[columns])}>
        {cards.map((card, index) => (
          <label
            key={card.value}
            className={cx(
              'flex min-h-15 items-center gap-3 rounded-lg border bg-card px-4 py-3 transition-colors',
              'has-checked:border-act has-checked:bg-act-soft has-checked:shadow-[inset_0_0_0_1px_var(--color-act)]',
              'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              error ? 'border-bad' : 'border-line',
              card.disabled ? 'cursor-not-allowed bg-sunk text-full' : 'hover:border-edge',
            )}
          >
            <input
              ref={index === 0 ? ref : undefined}
              type="radio"
              name={name ?? id}
              value={card.value}
              checked={card.value === value}
              disabled={card.disabled}
              onChange={() => onChange(card.value)}
              className="size-5 shrink-0 appearance-none rounded-full border border-edge bg-card transition-[border-width] outline-none checked:border-[6px] checked:border-act forced-colors:appearance-auto"
            />
            {card.icon && <span className="shrink-0 [&_svg]:size-6">{card.icon}</span>}
            {/* On a narrow screen, what is long at the end stands below. */}
            <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="min-w-0 flex-[1_1_7rem]">
                <span className="block font-semibold wrap-anywhere">{card.label}</span>
                {card.description && <span className="block text-sm text-ink-2">{card.description}</span>}
              </span>
              {card.aside && <span className="max-w-full text-right font-semibold">{card.aside}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

import type { ReactNode } from 'react'
import { formatWeekday } from '#contract/days.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { currencySign } from '#web/time/format.ts'
import { Field, FieldError } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'

interface TermFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
  /** The name of the field in the request, which the journeys use. */
  name: string
  required?: boolean
}

export function NumberField({ label, value, onChange, error, name, required = false }: TermFieldProps) {
  return (
    <Field label={label} error={error} required={required}>
      <TextInput
        name={name}
        inputMode="decimal"
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}

export function MoneyField({
  currency,
  label,
  value,
  onChange,
  error,
  name,
  required = false,
}: TermFieldProps & { currency: string }) {
  const { locale } = useDeskWords()
  return (
    <Field label={label} error={error} required={required}>
      <TextInput
        name={name}
        inputMode="decimal"
        autoComplete="off"
        before={currencySign(currency, locale)}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}

export function TimeField({
  label,
  value,
  onChange,
  error,
  name,
  type = 'time',
}: TermFieldProps & { type?: 'time' | 'datetime-local' }) {
  // A day's end is its first minute for the control of browsers.
  const shown = value === '24:00' ? '00:00' : value
  return (
    <Field label={label} error={error} required>
      <TextInput name={name} type={type} value={shown} onChange={({ target }) => onChange(target.value)} />
    </Field>
  )
}

/** The days of the week on which a term begins. */
export function WeekdayField({
  label,
  value,
  onChange,
  error,
}: {
  label: string
  value: readonly number[]
  onChange: (days: number[]) => void
  error: string | undefined
}) {
  const { locale } = useDeskWords()
  const name = (day: number, length: 'short' | 'long') => formatWeekday(day, locale, length)
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-base font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-1">
        {[1, 2, 3, 4, 5, 6, 7].map((day) => (
          <label
            key={day}
            className="relative inline-flex min-h-9 min-w-11 items-center justify-center rounded-md border border-edge px-2 text-sm font-semibold text-ink-2 has-checked:border-act has-checked:bg-act-soft has-checked:text-act has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <input
              type="checkbox"
              aria-label={name(day, 'long')}
              checked={value.includes(day)}
              onChange={({ target }) =>
                onChange(
                  [1, 2, 3, 4, 5, 6, 7].filter((candidate) =>
                    candidate === day ? target.checked : value.includes(candidate),
                  ),
                )
              }
              className="absolute inset-0 cursor-pointer appearance-none rounded-md outline-none"
            />
            <span aria-hidden="true">{name(day, 'short')}</span>
          </label>
        ))}
      </div>
      <FieldError error={error} />
    </fieldset>
  )
}

/** A part of a tariff with its heading. */
export function Terms({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 border-t border-line pt-4">
      <div>
        <h3 className="font-bold">{title}</h3>
        {text !== undefined && <p className="text-sm text-ink-2">{text}</p>}
      </div>
      {children}
    </section>
  )
}

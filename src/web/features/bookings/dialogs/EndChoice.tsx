import { type ReactNode, useId } from 'react'
import { useTranslation } from '#web/page/translation.ts'
import { formatDuration } from '#web/time/format.ts'
import { cx } from '#web/ui/cx.ts'
import { EndFields } from './EndFields.tsx'

interface EndChoiceProps {
  legend: string
  /** `note` is shown under the step: its price. */
  steps: readonly { minutes: number; end: Date; note: ReactNode }[]
  value: Date
  /** The end is a custom one, not a step. */
  own: boolean
  onChange: (end: Date, own: boolean) => void
  earliest: Date
  latest: Date
  zone: string
}

const cell =
  'flex min-h-15 flex-col justify-center rounded-lg border border-line bg-card px-3 py-2 transition-colors hover:border-edge ' +
  'has-checked:border-act has-checked:bg-act-soft has-checked:shadow-[inset_0_0_0_1px_var(--color-act)] ' +
  'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus'

/** Chooses an extension: a few steps with their prices, or a custom end. Native radios, for the arrow keys. */
export function EndChoice({ legend, steps, value, own, onChange, earliest, latest, zone }: EndChoiceProps) {
  const { t, locale } = useTranslation()
  const name = useId()
  const radio = 'absolute inset-0 cursor-pointer appearance-none rounded-lg outline-none'
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-1.5 text-base font-semibold">{legend}</legend>
      <div className="grid grid-cols-2 gap-2.5 sm:grid-cols-4">
        {steps.map(({ minutes, end, note }) => (
          <label key={minutes} className={cx('relative', cell)}>
            <input
              type="radio"
              name={name}
              checked={!own && end.getTime() === value.getTime()}
              onChange={() => onChange(end, false)}
              className={radio}
            />
            <span className="font-semibold">+{formatDuration(minutes, locale)}</span>
            <span className="min-h-5 text-sm text-ink-2">{note}</span>
          </label>
        ))}
        <label className={cx('relative', cell, steps.length !== 3 && 'col-span-full')}>
          <input type="radio" name={name} checked={own} onChange={() => onChange(value, true)} className={radio} />
          <span className="font-semibold">{t('bookings.extend.own')}</span>
        </label>
      </div>
      {own && (
        <EndFields
          value={value}
          earliest={earliest}
          latest={latest}
          zone={zone}
          onChange={(end) => onChange(end, true)}
        />
      )}
    </fieldset>
  )
}

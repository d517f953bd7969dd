import type { ReactNode } from 'react'
import { useTranslation } from '#web/page/translation.ts'
import { formatNumber } from '#web/time/format.ts'
import { parseTypedNumber } from '#web/time/typedNumber.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'

export interface Range {
  min: number
  max: number
  /** Whether only whole numbers are valid. */
  whole?: boolean
}

/** The typed number; undefined if it is invalid or out of range. */
export function numberIn(text: string, { min, max, whole }: Range, locale: string): number | undefined {
  const number = parseTypedNumber(text, locale)
  if (number === undefined || (whole && !Number.isInteger(number))) return undefined
  return number >= min && number <= max ? number : undefined
}

interface NumberFieldProps {
  label: string
  text: string
  onText: (text: string) => void
  range: Range
  unit?: ReactNode
  before?: ReactNode
  hint?: ReactNode
}

/** One editable assumption of an estimate. */
export function NumberField({ label, text, onText, range, unit, before, hint }: NumberFieldProps) {
  const { t, language, locale } = useTranslation()
  const limits = { least: formatNumber(range.min, locale), most: formatNumber(range.max, locale) }
  return (
    <Field
      label={label}
      hint={hint}
      error={
        numberIn(text, range, language) === undefined
          ? t(range.whole ? 'earnings.out_of_range_whole' : 'earnings.out_of_range', limits)
          : undefined
      }
      className="content-start"
    >
      <TextInput
        value={text}
        onChange={({ target }) => onText(target.value)}
        inputMode={range.whole ? 'numeric' : 'decimal'}
        autoComplete="off"
        before={before}
        after={unit && <span className="pr-2 text-base">{unit}</span>}
      />
    </Field>
  )
}

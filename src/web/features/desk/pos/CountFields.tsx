import { denominations, sumCount, type CashCount } from '#contract/cash/cash.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { formatMoney } from '#web/time/format.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'

/** What is typed for each coin and note, by its value in minor units. */
export type TypedCount = Readonly<Record<string, string>>

/** The pieces of a typed count; what is left empty is none. */
export const toCount = (typed: TypedCount): CashCount =>
  Object.fromEntries(
    Object.entries(typed)
      .map(([value, pieces]): [string, number] => [value, Number(pieces)])
      .filter(([, pieces]) => Number.isInteger(pieces) && pieces > 0),
  )

/** What a typed count amounts to, in major units. */
export const totalOfCount = (typed: TypedCount, currency: Currency): number =>
  toMajor(sumCount(toCount(typed)), currency)

interface CountFieldsProps {
  currency: Currency
  value: TypedCount
  onChange: (change: (before: TypedCount) => TypedCount) => void
  error: string | undefined
}

/** Counts the cash of a drawer by coin and note. */
export function CountFields({ currency, value, onChange, error }: CountFieldsProps) {
  const { t, locale } = useDeskWords()
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">{t('desk.pos.count.legend')}</legend>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {denominations[currency].map((minor) => {
          const shown = formatMoney(toMajor(BigInt(minor), currency), currency, locale)
          return (
            <Field key={minor} label={shown}>
              <TextInput
                inputMode="numeric"
                maxLength={5}
                autoComplete="off"
                placeholder="0"
                aria-label={t('desk.pos.count.pieces', { value: shown })}
                value={value[minor] ?? ''}
                onChange={({ target: { value: pieces } }) =>
                  onChange((before) => ({ ...before, [minor]: pieces.replaceAll(/\D/g, '') }))
                }
              />
            </Field>
          )
        })}
      </div>
      <p className="flex items-baseline justify-between gap-3 text-md font-bold">
        <span>{t('desk.pos.count.total')}</span>
        <output className="tabular-nums">{formatMoney(totalOfCount(value, currency), currency, locale)}</output>
      </p>
      {error !== undefined && (
        <p role="alert" className="text-sm font-semibold text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}

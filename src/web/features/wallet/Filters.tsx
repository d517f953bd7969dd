import { useState } from 'react'
import { useNavigate } from 'react-router'
import { transactionKinds } from '#contract/money.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { DateInput } from '#web/ui/form/DateInput.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { isDay, isFiltered, type Filters as Values } from './filters.ts'

/** Filters of the transactions; they are kept in the address. */
export function Filters({ filters }: { filters: Values }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const set = (change: Partial<Values>) =>
    navigate(paths.wallet({ ...filters, ...change }), { replace: true, preventScrollReset: true })
  const today = new Date().toISOString().slice(0, 10)
  return (
    <div
      role="group"
      aria-label={t('wallet.filters')}
      className={cx(
        'mb-4 grid grid-cols-2 items-end gap-3',
        isFiltered(filters) ? 'sm:grid-cols-[1.3fr_1fr_1fr_auto]' : 'sm:grid-cols-[1.3fr_1fr_1fr]',
      )}
    >
      <Field label={t('wallet.kind')} className="col-span-2 sm:col-span-1">
        <NativeSelect
          value={filters.kind ?? ''}
          onChange={(event) => set({ kind: transactionKinds.find((kind) => kind === event.target.value) })}
          placeholder={t('wallet.any_kind')}
          options={transactionKinds.map((kind) => ({ value: kind, label: t(`wallet.kinds.${kind}`) }))}
        />
      </Field>
      <DayField
        label={t('wallet.from')}
        value={filters.from}
        max={filters.to ?? today}
        onChange={(from) => set({ from })}
      />
      <DayField
        label={t('wallet.to')}
        value={filters.to}
        min={filters.from}
        max={today}
        onChange={(to) => set({ to })}
      />
      {isFiltered(filters) && (
        <Button
          variant="ghost"
          size="md"
          className="col-span-2 sm:col-span-1"
          onClick={() => set({ kind: undefined, from: undefined, to: undefined })}
        >
          {t('wallet.all')}
        </Button>
      )}
    </div>
  )
}

interface DayFieldProps {
  label: string
  value: string | undefined
  min?: string | undefined
  max: string
  onChange: (day: string | undefined) => unknown
}

/** A date field; an incomplete date stays in the field without being applied. */
function DayField({ label, value, min, max, onChange }: DayFieldProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(value ?? '')
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setText(value ?? '')
  }
  const type = (next: string) => {
    setText(next)
    if (next === '' || isDay(next)) onChange(next === '' ? undefined : next)
  }
  const isLost = value === undefined && min !== undefined && isDay(text) && text < min
  return (
    <Field label={label} error={isLost ? t('errors.fields.dates_order') : undefined}>
      <DateInput
        placeholder={t('wallet.any_date')}
        value={text}
        min={min}
        max={max}
        onChange={(event) => type(event.target.value)}
      />
    </Field>
  )
}

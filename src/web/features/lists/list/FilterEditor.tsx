import { type FormEvent, useEffect, useRef, useState } from 'react'
import { filterNumber } from '#contract/lists/list-facts.ts'
import type { DeskListDescription } from '#contract/lists/lists.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatTypedNumber, parseTypedNumber } from '#web/time/typedNumber.ts'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import type { ListParams } from '../api.ts'
import { useDeskWords } from '../words.ts'
import { checkDays, findPeriod, quickPeriods } from './filterDays.ts'
import { OptionList } from './OptionList.tsx'
import { useFilterWords } from './useFilterWords.ts'

interface FilterEditorProps {
  list: DeskListDescription
  name: string
  params: ListParams
  /** Gets what stands in the address afterwards; empty texts for a filter that is set no longer. */
  onApply: (change: Record<string, string>) => void
}

/** Sets a filter. Takes the focus when it is mounted. */
export function FilterEditor({ list, name, params, onApply }: FilterEditorProps) {
  const { t } = useDeskWords()
  const { labelOf, optionsOf } = useFilterWords(list)
  const { kind } = list.filters[name]!
  const label = labelOf(name)
  return (
    <>
      <p aria-hidden="true" className="px-3 pt-1.5 pb-1 text-sm font-semibold text-ink-2">
        {label}
      </p>
      {kind === 'days' ? (
        <DaysEditor label={label} name={name} params={params} onApply={onApply} />
      ) : kind === 'text' || kind === 'number' ? (
        <TextEditor
          kind={kind}
          label={label}
          value={params[name] ?? ''}
          onApply={(value) => onApply({ [name]: value })}
        />
      ) : (
        <OptionList
          label={label}
          options={optionsOf(name)}
          current={params[name] ?? ''}
          findLabel={t('desk.filter.find_value')}
          onChoose={(value) => onApply({ [name]: value })}
        />
      )}
    </>
  )
}

function DaysEditor({ label, name, params, onApply }: Omit<FilterEditorProps, 'list'> & { label: string }) {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  const [days, setDays] = useState({ from: params[`${name}_from`] ?? '', to: params[`${name}_to`] ?? '' })
  const [mistake, setMistake] = useState<ReturnType<typeof checkDays>>()
  const first = useRef<HTMLDivElement>(null)
  const last = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.querySelector('button')?.focus({ preventScroll: true }), [])
  const apply = ({ from, to }: typeof days) => onApply({ [`${name}_from`]: from, [`${name}_to`]: to })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = checkDays(days)
    setMistake(found)
    if (found === undefined) apply(days)
    else last.current?.focus()
  }
  return (
    <form aria-label={label} onSubmit={submit} noValidate className="grid gap-3 p-1.5">
      <div ref={first} className="flex flex-wrap gap-1.5">
        {quickPeriods.map((period) => {
          const { from, to } = findPeriod(period, new Date())
          return (
            <Chip key={period} pressed={from === days.from && to === days.to} onClick={() => apply({ from, to })}>
              {typeof period === 'number' ? t('desk.filter.last_days', { days: period }) : t(`desk.filter.${period}`)}
            </Chip>
          )
        })}
      </div>
      <Field label={t('desk.filter.from')}>
        <TextInput type="date" value={days.from} onChange={({ target }) => setDays({ ...days, from: target.value })} />
      </Field>
      <Field label={t('desk.filter.to')} error={mistake && site(`errors.fields.${mistake}`)}>
        <TextInput
          ref={last}
          type="date"
          value={days.to}
          onChange={({ target }) => setDays({ ...days, to: target.value })}
        />
      </Field>
      <Button type="submit" size="md">
        {t('desk.filter.apply')}
      </Button>
    </form>
  )
}

interface TextEditorProps {
  kind: 'text' | 'number'
  label: string
  value: string
  onApply: (value: string) => void
}

function TextEditor({ kind, label, value, onApply }: TextEditorProps) {
  const { t, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const isNumber = kind === 'number'
  const [isWrong, setIsWrong] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.select()
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const text = field.current!.value.trim()
    const number = isNumber && text !== '' ? parseTypedNumber(text, locale) : undefined
    if (isNumber && text !== '' && !filterNumber.test(String(number))) {
      setIsWrong(true)
      field.current!.focus()
    } else onApply(number === undefined ? text : String(number))
  }
  const isShownAsNumber = isNumber && value !== '' && Number.isFinite(Number(value))
  return (
    <form aria-label={label} onSubmit={submit} noValidate className="grid gap-3 p-1.5">
      <Field label={label} hideLabel error={isWrong ? site('errors.fields.number') : undefined}>
        <TextInput
          ref={field}
          defaultValue={isShownAsNumber ? formatTypedNumber(Number(value), locale) : value}
          maxLength={120}
          autoComplete="off"
          inputMode={isNumber ? 'decimal' : undefined}
        />
      </Field>
      <Button type="submit" size="md">
        {t('desk.filter.apply')}
      </Button>
    </form>
  )
}

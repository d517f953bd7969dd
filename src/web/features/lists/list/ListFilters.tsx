import { areaOf } from '#contract/lists/list-facts.ts'
import type { DeskFilter, DeskListDescription } from '#contract/lists/lists.ts'
import { formatTypedNumber, parseSignedNumber } from '#web/time/typedNumber.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { useDeskWords } from '../words.ts'
import type { ListAddress } from './useListAddress.ts'

interface ListFiltersProps {
  list: DeskListDescription
  address: ListAddress
}

/** The filters of a list; each change shows the list at once. */
export function ListFilters({ list, address }: ListFiltersProps) {
  const { t } = useDeskWords()
  const shown = Object.entries(list.filters).filter(([name]) => !(name in address.fixed))
  const names = shown.flatMap(([name, { kind }]) => (kind === 'days' ? [`${name}_from`, `${name}_to`] : [name]))
  const clear = () => address.show(Object.fromEntries(names.map((name) => [name, ''])))
  return (
    <div
      id="desk-filters"
      className="grid gap-3 rounded-xl border border-line bg-card p-3 sm:grid-cols-2 xl:grid-cols-4"
    >
      {shown.map(([name, filter]) => (
        <FilterField key={name} list={list} name={name} filter={filter} address={address} />
      ))}
      <Button variant="ghost" size="md" onClick={clear} className="self-end justify-self-start">
        {t('desk.clear')}
      </Button>
    </div>
  )
}

function FilterField({ list, name, filter, address }: ListFiltersProps & { name: string; filter: DeskFilter }) {
  const { t, translateKey, locale } = useDeskWords()
  const label = translateKey(`desk.lists.${areaOf(list.name)}.filters.${name}`)
  const value = address.params[name] ?? ''
  if (filter.kind === 'days')
    return (
      <>
        {(['from', 'to'] as const).map((side) => (
          <Field key={side} label={t(`desk.day_${side}`, { name: label })}>
            <TextInput
              type="date"
              value={address.params[`${name}_${side}`] ?? ''}
              onChange={({ target }) => address.show({ [`${name}_${side}`]: target.value })}
            />
          </Field>
        ))}
      </>
    )
  if (filter.kind === 'text' || filter.kind === 'number') {
    const show = (text: string) => {
      const typed = filter.kind === 'number' ? String(parseSignedNumber(text, locale) ?? text.trim()) : text.trim()
      if (typed !== value) address.show({ [name]: typed })
    }
    return (
      <Field label={label}>
        <TextInput
          key={value}
          defaultValue={
            filter.kind === 'number' && value !== '' && Number.isFinite(Number(value))
              ? formatTypedNumber(Number(value), locale)
              : value
          }
          maxLength={120}
          inputMode={filter.kind === 'number' ? 'decimal' : undefined}
          onBlur={({ target }) => show(target.value)}
          onKeyDown={(event) => event.key === 'Enter' && show(event.currentTarget.value)}
        />
      </Field>
    )
  }
  const options =
    filter.kind === 'flag'
      ? [
          { value: 'true', label: t('desk.yes') },
          { value: 'false', label: t('desk.no') },
        ]
      : filter.values.map((value) => ({
          value: value,
          label: filter.words === undefined ? value : translateKey(`desk.words.${filter.words}.${value}`),
        }))
  return (
    <Field label={label}>
      <NativeSelect
        value={value}
        placeholder={t('desk.any')}
        options={options}
        onChange={({ target }) => address.show({ [name]: target.value })}
      />
    </Field>
  )
}

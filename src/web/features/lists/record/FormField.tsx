import { Suspense } from 'react'
import { useController, type Control } from 'react-hook-form'
import type { DeskField, DeskRecord } from '#contract/lists/records.ts'
import { currencySign } from '#contract/money.ts'
import { lazyPanel } from '#web/page/lazyPart.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { Field, FieldError } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useDeskWords } from '../words.ts'
import { unitOf, type FormValues } from './formValues.ts'
import { PictureField } from './PictureField.tsx'
import { RecordField } from './RecordField.tsx'

// Three forms have opening hours.
const HoursField = lazyPanel(async () => (await import('./HoursField.tsx')).HoursField)

interface FormFieldProps {
  name: string
  field: DeskField
  control: Control<FormValues, unknown, Record<string, unknown>>
  label: string
  hint: string | undefined
  error: string | undefined
  isRequired: boolean
  currency: string | undefined
  /** The zone of a time, in words. */
  zone: string | undefined
  /** The record that the form changes. */
  record: DeskRecord | undefined
  /** An upload that the form waits for: gives the sentence of its refusal. */
  onUpload: (work: Promise<string | undefined>) => void
}

/** The control of a field, as its description says. */
export function FormField({
  name,
  field,
  control,
  label,
  hint,
  error,
  isRequired,
  currency,
  zone,
  record,
  onUpload,
}: FormFieldProps) {
  const { t, translateKey, locale } = useDeskWords()
  const { field: bound } = useController({ control, name })
  const { value, ref, onBlur } = bound
  const unit = unitOf(field, record)
  const word = (text: string) =>
    'words' in field && field.words !== undefined ? translateKey(`desk.words.${field.words}.${text}`) : text
  if (field.kind === 'flag')
    return (
      <Checkbox
        name={name}
        ref={ref}
        label={label}
        hint={hint}
        error={error}
        checked={value === true}
        onChange={({ target }) => bound.onChange(target.checked)}
      />
    )
  if (field.kind === 'choices')
    return (
      <fieldset className="grid gap-1">
        <legend className="text-base font-semibold">{label}</legend>
        {hint !== undefined && <p className="text-sm text-ink-2">{hint}</p>}
        <div className="flex flex-wrap gap-x-5">
          {field.values.map((entry) => (
            <Checkbox
              key={entry}
              name={name}
              label={word(entry)}
              checked={(value as string[]).includes(entry)}
              onChange={({ target }) =>
                bound.onChange(
                  field.values.filter((other) =>
                    other === entry ? target.checked : (value as string[]).includes(other),
                  ),
                )
              }
            />
          ))}
        </div>
        <FieldError error={error} />
      </fieldset>
    )
  if (field.kind === 'picture')
    return (
      <PictureField
        name={name}
        label={label}
        hint={hint}
        error={error}
        isRequired={isRequired}
        value={String(value)}
        upload={field.upload}
        onChange={bound.onChange}
        onUpload={onUpload}
      />
    )
  if (field.kind === 'hours')
    return (
      <Suspense fallback={<Skeleton className="h-96 rounded-xl" />}>
        <HoursField
          name={name}
          ref={ref}
          label={label}
          hint={hint}
          error={error}
          isRequired={isRequired}
          value={String(value)}
          onChange={bound.onChange}
        />
      </Suspense>
    )
  if (field.kind === 'record' || field.kind === 'records')
    return (
      <Field label={label} hint={hint} error={error} required={isRequired}>
        <RecordField
          name={name}
          field={field}
          record={record}
          label={label}
          value={value as string | string[]}
          onChange={bound.onChange}
          ref={ref as never}
        />
      </Field>
    )
  const shared = {
    name,
    ref: ref as never,
    onBlur,
    value: String(value),
    onChange: ({ target }: { target: { value: string } }) => bound.onChange(target.value),
  }
  return (
    <Field label={label} hint={hint} error={error} required={isRequired} aside={zone}>
      {field.kind === 'long' ? (
        <TextArea {...shared} lang={field.language} />
      ) : field.kind === 'choice' ? (
        <NativeSelect
          {...shared}
          placeholder={t('desk.form.choose')}
          options={[
            ...readOwn(field, record, word),
            ...field.values.map((value) => ({ value: value, label: word(value) })),
          ]}
        />
      ) : (
        <TextInput
          {...shared}
          lang={field.language}
          type={inputTypes[field.kind] ?? 'text'}
          inputMode={field.kind === 'money' || field.kind === 'number' ? 'decimal' : undefined}
          autoComplete="off"
          {...(field.kind === 'money' && currency !== undefined && { before: currencySign(currency, locale) })}
          after={unit && <span className="pr-2">{unit}</span>}
        />
      )}
    </Field>
  )
}

/** The choices that the record itself brings. */
const readOwn = (field: DeskField, record: DeskRecord | undefined, word: (code: string) => string) =>
  (
    ('own' in field && field.own !== undefined
      ? (record?.[field.own] as (string | { value: string; label: string })[] | undefined)
      : undefined) ?? []
  ).map((entry) => (typeof entry === 'string' ? { value: entry, label: word(entry) } : entry))

const inputTypes: Partial<Record<DeskField['kind'], string>> = {
  day: 'date',
  instant: 'datetime-local',
  email: 'email',
}

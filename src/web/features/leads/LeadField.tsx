import { type FieldValues, type UseFormReturn, useController } from 'react-hook-form'
import { countryIds } from '#contract/geography.ts'
import { maxApplication_bytes, type LeadKind, leadRetention, maxLeadLength } from '#contract/leads/leads.ts'
import type { leads_form } from '#i18n/en/site/leads_form.ts'
import { servedCountries } from '#web/api/config.ts'
import { emptyAsUnset } from '#web/api/forms.ts'
import { StateList } from '#web/features/places/StateList.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { parseTypedNumber } from '#web/time/typedNumber.ts'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { type controlOf, type FieldName, isOptional, isWide, valuesOf } from './fields.ts'
import { FileField } from './FileField.tsx'
import { SlotField } from './SlotField.tsx'

interface LeadFieldProps {
  kind: LeadKind
  name: FieldName
  control: ReturnType<typeof controlOf>
  label: string
  form: UseFormReturn<FieldValues>
  /** Value in the server's HTML, for a form that is sent without scripts; undefined once the page is hydrated. */
  plainValue: string | undefined
  error: string | undefined
  file: File | undefined
  lost: string
  onFile: (file: File | undefined, problem?: string) => void
}

/** One field of a form, as `fields.ts` defines it. */
export function LeadField({ kind, name, control, label, form, plainValue, error, file, lost, onFile }: LeadFieldProps) {
  const { t, language } = useTranslation()
  const optional = isOptional(kind, name)
  const aside = optional && t('common.optional')
  const hint =
    control.hint &&
    t(`leads_form.hints.${name as keyof (typeof leads_form)['hints']}`, {
      mb: maxApplication_bytes / 1024 / 1024,
      months: leadRetention.application_months,
    })
  const className = isWide(kind, name) ? 'sm:col-span-2' : ''
  if (control.as === 'slot')
    return <Slot form={form} label={label} plainValue={plainValue} error={error} className={className} />
  if (control.as === 'file')
    return (
      <FileField
        name={name}
        label={label}
        hint={hint}
        aside={aside}
        file={file}
        lost={lost}
        onFile={onFile}
        error={error}
        className={className}
      />
    )
  const own = {
    ...form.register(name, {
      setValueAs: control.as === 'number' ? asNumber(language) : optional ? emptyAsUnset : undefined,
    }),
    ...(plainValue !== undefined && { defaultValue: plainValue }),
  }
  return (
    <Field label={label} hint={hint} aside={aside} error={error} className={cx('content-start', className)}>
      {control.as === 'area' ? (
        <TextArea {...own} maxLength={maxLeadLength} />
      ) : control.as === 'choice' ? (
        <NativeSelect
          {...own}
          autoComplete={control.autoComplete}
          placeholder={t('leads_form.choose')}
          options={
            control.choices === 'country'
              ? servedCountries().map((value) => ({ value, label: t(`common.countries.${value}`) }))
              : valuesOf[control.choices!].map((value) => ({
                  value,
                  label: t(`leads_form.${control.choices!}.${value}` as 'leads_form.connectors.ccs'),
                }))
          }
        />
      ) : (
        <TextInput
          {...own}
          type={control.type ?? 'text'}
          inputMode={control.inputMode}
          autoComplete={control.autoComplete}
          autoCapitalize={control.autoCapitalize}
          spellCheck={control.type === undefined && control.autoCapitalize === undefined}
          after={control.unit && <span className="pr-2 text-base">{control.unit}</span>}
          list={control.offers && `${name}-offers`}
        />
      )}
      {/* Vehicle documents exist only in Nigeria. */}
      {control.offers && <StateList id={`${name}-offers`} country_id={countryIds.NG} />}
    </Field>
  )
}

/** Empty is undefined; anything that is no number fails validation. */
const asNumber =
  (locale: string) =>
  (value: unknown): unknown => {
    const typed = String(value ?? '').trim()
    return typed === '' ? undefined : (parseTypedNumber(typed, locale) ?? Number.NaN)
  }

function Slot({
  form,
  ...rest
}: Pick<LeadFieldProps, 'form' | 'label' | 'plainValue' | 'error'> & { className: string }) {
  const { field } = useController({ control: form.control, name: 'starts_at' })
  return <SlotField {...rest} name="starts_at" value={String(field.value ?? '')} onChange={field.onChange} />
}

import { zodResolver } from '@hookform/resolvers/zod'
import { LocateFixed } from 'lucide-react'
import { type FieldValues, type Resolver, useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import type { AnswerOf } from '#contract/endpoint.ts'
import { countryCodes } from '#contract/geography.ts'
import type { connectors, spaceKinds } from '#contract/leads/leads.ts'
import type { chargeUnits, getOperator } from '#contract/partners/partners.ts'
import { emptyAsUnset, fieldMessage, useSubmit } from '#web/api/forms.ts'
import { usePosition } from '#web/features/search/usePosition.ts'
import { useTranslation } from '#web/page/translation.ts'
import { useCountry } from '#web/storage/country.ts'
import { formatNumber } from '#web/time/format.ts'
import { parseSignedNumber } from '#web/time/typedNumber.ts'
import { ActionBar } from '#web/ui/ActionBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { FormError } from '#web/ui/form/FormError.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { operatorForms, placeFields, type OperatorField, type OperatorFormKind } from './forms.ts'

type OwnPark = AnswerOf<typeof getOperator>['parks'][number]

interface OperatorFormProps {
  kind: OperatorFormKind
  /** The car park that the address names. */
  park?: string | undefined
  ownParks: readonly OwnPark[]
  onSend: (values: FieldValues) => Promise<{ message: string }>
}

/** A claim or a listing, validated by the contract's schema. */
export function OperatorForm({ kind, park, ownParks, onSend }: OperatorFormProps) {
  const { t } = useTranslation()
  const { code } = useCountry()
  const form = useForm<FieldValues>({
    resolver: zodResolver(operatorForms[kind].schema as never) as unknown as Resolver<FieldValues>,
    defaultValues: { country_code: code, ...(kind === 'claim' && park !== undefined && { park }) },
    shouldFocusError: false,
    // Fields that are not shown are not sent.
    shouldUnregister: true,
  })
  const chosenPark: unknown = useWatch({ control: form.control, name: 'park' })
  const isAtOwnPark = kind === 'charger' && (chosenPark ?? '') !== ''
  const fields = (operatorForms[kind].fields as readonly OperatorField[]).filter(
    (field) => !(isAtOwnPark && placeFields.includes(field)) && (field.as !== 'own_park' || ownParks.length > 0),
  )
  const labels = Object.fromEntries(
    fields.map(({ name, as }) => [name, t(`operator.fields.${as === 'own_park' ? as : name}`)]),
  )
  const { submit, summary } = useSubmit(form, labels, async (values) => {
    const { message } = await onSend(values)
    form.reset()
    toast(message)
  })
  return (
    <form noValidate onSubmit={submit} className="grid max-w-3xl gap-5">
      {summary && <FormError {...summary} />}
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        {fields.map((field) => (
          <Control key={field.name} field={field} form={form} label={labels[field.name]!} ownParks={ownParks} />
        ))}
      </div>
      <ActionBar className="flex flex-wrap gap-2.5">
        <Button type="submit" busy={form.formState.isSubmitting} className="max-sm:flex-1">
          {t(`operator.send.${kind}`)}
        </Button>
        {fields.some(({ name }) => name === 'lat') && <Locate form={form} />}
      </ActionBar>
    </form>
  )
}

/** Fills the position in from the device. */
function Locate({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t, locale } = useTranslation()
  const round = (degrees: number) => formatNumber(degrees, locale, { maximumFractionDigits: 6 })
  const { state, ask } = usePosition(({ lat, lng }) => {
    form.setValue('lat', round(lat), { shouldDirty: true })
    form.setValue('lng', round(lng), { shouldDirty: true })
    form.clearErrors(['lat', 'lng'])
  })
  return (
    <>
      <Button type="button" variant="outline" busy={state === 'asking'} onClick={ask}>
        <LocateFixed aria-hidden="true" className="size-5" />
        {t('operator.locate')}
      </Button>
      <p role="status" className="self-center text-sm text-ink-2">
        {(state === 'denied' || state === 'unavailable') && t('operator.locate_failed')}
      </p>
    </>
  )
}

interface ControlProps {
  field: OperatorField
  form: UseFormReturn<FieldValues>
  label: string
  ownParks: readonly OwnPark[]
}

function Control({ field: { name, as, choices, values = [], optional, unit }, form, label, ownParks }: ControlProps) {
  const { t, locale } = useTranslation()
  const error = fieldMessage(t, form.formState.errors[name] as { message?: string } | undefined)
  const hintName = as === 'own_park' ? as : name
  const hint =
    hintName === 'park' ||
    hintName === 'message' ||
    hintName === 'price_hour' ||
    hintName === 'price' ||
    hintName === 'own_park'
      ? t(`operator.hints.${hintName}`)
      : undefined
  const own = form.register(name, {
    setValueAs: as === 'number' ? (typed: unknown) => readNumber(typed, locale) : emptyAsUnset,
  })
  const word = (value: string): string => {
    if (choices === 'countries') return t(`common.countries.${value as (typeof countryCodes)[number]}`)
    if (choices === 'connectors') return t(`leads_form.connectors.${value as (typeof connectors)[number]}`)
    if (choices === 'place_kinds') return t(`leads_form.place_kinds.${value as (typeof spaceKinds)[number]}`)
    return t(`operator.units.${value as (typeof chargeUnits)[number]}`)
  }
  return (
    <Field
      label={label}
      hint={hint}
      aside={optional && as !== 'own_park' && t('common.optional')}
      error={error}
      className={as === 'area' ? 'content-start sm:col-span-2' : 'content-start'}
    >
      {as === 'area' ? (
        <TextArea {...own} rows={3} maxLength={4_000} />
      ) : as === 'own_park' ? (
        <NativeSelect
          {...own}
          options={[
            { value: '', label: t('operator.new_place') },
            ...ownParks.map((park) => ({ value: park.slug, label: park.name })),
          ]}
        />
      ) : as === 'choice' ? (
        <NativeSelect
          {...own}
          placeholder={t('leads_form.choose')}
          options={values.map((value) => ({ value, label: word(value) }))}
        />
      ) : (
        <TextInput
          {...own}
          type={as === 'tel' ? 'tel' : 'text'}
          inputMode={as === 'number' ? 'decimal' : as === 'tel' ? 'tel' : undefined}
          autoComplete={autoComplete[name] ?? 'off'}
          after={unit && <span className="pr-2 text-base">{unit}</span>}
        />
      )}
    </Field>
  )
}

const autoComplete: Readonly<Record<string, string>> = { company: 'organization', phone: 'tel' }

/** Empty is undefined; anything that is no number fails validation. Longitudes may be below zero. */
function readNumber(typed: unknown, locale: string): unknown {
  if (typeof typed === 'number') return typed
  const text = String(typed ?? '').trim()
  if (text === '') return undefined
  return parseSignedNumber(text, locale) ?? Number.NaN
}

import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useState } from 'react'
import { type FieldPath, useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { usesMiles } from '#contract/formats.ts'
import { countryCodes } from '#contract/geography.ts'
import { formatTypedLength, parseLength, typedLengthUnit } from '#contract/lengths.ts'
import { lengthsBetween, sizeLimits } from '#contract/vehicles/size-limits.ts'
import { Paper, paperKinds, type Vehicle, VehicleRequest } from '#contract/vehicles/vehicles.ts'
import { emptyAsUnset, fieldMessage, useSubmit } from '#web/api/forms.ts'
import { useVehicleTypes } from '#web/features/parks/api.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { DateInput } from '#web/ui/form/DateInput.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { FormError } from '#web/ui/form/FormError.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Plate } from '#web/ui/Plate.tsx'
import { useSaveVehicle } from './changes.ts'
import { plateForms, vehicleName } from './name.ts'
import { kindsFor, reminderDaysIn } from './papers.ts'

/** Documents without an expiry date are not saved. */
const VehicleForm = z.extend(VehicleRequest, {
  papers: z.array(z.object({ kind: Paper.shape.kind, expires_on: z.union([z.literal(''), Paper.shape.expires_on]) })),
})

const words = ['nickname', 'make', 'model', 'colour'] as const
const sizes = ['height_cm', 'length_cm', 'width_cm'] as const

/** The length in an input, in centimetres; anything else is left for the schema to reject. */
const asLength = (value: unknown, locale: string) =>
  value === '' || value === undefined || value === null ? undefined : (parseLength(String(value), locale) ?? Number.NaN)

const typedOf = (
  vehicle: Vehicle | undefined,
  country: Vehicle['country_code'],
  locale: string,
): z.input<typeof VehicleForm> => ({
  plate: vehicle?.plate ?? '',
  country_code: vehicle?.country_code ?? country,
  vehicle_type_id: vehicle?.vehicle_type_id ?? 1,
  ...Object.fromEntries(words.map((name) => [name, vehicle?.[name] ?? undefined])),
  ...Object.fromEntries(
    sizes.map((name) => {
      const size_cm = vehicle?.[name] ?? undefined
      return [name, size_cm && formatTypedLength(size_cm, locale)]
    }),
  ),
  papers: paperKinds.map((kind) => ({
    kind,
    expires_on: vehicle?.papers.find((paper) => paper.kind === kind)?.expires_on ?? '',
  })),
})

interface VehicleDialogProps {
  /** Undefined for a new vehicle. */
  vehicle: Vehicle | undefined
  /** Country of the profile, the default for new vehicles. */
  country: Vehicle['country_code']
  onClosed: () => void
}

/** Adds or edits a vehicle; only the plate is required. */
export default function VehicleDialog({ vehicle, country, onClosed }: VehicleDialogProps) {
  const { t, locale } = useTranslation()
  const types = useVehicleTypes()
  const save = useSaveVehicle()
  const [defaults] = useState(() => typedOf(vehicle, country, locale))
  const form = useForm({ resolver: zodResolver(VehicleForm), defaultValues: defaults, shouldFocusError: false })
  const { errors, isSubmitting } = form.formState
  const [plate, registered = country, type, papers] = useWatch({
    control: form.control,
    name: ['plate', 'country_code', 'vehicle_type_id', 'papers'],
  })

  const names = ['plate', 'country_code', 'vehicle_type_id', ...words, ...sizes] as const
  const labels = {
    ...Object.fromEntries(names.map((name) => [name, t(`vehicles.${name}`)])),
    papers: t('vehicles.papers_title'),
  }
  const { submit, summary } = useSubmit(form, labels, async ({ papers, ...body }) => {
    const dated = papers.filter(({ expires_on }) => expires_on !== '')
    const saved = await save.mutateAsync({ id: vehicle?.id, body: { ...body, papers: dated } })
    toast(t('vehicles.saved', { name: vehicleName(saved) }))
    onClosed()
  })

  const chosen = types.data?.find(({ id }) => id === Number(type))
  const kinds = kindsFor(registered, vehicle?.papers ?? [])
  return (
    <Dialog
      open
      onOpenChange={onClosed}
      size="md"
      phone="full"
      title={vehicle === undefined ? t('vehicles.add') : t('vehicles.edit_one', { name: vehicleName(vehicle) })}
      closeLabel={t('common.close')}
      footer={
        <Button type="submit" form="vehicle" busy={isSubmitting} wide>
          {t('vehicles.save')}
        </Button>
      }
    >
      <form id="vehicle" noValidate onSubmit={submit} className="grid gap-6">
        {summary && <FormError {...summary} />}
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <div
            aria-hidden="true"
            className="grid min-h-26 place-items-center rounded-lg bay-empty px-4 py-4 sm:col-span-2"
          >
            <Plate
              country={registered}
              text={plate.trim() === '' ? plateForms[registered] : plate}
              className={`text-[clamp(1.1rem,6.2vw,2rem)]! ${plate.trim() === '' ? 'opacity-40' : ''}`}
            />
          </div>
          <Field
            label={t('vehicles.plate')}
            hint={t('vehicles.plate_hint', { form: plateForms[registered] })}
            error={fieldMessage(t, errors.plate)}
            required
            className="sm:col-span-2"
          >
            <TextInput
              {...form.register('plate')}
              maxLength={14}
              autoCapitalize="characters"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              className="uppercase"
            />
          </Field>
          <Field label={t('vehicles.country_code')} error={fieldMessage(t, errors.country_code)}>
            <NativeSelect
              {...form.register('country_code')}
              options={countryCodes.map((value) => ({ value, label: t(`common.countries.${value}`) }))}
            />
          </Field>
          <Field label={t('vehicles.vehicle_type_id')} error={fieldMessage(t, errors.vehicle_type_id)}>
            <NativeSelect
              {...form.register('vehicle_type_id', { setValueAs: Number })}
              options={types.data?.map(({ id, name }) => ({ value: id, label: name })) ?? [{ value: 1, label: '…' }]}
            />
          </Field>
        </div>
        <div className="grid grid-cols-2 items-start gap-4">
          {words.map((name) => (
            <Field key={name} label={t(`vehicles.${name}`)} error={fieldMessage(t, errors[name])}>
              <TextInput {...form.register(name, { setValueAs: emptyAsUnset })} maxLength={40} autoComplete="off" />
            </Field>
          ))}
        </div>
        <Group title={t('vehicles.size')} hint={t('vehicles.size_hint')} className="grid-cols-3">
          {sizes.map((name) => (
            <Field
              key={name}
              label={t(`vehicles.${name}`)}
              error={errors[name] && t('vehicles.length_between', lengthsBetween(sizeLimits[name], locale))}
            >
              <TextInput
                {...form.register(name, { setValueAs: (value) => asLength(value, locale) })}
                inputMode={usesMiles(locale) ? 'text' : 'numeric'}
                autoComplete="off"
                placeholder={chosen && formatTypedLength(chosen[name], locale)}
                after={usesMiles(locale) ? undefined : <span className="pr-1.5">{typedLengthUnit(locale)}</span>}
              />
            </Field>
          ))}
        </Group>
        <Group
          title={t('vehicles.papers_title')}
          hint={t('vehicles.papers_hint', { days: reminderDaysIn(locale) })}
          className="sm:grid-cols-2"
        >
          {paperKinds.map((kind, n) => {
            const name: FieldPath<z.input<typeof VehicleForm>> = `papers.${n}.expires_on`
            if (!kinds.includes(kind)) return null
            return (
              <Field
                key={kind}
                label={t(`vehicles.papers.${kind}`)}
                error={fieldMessage(t, errors.papers?.[n]?.expires_on)}
              >
                <DateInput
                  {...form.register(name)}
                  value={papers[n]?.expires_on ?? ''}
                  min="1990-01-01"
                  max="2099-12-31"
                />
              </Field>
            )
          })}
        </Group>
      </form>
    </Dialog>
  )
}

interface GroupProps {
  title: string
  hint: string
  className: string
  children: ReactNode
}

function Group({ title, hint, className, children }: GroupProps) {
  return (
    <fieldset>
      <legend className="text-md font-bold">{title}</legend>
      <p className="mt-0.5 mb-3 text-sm text-ink-2">{hint}</p>
      <div className={`grid items-start gap-x-4 gap-y-3.5 ${className}`}>{children}</div>
    </fieldset>
  )
}

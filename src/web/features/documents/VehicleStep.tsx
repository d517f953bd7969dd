import {
  vehicleCategories,
  vehicleUses,
  type NigerianState,
  type VehicleCategory,
} from '#contract/documents/document-rules.ts'
import { countryIds } from '#contract/geography.ts'
import { useStates } from '#web/features/places/api.ts'
import { useVehicles } from '#web/features/vehicles/api.ts'
import { plateForms, vehicleName } from '#web/features/vehicles/name.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { RadioCards } from '#web/ui/form/RadioCards.tsx'
import type { StepProps } from './StepProps.ts'
import { fieldsOfVehicle } from './steps.ts'
import { TextField } from './TextField.tsx'
import { VehicleFees } from './VehicleFees.tsx'

/** The vehicle, filled in from a saved one: first what its fees depend on, then the fees, then what tells it apart. */
export function VehicleStep(props: StepProps) {
  const { t } = useTranslation()
  const { form, onChange, errorOf } = props
  const states = useStates(countryIds.NG)
  const vehicles = (useVehicles().data ?? []).filter(({ country_code }) => country_code === 'NG')
  return (
    <>
      {vehicles.length > 0 && (
        <Field label={t('documents.saved_vehicle')}>
          <NativeSelect
            value={vehicles.find(({ plate }) => plate === form.plate)?.id ?? ''}
            placeholder={t('documents.other_vehicle')}
            options={vehicles.map((vehicle) => ({
              value: vehicle.id,
              label: [...new Set([vehicle.plate, vehicleName(vehicle)])].join(' · '),
            }))}
            onChange={({ target }) => {
              const vehicle = vehicles.find(({ id }) => id === target.value)
              onChange(vehicle === undefined ? { plate: null } : fieldsOfVehicle(vehicle))
            }}
          />
        </Field>
      )}
      <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
        <Field label={t('documents.fields.state')} error={errorOf('state')} required>
          <NativeSelect
            name="state"
            value={form.state ?? ''}
            placeholder={t('documents.choose')}
            options={states.map((state) => ({ value: state.code.slice(-2), label: state.name }))}
            onChange={({ target }) => onChange({ state: (target.value || null) as NigerianState | null })}
          />
        </Field>
        <Field label={t('documents.fields.category')} error={errorOf('category')} required>
          <NativeSelect
            name="category"
            value={form.category ?? ''}
            placeholder={t('documents.choose')}
            options={vehicleCategories.map((value) => ({ value, label: t(`documents.categories.${value}`) }))}
            onChange={({ target }) => onChange({ category: (target.value || null) as VehicleCategory | null })}
          />
        </Field>
        <RadioCards
          legend={t('documents.fields.use')}
          name="use"
          columns={2}
          required
          error={errorOf('use')}
          cards={vehicleUses.map((value) => ({ value, label: t(`documents.uses.${value}`) }))}
          value={form.use ?? undefined}
          onChange={(use) => onChange({ use })}
        />
        <TextField
          {...props}
          name="engine_cc"
          isNumber
          maxLength={5}
          autoComplete="off"
          hint={t('documents.hints.engine_cc')}
          after={<span className="pr-2">cm³</span>}
        />
      </div>
      <VehicleFees form={form} />
      <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
        <TextField {...props} isCode name="plate" maxLength={12} placeholder={plateForms.NG} />
        <TextField {...props} name="make" maxLength={40} autoComplete="off" />
        <TextField {...props} name="model" maxLength={40} autoComplete="off" />
        <TextField {...props} name="year" isNumber maxLength={4} autoComplete="off" />
        <TextField {...props} name="colour" maxLength={40} autoComplete="off" />
        <TextField {...props} isCode name="engine_number" maxLength={30} hint={t('documents.hints.engine_number')} />
      </div>
      <TextField {...props} isCode name="chassis_number" maxLength={30} hint={t('documents.hints.chassis_number')} />
    </>
  )
}

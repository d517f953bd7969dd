import { keyHolders } from '#contract/orders/orders.ts'
import { useVehicleTypes } from '#web/features/parks/api.ts'
import { otherVehicle } from '#web/features/vehicles/choice.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { RadioCards } from '#web/ui/form/RadioCards.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Section } from '#web/ui/Page.tsx'
import type { OrderCheckout } from './useOrderCheckout.ts'

interface OrderVehicleFieldsProps {
  checkout: OrderCheckout
  /** Whether somebody needs its key. */
  needsKey: boolean
  errorOf: (field: string) => string | undefined
}

/** The vehicle that the work is for, and who has its key. */
export function OrderVehicleFields({ checkout, needsKey, errorOf }: OrderVehicleFieldsProps) {
  const { t } = useTranslation()
  const { data: types } = useVehicleTypes()
  const { vehicles, vehicle, plate, vehicle_type_id, draft, change } = checkout
  return (
    <Section title={t('orders.vehicle')}>
      <div className="grid grid-cols-1 gap-4">
        {vehicles.length > 0 && (
          <RadioCards
            legend={t('orders.vehicle')}
            hideLegend
            name="vehicle_id"
            error={errorOf('vehicle_id')}
            cards={[
              ...vehicles.map(({ id, plate: label, make, model }) => ({
                value: id,
                label,
                description: [make, model].filter(Boolean).join(' '),
              })),
              { value: otherVehicle, label: t('orders.other_vehicle') },
            ]}
            value={vehicle?.id ?? otherVehicle}
            onChange={(id) => change({ vehicle: id })}
          />
        )}
        {vehicle === undefined && (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t('orders.plate')} error={errorOf('plate')} required>
              <TextInput
                name="plate"
                value={plate}
                maxLength={20}
                autoCapitalize="characters"
                autoComplete="off"
                spellCheck={false}
                className="uppercase"
                onChange={({ target }) => change({ plate: target.value })}
              />
            </Field>
            <Field label={t('orders.vehicle_type')} error={errorOf('vehicle_type_id')}>
              <NativeSelect
                name="vehicle_type_id"
                value={vehicle_type_id}
                options={(types ?? [{ id: 1, name: t('search.car') }]).map(({ id, name }) => ({
                  value: id,
                  label: name,
                }))}
                onChange={({ target }) => change({ vehicle_type_id: Number(target.value) })}
              />
            </Field>
          </div>
        )}
        {needsKey && (
          <RadioCards
            legend={t('orders.key')}
            hint={t('orders.key_hint')}
            name="key"
            error={errorOf('key')}
            cards={keyHolders.map((value) => ({
              value,
              label: t(`orders.keys.${value}`),
              description: t(`orders.key_text.${value}`),
            }))}
            value={draft.key}
            onChange={(key) => change({ key })}
          />
        )}
      </div>
    </Section>
  )
}

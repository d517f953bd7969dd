import { useTranslation } from 'react-i18next'
import type { Park } from '#contract/parks.ts'
import { useVehicleTypes } from '#web/features/parks/api.ts'
import { formatMetres } from '#web/lib/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/Field.tsx'
import { NativeSelect } from '#web/ui/NativeSelect.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Section } from '#web/ui/Page.tsx'
import { Plate } from '#web/ui/Plate.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { servedTypes } from './words.ts'

interface VehicleFieldsProps {
  park: Park
  vehicle: number
  onVehicle: (vehicle_type_id: number) => void
  plate: string
  onPlate: (plate: string) => void
  plateError: string | undefined
}

/** With what the driver comes: the type, which has its own price and spaces, and the plate, drawn as it is typed. */
export function VehicleFields({ park, vehicle, onVehicle, plate, onPlate, plateError }: VehicleFieldsProps) {
  const { t } = useTranslation()
  const types = useVehicleTypes()
  const served = servedTypes(park)
  const typed = plate.trim()
  return (
    <Section title={t('checkout.vehicle')}>
      {types.data === undefined ? (
        types.isError ? (
          <Notice
            tone="error"
            action={
              <Button variant="alt" size="sm" onClick={() => types.refetch()}>
                {t('common.try_again')}
              </Button>
            }
          >
            {t('checkout.vehicle_types_failed')}
          </Notice>
        ) : (
          <Skeleton className="h-20" />
        )
      ) : (
        <Field label={t('checkout.vehicle_type')}>
          <NativeSelect
            name="vehicle_type_id"
            value={vehicle}
            onChange={(event) => onVehicle(Number(event.target.value))}
            options={types.data.map(({ id, name }) => ({
              value: id,
              label: served.has(id) ? name : t('checkout.not_served', { name }),
              disabled: !served.has(id) && id !== vehicle,
            }))}
          />
        </Field>
      )}
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <Field
          label={t('checkout.plate')}
          hint={t('checkout.plate_hint')}
          error={plateError}
          required
          className="content-start"
        >
          <TextInput
            name="plate"
            value={plate}
            onChange={(event) => onPlate(event.target.value)}
            maxLength={14}
            autoCapitalize="characters"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="done"
            placeholder={t('checkout.plate_placeholder')}
            className="uppercase placeholder:normal-case"
          />
        </Field>
        <p aria-hidden="true" className="bay-empty grid min-h-24 place-items-center rounded-lg px-4 py-4">
          <Plate
            country={park.country_code}
            text={typed === '' ? t('checkout.plate_placeholder') : typed}
            className={cx(typed.length <= 10 && 'text-[clamp(1.1rem,6.2vw,1.75rem)]!', typed === '' && 'opacity-40')}
          />
        </p>
      </div>
      <Fit park={park} />
    </Section>
  )
}

/** A word before it is booked when the vehicle may not go through the gate. */
function Fit({ park }: { park: Park }) {
  const { t, i18n } = useTranslation()
  if (park.fits !== false) return null
  const limits = (['height', 'length', 'width'] as const).flatMap((side) => {
    const most_cm = park[`max_${side}_cm`]
    return most_cm === null ? [] : [t(`checkout.limit_${side}`, { metres: formatMetres(most_cm, i18n.language) })]
  })
  if (limits.length === 0) return null
  const told = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(limits)
  return (
    <Notice tone="warning" live title={t('checkout.does_not_fit')} className="mt-3">
      {t('checkout.fits_up_to', { limits: told })}
    </Notice>
  )
}

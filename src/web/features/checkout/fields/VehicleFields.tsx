import type { Park } from '#contract/parks/parks.ts'
import { useVehicleTypes } from '#web/features/parks/api.ts'
import { isTooLarge, otherVehicle, servedTypes } from '#web/features/vehicles/choice.ts'
import { plateForms } from '#web/features/vehicles/name.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatLength, formatList } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { RadioCards } from '#web/ui/form/RadioCards.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Section } from '#web/ui/Page.tsx'
import { Plate } from '#web/ui/Plate.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import type { VehicleChoice } from '../state/useVehicleChoice.ts'

interface VehicleFieldsProps {
  park: Park
  /** The type that the price is for. */
  type: number
  onType: (vehicle_type_id: number) => void
  choice: VehicleChoice
  plateError: string | undefined
  /** Without the drawing of the plate. */
  compact?: boolean
}

/** Chooses a saved vehicle, or the type and plate of another one. */
export function VehicleFields(props: VehicleFieldsProps) {
  const { park, choice } = props
  const { t } = useTranslation()
  if (choice.isLoading) {
    return (
      <Section title={t('checkout.vehicle')}>
        <Loading label={t('common.loading')}>
          <Skeleton className="h-40" />
        </Loading>
      </Section>
    )
  }
  const other = <OtherVehicle {...props} />
  return (
    <Section title={t('checkout.vehicle')}>
      {choice.vehicles.length === 0 ? (
        other
      ) : (
        <>
          <SavedVehicles park={park} choice={choice} />
          {choice.vehicle === undefined && <div className="mt-4">{other}</div>}
        </>
      )}
      <Fit park={park} />
    </Section>
  )
}

function SavedVehicles({ park, choice }: Pick<VehicleFieldsProps, 'park' | 'choice'>) {
  const { t } = useTranslation()
  const types = useVehicleTypes()
  const limits = useLimits(park)
  const cards = choice.vehicles.map((vehicle) => {
    const type = types.data?.find(({ id }) => id === vehicle.vehicle_type_id)?.name
    const made = [vehicle.make, vehicle.model].filter((part) => part !== null).join(' ')
    return {
      value: vehicle.id,
      label: vehicle.nickname ?? (made === '' ? (type ?? vehicle.plate) : made),
      description: choice.canPark(vehicle)
        ? type
        : isTooLarge(vehicle, park)
          ? t('checkout.too_large', { limits })
          : t('checkout.not_served', { name: type ?? vehicle.plate }),
      aside: (
        <span className="flex">
          <Plate country={vehicle.country_code} text={vehicle.plate} size="sm" />
        </span>
      ),
      disabled: !choice.canPark(vehicle),
    }
  })
  return (
    <RadioCards
      legend={t('checkout.vehicle_which')}
      hideLegend
      cards={[...cards, { value: otherVehicle, label: t('checkout.vehicle_other') }]}
      value={choice.vehicle?.id ?? otherVehicle}
      onChange={choice.choose}
    />
  )
}

/** Type and plate of a vehicle that is not saved. */
function OtherVehicle({ park, type, onType, choice, plateError, compact }: VehicleFieldsProps) {
  const { t } = useTranslation()
  const { isError } = useVehicleTypes()
  const typed = choice.plate.trim()
  const typeField = <TypeField park={park} type={type} onType={onType} />
  return (
    <>
      {!compact && typeField}
      <div className={cx('grid gap-4', compact ? !isError && 'grid-cols-2 items-end' : 'mt-4 sm:grid-cols-2')}>
        <Field
          label={t('checkout.plate')}
          hint={compact ? undefined : t('checkout.plate_hint')}
          error={plateError}
          required
          className="content-start"
        >
          <TextInput
            name="plate"
            value={choice.plate}
            onChange={(event) => choice.typePlate(event.target.value)}
            maxLength={14}
            autoCapitalize="characters"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="done"
            placeholder={plateForms[park.country_code]}
            className="uppercase placeholder:normal-case"
          />
        </Field>
        {compact ? (
          typeField
        ) : (
          <p aria-hidden="true" className="grid min-h-24 place-items-center rounded-lg bay-empty px-4 py-4">
            <Plate
              country={park.country_code}
              text={typed === '' ? plateForms[park.country_code] : typed}
              className={cx(typed.length <= 10 && 'text-[clamp(1.1rem,6.2vw,1.75rem)]!', typed === '' && 'opacity-40')}
            />
          </p>
        )}
      </div>
      {choice.canSave && (
        <Checkbox
          label={t('checkout.save_vehicle')}
          checked={choice.isToSave}
          onChange={({ target }) => choice.setToSave(target.checked)}
          className="mt-2"
        />
      )}
    </>
  )
}

function TypeField({ park, type, onType }: Pick<VehicleFieldsProps, 'park' | 'type' | 'onType'>) {
  const { t } = useTranslation()
  const types = useVehicleTypes()
  const served = servedTypes(park)
  if (types.data === undefined) {
    if (!types.isError) return <Skeleton className="h-20" />
    return (
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
    )
  }
  return (
    <Field label={t('checkout.vehicle_type')}>
      <NativeSelect
        name="vehicle_type_id"
        value={type}
        onChange={(event) => onType(Number(event.target.value))}
        options={types.data.map(({ id, name }) => ({
          value: id,
          label: served.has(id) ? name : t('checkout.not_served', { name }),
          disabled: !served.has(id) && id !== type,
        }))}
      />
    </Field>
  )
}

/** Warns if the vehicle may exceed the park's limits. */
function Fit({ park }: { park: Park }) {
  const { t } = useTranslation()
  const limits = useLimits(park)
  if (park.fits !== false || limits === '') return null
  return (
    <Notice tone="warning" live title={t('checkout.does_not_fit')} className="mt-3">
      {t('checkout.fits_up_to', { limits })}
    </Notice>
  )
}

/** The park's size limits in words; empty if none are known. */
function useLimits(park: Park): string {
  const { t, locale } = useTranslation()
  const limits = (['height', 'length', 'width'] as const).flatMap((side) => {
    const most_cm = park[`max_${side}_cm`]
    return most_cm === null ? [] : [t(`checkout.limit_${side}`, { metres: formatLength(most_cm, locale) })]
  })
  return formatList(limits, locale)
}

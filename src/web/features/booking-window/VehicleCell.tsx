import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useVehicleTypes } from '#web/features/parks/api.ts'
import { useVehicles } from '#web/features/vehicles/api.ts'
import { vehicleName } from '#web/features/vehicles/name.ts'
import { useTranslation } from '#web/page/translation.ts'
import { cx } from '#web/ui/cx.ts'
import { toVehicleChoice, isSameVehicle, withoutSizes, type VehicleChoice } from './vehicleChoice.ts'

interface VehicleCellProps {
  value: VehicleChoice
  onChange: (choice: VehicleChoice) => void
  icon?: ReactNode
  className: string
}

/** Chooses a saved vehicle or a vehicle type. Offers a car until the types are loaded. */
export function VehicleCell({ value, onChange, icon, className }: VehicleCellProps) {
  const { t } = useTranslation()
  const { data } = useVehicleTypes()
  const { data: own = [] } = useVehicles()
  const types = data ?? [{ id: 1, name: t('search.car') }]
  const type = types.some(({ id }) => id === value.vehicle) ? value.vehicle : 1
  const saved = own.find((candidate) => isSameVehicle(value, toVehicleChoice(candidate)))
  const typeOptions = types.map(({ id, name }) => (
    <option key={id} value={id} className="bg-card text-ink">
      {name}
    </option>
  ))
  const choose = (value: string) => {
    const chosen = own.find(({ id }) => id === value)
    onChange(chosen ? toVehicleChoice(chosen) : withoutSizes(Number(value)))
  }
  return (
    <label
      className={cx(
        'relative flex items-center gap-3 has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-focus',
        className,
      )}
    >
      {icon}
      <span className="min-w-0 flex-1">
        <span className="block text-xs text-ink-2">{t('search.vehicle')}</span>
        <select
          name="vehicle"
          value={saved?.id ?? type}
          onChange={(event) => choose(event.target.value)}
          className="-my-3 block w-full appearance-none truncate bg-transparent py-3 pr-6 font-semibold outline-none"
        >
          {own.length === 0 ? (
            typeOptions
          ) : (
            <>
              <optgroup label={t('search.own_vehicles')} className="bg-card text-ink">
                {own.map((entry) => (
                  <option key={entry.id} value={entry.id}>
                    {vehicleName(entry)}
                  </option>
                ))}
              </optgroup>
              <optgroup label={t('search.other_vehicles')} className="bg-card text-ink">
                {typeOptions}
              </optgroup>
            </>
          )}
        </select>
      </span>
      <ChevronDown aria-hidden="true" className="pointer-events-none -ml-8 size-4 shrink-0 text-ink-2" />
    </label>
  )
}

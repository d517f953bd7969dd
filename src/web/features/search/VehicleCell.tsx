import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useVehicleTypes } from '#web/features/parks/api.ts'
import { cx } from '#web/ui/cx.ts'

interface VehicleCellProps {
  value: number
  onChange: (vehicleTypeId: number) => void
  icon?: ReactNode
  className: string
}

/** The vehicle types as the system's own list, in a cell of a box; until they are there, the ordinary car. */
export function VehicleCell({ value, onChange, icon, className }: VehicleCellProps) {
  const { t } = useTranslation()
  const { data } = useVehicleTypes()
  const types = data ?? [{ id: 1, name: t('search.ordinary_car') }]
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
          value={types.some(({ id }) => id === value) ? value : 1}
          onChange={(event) => onChange(Number(event.target.value))}
          className="-my-3 block w-full appearance-none truncate bg-transparent py-3 pr-6 font-semibold outline-none"
        >
          {types.map(({ id, name }) => (
            <option key={id} value={id} className="bg-card text-ink">
              {name}
            </option>
          ))}
        </select>
      </span>
      <ChevronDown aria-hidden="true" className="pointer-events-none -ml-8 size-4 shrink-0 text-ink-2" />
    </label>
  )
}

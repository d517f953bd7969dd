import { useTranslation } from 'react-i18next'
import type { Park } from '#contract/parks.ts'
import type { ParkSearch } from '#web/features/booking-window/parkSearch.ts'
import { VehicleCell } from '#web/features/booking-window/VehicleCell.tsx'
import { WindowCells } from '#web/features/booking-window/WindowCells.tsx'
import { zoneName } from '#web/lib/format.ts'
import { differsFromDevice } from '#web/lib/quarterHours.ts'

interface WindowEditorProps {
  park: Park
  search: ParkSearch
  onChange: (change: Partial<ParkSearch>) => void
}

/** From when until when, and with what; in the park's own time, which is named where it is not the device's. */
export function WindowEditor({ park, search, onChange }: WindowEditorProps) {
  const { t, i18n } = useTranslation()
  return (
    <>
      <div className="grid grid-cols-2 overflow-hidden rounded-xl border border-line bg-card">
        <WindowCells
          window={search}
          zone={park.timezone}
          onChange={onChange}
          cellClass="min-h-15 min-w-0 border-line px-4 py-2.5 first-of-type:border-r"
        />
        <VehicleCell value={search} onChange={onChange} className="col-span-2 border-t border-line px-4 py-2.5" />
      </div>
      {differsFromDevice(search.start, park.timezone) && (
        <p className="mt-2 text-sm text-ink-2">
          {t('search.zone', { zone: zoneName(search.start, park.timezone, i18n.language) })}
        </p>
      )}
    </>
  )
}

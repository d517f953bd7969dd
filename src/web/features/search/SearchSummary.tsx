import { Pencil, Search } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { toVehicleChoice, isSameVehicle } from '#web/features/booking-window/vehicleChoice.ts'
import { useVehicleTypes } from '#web/features/parks/api.ts'
import { useVehicles } from '#web/features/vehicles/api.ts'
import { vehicleName } from '#web/features/vehicles/name.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoment, formatTime, formatWindow } from '#web/time/format.ts'
import { minutesBetween } from '#web/time/quarterHours.ts'
import { cx } from '#web/ui/cx.ts'
import type { SearchBoxValue } from './SearchBox.tsx'

const loadDialog = () => import('./EditSearchDialog.tsx')
const EditSearchDialog = lazy(loadDialog)

interface SearchSummaryProps {
  value: SearchBoxValue
  onSearch: (value: SearchBoxValue) => void
  /** Name of the searched place. */
  where: string
  zone: string
  className?: string
}

/** Place, window and vehicle in one line; a press opens the editor. */
export function SearchSummary({ value, onSearch, where, zone, className }: SearchSummaryProps) {
  const { t, locale } = useTranslation()
  const { data: types } = useVehicleTypes()
  const { data: own = [] } = useVehicles()
  const [opening, setOpening] = useState(0)
  const [open, setOpen] = useState(false)
  const { start, end } = value
  // Up to a day only the hours are shown, even past midnight, to keep the line short.
  const window =
    minutesBetween(start, end) < 24 * 60
      ? `${formatMoment(start, zone, locale)}–${formatTime(end, zone, locale)}`
      : formatWindow(start, end, zone, locale)
  const saved = own.find((candidate) => isSameVehicle(value, toVehicleChoice(candidate)))
  const type = types?.find(({ id }) => id === value.vehicle)?.name ?? t('search.car')
  const vehicle = saved ? vehicleName(saved) : type
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onPointerEnter={() => void loadDialog()}
        onFocus={() => void loadDialog()}
        onClick={() => {
          setOpening(opening + 1)
          setOpen(true)
        }}
        className={cx(
          'flex min-h-13 w-full items-center gap-2.5 rounded-xl border border-line bg-card px-3 py-1.5 sm:gap-3 sm:px-4 text-left text-ink',
          className,
        )}
      >
        <Search aria-hidden="true" className="size-5.5 shrink-0 max-sm:hidden" />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-md leading-snug font-semibold">{where}</span>
          <span className="block truncate text-xs text-ink-2">
            {window} · {vehicle}
          </span>
        </span>
        <span className="shrink-0 text-sm font-semibold text-act max-sm:sr-only">{t('common.edit')}</span>
        <Pencil aria-hidden="true" className="size-4.5 shrink-0 text-act sm:hidden" />
      </button>
      {opening > 0 && (
        <Suspense>
          <EditSearchDialog
            key={opening}
            open={open}
            onClose={() => setOpen(false)}
            value={value}
            onSearch={onSearch}
          />
        </Suspense>
      )}
    </>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDuration, formatMoment, formatTime } from '#web/lib/format.ts'
import { minutesBetween, wallDay } from '#web/lib/quarter.ts'
import { cx } from '#web/ui/cx.ts'
import { LazyWindowDialog, preloadWindowDialog, type WindowSide } from './LazyWindowDialog.tsx'
import type { StayWindow } from './stay.ts'

interface WindowCellsProps {
  window: StayWindow
  zone: string
  onChange: (window: StayWindow) => void
  cellClass: string
}

/** Arrive and leave, as two cells that open one editor. */
export function WindowCells({ window: { start, end }, zone, onChange, cellClass }: WindowCellsProps) {
  const { t, i18n } = useTranslation()
  const [editing, setEditing] = useState<WindowSide>()
  const sameDay = wallDay(start, zone) === wallDay(end, zone)
  const leaves = sameDay ? formatTime(end, zone, i18n.language) : formatMoment(end, zone, i18n.language)
  const texts = {
    arrive: formatMoment(start, zone, i18n.language),
    leave: `${leaves} · ${formatDuration(minutesBetween(start, end), i18n.language)}`,
  }
  return (
    <>
      {(['arrive', 'leave'] as const).map((side) => (
        <button
          key={side}
          type="button"
          aria-haspopup="dialog"
          onClick={() => setEditing(side)}
          onPointerEnter={preloadWindowDialog}
          onFocus={preloadWindowDialog}
          className={cx('text-left focus-visible:-outline-offset-2', cellClass)}
        >
          <span className="block text-xs text-ink-2">{t(`search.${side}`)}</span>
          <span className="block truncate font-semibold">{texts[side]}</span>
        </button>
      ))}
      <LazyWindowDialog
        editing={editing}
        window={{ start, end }}
        zone={zone}
        onClose={() => setEditing(undefined)}
        onChange={onChange}
      />
    </>
  )
}

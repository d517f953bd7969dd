import { useState } from 'react'
import { useTranslation } from '#web/page/translation.ts'
import { formatDuration, formatMoment, formatTime } from '#web/time/format.ts'
import { wallDay, wallTime } from '#web/time/quarterHours.ts'
import { cx } from '#web/ui/cx.ts'
import { LazyWindowDialog, preloadWindowDialog, type WindowSide } from './LazyWindowDialog.tsx'
import { type BookingWindow, chargeOf } from './window.ts'

interface WindowCellsProps {
  window: BookingWindow
  zone: string
  onChange: (window: BookingWindow) => void
  cellClass: string
  /** See WindowDialog. */
  kinds?: boolean
  /** In a form that works without scripts: adds fields that are shown in place of the buttons. */
  plain?: boolean
}

/** Start and end as two buttons that open the window dialog. */
export function WindowCells({ window: { start, end }, zone, onChange, cellClass, kinds, plain }: WindowCellsProps) {
  const { t, locale } = useTranslation()
  const [editing, setEditing] = useState<WindowSide>()
  const sameDay = wallDay(start, zone) === wallDay(end, zone)
  const leaves = sameDay ? formatTime(end, zone, locale) : formatMoment(end, zone, locale)
  const { minutes, charged_from } = chargeOf({ start, end })
  const length = formatDuration(minutes, locale)
  // If the end is on another day, the duration does not fit beside it and moves to the label.
  const texts = {
    arrive: {
      label: t('search.arrive'),
      value: formatMoment(start, zone, locale),
      note:
        charged_from === undefined
          ? undefined
          : t('common.charged_from', { time: formatTime(new Date(charged_from), zone, locale) }),
    },
    leave: {
      label: sameDay ? t('search.leave') : `${t('search.leave')} · ${length}`,
      value: sameDay ? `${leaves} · ${length}` : leaves,
      note: undefined,
    },
  }
  return (
    <>
      {plain &&
        (['start', 'end'] as const).map((name) => (
          <label key={name} className={cx('hidden noscript:block max-sm:col-span-2', cellClass)}>
            <span className="block text-xs text-ink-2">{t(name === 'start' ? 'search.arrive' : 'search.leave')}</span>
            <input
              type="datetime-local"
              name={name}
              step={900}
              defaultValue={wallTime(name === 'start' ? start : end, zone)}
              className="w-full bg-transparent font-semibold outline-none"
            />
          </label>
        ))}
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
          <span className="block text-xs text-ink-2">{texts[side].label}</span>
          <span className="line-clamp-2 font-semibold">{texts[side].value}</span>
          {texts[side].note !== undefined && <span className="block text-xs text-ink-2">{texts[side].note}</span>}
        </button>
      ))}
      <LazyWindowDialog
        editing={editing}
        window={{ start, end }}
        zone={zone}
        onClose={() => setEditing(undefined)}
        onChange={onChange}
        kinds={kinds}
      />
    </>
  )
}

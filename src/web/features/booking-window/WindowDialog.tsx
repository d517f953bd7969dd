import { useRef, useState } from 'react'
import { pricedFrom, runningQuarter, windowRules } from '#contract/bookings/booking-rules.ts'
import { UpcomingEvents } from '#web/features/events/UpcomingEvents.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { formatDay, formatDuration, formatTime, formatWindow, zoneName } from '#web/time/format.ts'
import { differsFromDevice, type Quarter, quartersOfDay, wallDay } from '#web/time/quarterHours.ts'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { DateInput } from '#web/ui/form/DateInput.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { Segmented } from '#web/ui/form/Segmented.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { describeLength } from './describeLength.ts'
import { endAfter, latestStart, pricedMinutes, type BookingWindow } from './window.ts'
import {
  afterEvent_min,
  aroundEvent,
  changeKind,
  beforeEvent_min,
  kindOf,
  moveEnd,
  moveEndDay,
  moveStart,
  moveStartDay,
  skippedHour,
  type WindowKind,
  windowKinds,
} from './windowMoves.ts'

export interface WindowDialogProps {
  open: boolean
  /** The end that gets the focus. */
  side: 'arrive' | 'leave'
  window: BookingWindow
  /** Time zone of the place; all times are local to it. */
  zone: string
  onClose: () => void
  onChange: (window: BookingWindow) => void
  /** Offers the kinds of windows (now, later, month, event); only in a search, not once a park is chosen. */
  kinds?: boolean | undefined
  /** Initial kind; by default the kind of `window`. */
  kind?: WindowKind | undefined
}

const bookingLabels = { start: 'arrive', end: 'leave' } as const
const eventLabels = { start: 'event_starts', end: 'event_ends' } as const

/** Durations offered as chips, in minutes. */
const lengths = [30, 60, 120, 180, 240, 480, 1440]

/** Chooses a booking window: days, times in quarter hours, and common durations. */
export default function WindowDialog({
  open,
  side,
  window: initialWindow,
  zone,
  onClose,
  onChange,
  kinds,
  kind: initialKind,
}: WindowDialogProps) {
  const { t, locale } = useTranslation()
  const [window, setWindow] = useState(initialWindow)
  const [skipped, setSkipped] = useState<{ hour: string; to: Date }>()
  const [kind, setKind] = useState<WindowKind>(() => initialKind ?? kindOf(initialWindow, new Date()))
  const arrive = useRef<HTMLSelectElement>(null)
  const leave = useRef<HTMLSelectElement>(null)

  const now = runningQuarter(new Date())
  const { start, end } = window
  const result = kinds && kind === 'event' ? aroundEvent(window, now) : window
  const length = pricedMinutes(result, now)
  const month = kinds && kind === 'month'
  const labels = kinds && kind === 'event' ? eventLabels : bookingLabels
  const latestEnd = endAfter(start, windowRules.most_min, now)
  const earliestEnd = endAfter(start, windowRules.least_min, now)
  const starts = quartersOfDay(wallDay(start, zone), zone).filter(({ at }) => at >= now && at <= latestStart(now))
  const ends = quartersOfDay(wallDay(end, zone), zone).filter(({ at }) => at >= earliestEnd && at <= latestEnd)
  const option = ({ at, turn }: Quarter) => {
    const time = formatTime(at, zone, locale)
    if (turn === undefined) return { value: at.getTime(), label: time }
    return { value: at.getTime(), label: t(turn === 1 ? 'search.time_first' : 'search.time_second', { time }) }
  }
  const move = (to: BookingWindow) => {
    setWindow(month ? changeKind(to, 'month', now) : to)
    if (kind === 'now' && to.start.getTime() !== now.getTime()) setKind('later')
    setSkipped(undefined)
  }
  const moveDay = (day: string, to: BookingWindow, end: 'start' | 'end') => {
    const hour = skippedHour(window[end], day, zone)
    move(to)
    setSkipped(hour === undefined ? undefined : { hour, to: to[end] })
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('search.window_title')}
      closeLabel={t('common.close')}
      size="md"
      initialFocus={side === 'arrive' ? arrive : leave}
      footer={
        <Button
          wide
          onClick={() => {
            onChange(result)
            onClose()
          }}
        >
          {t('search.window_done', { duration: formatDuration(length, locale) })}
        </Button>
      }
    >
      <div className="grid gap-5">
        {kinds && (
          <Segmented
            label={t('search.window_title')}
            wide
            segments={windowKinds.map((value) => ({ value, label: t(`search.window_kinds.${value}`) }))}
            value={kind}
            onChange={(next) => {
              setKind(next)
              setWindow(changeKind(window, next, now))
              setSkipped(undefined)
            }}
          />
        )}
        {kinds && kind === 'event' && <UpcomingEvents onLeave={onClose} />}
        <fieldset>
          <legend className="mb-1.5 text-base font-semibold">{t(`search.${labels.start}`)}</legend>
          <div className="grid grid-cols-[1.4fr_1fr] gap-2.5">
            <Field label={t('search.arrive_day')} hideLabel>
              <DateInput
                required
                value={wallDay(start, zone)}
                min={wallDay(now, zone)}
                max={wallDay(latestStart(now), zone)}
                onChange={({ target: { value } }) => moveDay(value, moveStartDay(window, value, zone, now), 'start')}
              />
            </Field>
            <Field label={t('search.arrive_time')} hideLabel>
              <NativeSelect
                ref={arrive}
                value={start.getTime()}
                options={starts.map(option)}
                onChange={(event) => move(moveStart(window, new Date(Number(event.target.value)), now))}
              />
            </Field>
          </div>
        </fieldset>
        {!month && (
          <>
            <div>
              <p id="window-lengths" className="mb-1.5 text-base font-semibold">
                {t('search.length')}
              </p>
              <div role="group" aria-labelledby="window-lengths" className="flex flex-wrap gap-2">
                {lengths.map((minutes) => (
                  <Chip
                    key={minutes}
                    pressed={length === minutes}
                    onClick={() => move({ start, end: endAfter(start, minutes, now) })}
                  >
                    {formatDuration(minutes, locale)}
                  </Chip>
                ))}
              </div>
            </div>
            <fieldset>
              <legend className="mb-1.5 text-base font-semibold">{t(`search.${labels.end}`)}</legend>
              <div className="grid grid-cols-[1.4fr_1fr] gap-2.5">
                <Field label={t('search.leave_day')} hideLabel>
                  <DateInput
                    required
                    value={wallDay(end, zone)}
                    min={wallDay(earliestEnd, zone)}
                    max={wallDay(latestEnd, zone)}
                    onChange={({ target: { value } }) => moveDay(value, moveEndDay(window, value, zone, now), 'end')}
                  />
                </Field>
                <Field label={t('search.leave_time')} hideLabel>
                  <NativeSelect
                    ref={leave}
                    value={end.getTime()}
                    options={ends.map(option)}
                    onChange={(event) => move(moveEnd(window, new Date(Number(event.target.value)), now))}
                  />
                </Field>
              </div>
            </fieldset>
          </>
        )}
        <p role="status" className="rounded-lg bg-sunk px-4 py-3 text-base">
          <strong className="font-semibold">{formatWindow(result.start, result.end, zone, locale)}</strong>
          <span className="block text-sm text-ink-2">
            {describeLength(t, locale, { ...result, priced_from: pricedFrom(result.start, now) })}
          </span>
          {kinds && kind === 'event' && (
            <span className="block text-sm text-ink-2">
              {t('search.event_hint', {
                before: formatDuration(beforeEvent_min, locale),
                after: formatDuration(afterEvent_min, locale),
              })}
            </span>
          )}
          {skipped && (
            <span className="block text-sm">
              {t('search.clock_change', { hour: skipped.hour, time: formatTime(skipped.to, zone, locale) })}
            </span>
          )}
          {differsFromDevice(start, zone) && (
            <span className="block text-sm text-ink-2">
              {t('search.zone', { zone: zoneName(start, zone, locale) })}
            </span>
          )}
          {wallDay(start, zone) !== wallDay(now, zone) && (
            <span className="sr-only">{formatDay(start, zone, locale)}</span>
          )}
        </p>
      </div>
    </Dialog>
  )
}

import { useState } from 'react'
import { windowRules } from '#contract/bookings/booking-rules.ts'
import { moveEnd, moveEndDay } from '#web/features/booking-window/windowMoves.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatDuration, formatMoment, formatTime, zoneName } from '#web/time/format.ts'
import { addMinutes, differsFromDevice, minutesBetween, quartersOfDay, wallDay } from '#web/time/quarterHours.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { DateInput } from '#web/ui/form/DateInput.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { Section } from '#web/ui/Page.tsx'
import type { CheckoutWindow } from '../state/useCheckoutWindow.ts'

/** Durations offered as chips, in minutes. */
const lengths = [30, 60, 120, 240, 480]

interface EndFieldsProps {
  window: CheckoutWindow
  /** Time zone of the park. */
  zone: string
  onEnd: (end: Date) => void
}

/** The end of a booking from now: a common duration, or a day and a time. */
export function EndFields({ window, zone, onEnd }: EndFieldsProps) {
  const { t, locale } = useTranslation()
  const { start, priced_from, end } = window
  const length = minutesBetween(priced_from, end)
  const [isCustom, setIsCustom] = useState(!lengths.includes(length))
  const earliest = addMinutes(priced_from, windowRules.least_min)
  const latest = addMinutes(priced_from, windowRules.most_min)
  const ends = quartersOfDay(wallDay(end, zone), zone).filter(({ at }) => at >= earliest && at <= latest)
  return (
    <Section
      title={t('checkout.until')}
      action={<span className="text-lg font-black tracking-tight">{formatMoment(end, zone, locale)}</span>}
    >
      <div role="group" aria-label={t('checkout.until_how_long')} className="flex flex-wrap gap-2">
        {lengths.map((minutes) => (
          <Chip
            key={minutes}
            pressed={!isCustom && minutes === length}
            onClick={() => {
              setIsCustom(false)
              onEnd(addMinutes(priced_from, minutes))
            }}
          >
            {formatDuration(minutes, locale)}
          </Chip>
        ))}
        <Chip pressed={isCustom} onClick={() => setIsCustom(true)}>
          {t('checkout.until_own')}
        </Chip>
      </div>
      {isCustom && (
        <div className="mt-3 grid grid-cols-[1.4fr_1fr] gap-2.5">
          <Field label={t('search.leave_day')}>
            <DateInput
              required
              value={wallDay(end, zone)}
              min={wallDay(start, zone)}
              max={wallDay(latest, zone)}
              onChange={(event) => onEnd(moveEndDay(window, event.target.value, zone).end)}
            />
          </Field>
          <Field label={t('search.leave_time')}>
            <NativeSelect
              value={end.getTime()}
              onChange={(event) => onEnd(moveEnd(window, new Date(Number(event.target.value))).end)}
              options={ends.map(({ at }) => ({ value: at.getTime(), label: formatTime(at, zone, locale) }))}
            />
          </Field>
        </div>
      )}
      {differsFromDevice(start, zone) && (
        <p className="mt-2 text-sm text-ink-2">{t('checkout.zone', { zone: zoneName(start, zone, locale) })}</p>
      )}
    </Section>
  )
}

import { useState } from 'react'
import { skippedHour } from '#web/features/booking-window/windowMoves.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatTime } from '#web/time/format.ts'
import { quartersOfDay, wallDay } from '#web/time/quarterHours.ts'
import { DateInput } from '#web/ui/form/DateInput.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { endOnDay } from './ends.ts'

interface EndFieldsProps {
  value: Date
  earliest: Date
  latest: Date
  /** Time zone of the park; the fields are local to it. */
  zone: string
  onChange: (end: Date) => void
}

/** A custom end: a day and a quarter hour in the park's local time. */
export function EndFields({ value, earliest, latest, zone, onChange }: EndFieldsProps) {
  const { t, locale } = useTranslation()
  const [skipped, setSkipped] = useState<{ hour: string; to: Date }>()
  const times = quartersOfDay(wallDay(value, zone), zone).filter(({ at }) => at >= earliest && at <= latest)
  const labelOf = (at: Date, turn: 1 | 2 | undefined) => {
    const time = formatTime(at, zone, locale)
    return turn === undefined ? time : t(turn === 1 ? 'search.time_first' : 'search.time_second', { time })
  }
  return (
    <div className="grid grid-cols-[1.4fr_1fr] gap-2.5">
      <Field label={t('bookings.extend.day')} hideLabel>
        <DateInput
          required
          value={wallDay(value, zone)}
          min={wallDay(earliest, zone)}
          max={wallDay(latest, zone)}
          onChange={({ target: { value: day } }) => {
            const hour = skippedHour(value, day, zone)
            const to = endOnDay(value, day, zone, earliest, latest)
            setSkipped(hour === undefined ? undefined : { hour, to })
            onChange(to)
          }}
        />
      </Field>
      <Field label={t('bookings.extend.time')} hideLabel>
        <NativeSelect
          value={value.getTime()}
          options={times.map(({ at, turn }) => ({ value: at.getTime(), label: labelOf(at, turn) }))}
          onChange={(event) => {
            setSkipped(undefined)
            onChange(new Date(Number(event.target.value)))
          }}
        />
      </Field>
      {skipped && (
        <p role="status" className="col-span-2 text-sm text-ink-2">
          {t('search.clock_change', { hour: skipped.hour, time: formatTime(skipped.to, zone, locale) })}
        </p>
      )}
    </div>
  )
}

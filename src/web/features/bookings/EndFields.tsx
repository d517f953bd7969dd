import { useTranslation } from 'react-i18next'
import { formatTime } from '#web/lib/format.ts'
import { quartersOfDay, wallDay } from '#web/lib/quarter.ts'
import { Field } from '#web/ui/Field.tsx'
import { NativeSelect } from '#web/ui/NativeSelect.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { endOnDay } from './ends.ts'

interface EndFieldsProps {
  value: Date
  earliest: Date
  latest: Date
  /** Of the park: what its clocks show is chosen. */
  zone: string
  onChange: (end: Date) => void
}

/** An end of one's own: a day and a quarter hour of the park's clock. */
export function EndFields({ value, earliest, latest, zone, onChange }: EndFieldsProps) {
  const { t, i18n } = useTranslation()
  const times = quartersOfDay(wallDay(value, zone), zone).filter(({ at }) => at >= earliest && at <= latest)
  return (
    <div className="grid grid-cols-[1.4fr_1fr] gap-2.5">
      <Field label={t('bookings.extend.day')} hideLabel>
        <TextInput
          type="date"
          required
          value={wallDay(value, zone)}
          min={wallDay(earliest, zone)}
          max={wallDay(latest, zone)}
          onChange={(event) => onChange(endOnDay(value, event.target.value, zone, earliest, latest))}
        />
      </Field>
      <Field label={t('bookings.extend.time')} hideLabel>
        <NativeSelect
          value={value.getTime()}
          options={times.map(({ at }) => ({ value: at.getTime(), label: formatTime(at, zone, i18n.language) }))}
          onChange={(event) => onChange(new Date(Number(event.target.value)))}
        />
      </Field>
    </div>
  )
}

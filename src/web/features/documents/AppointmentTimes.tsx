import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { Inspections } from '#contract/documents/document-inspections.ts'
import { documentDays } from '#contract/documents/document-rules.ts'
import { toNigerianDay } from '#contract/documents/nigerian-day.ts'
import { day_ms } from '#contract/time.ts'
import { useTranslation } from '#web/page/translation.ts'
import { readNow } from '#web/time/clock.ts'
import { formatHour } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { DateInput } from '#web/ui/form/DateInput.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Tag } from '#web/ui/Tag.tsx'

/** A day of Nigeria counted from today. */
export const findDay = (ahead: number): string => toNigerianDay(new Date(readNow().getTime() + ahead * day_ms))

const moveDay = (day: string, by: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * day_ms).toISOString().slice(0, 10)

/** The day of an inspection, within those that can be booked. */
export function AppointmentDay({ day, onChange }: { day: string; onChange: (day: string) => void }) {
  const { t } = useTranslation()
  const [first, last] = [findDay(0), findDay(documentDays.appointment)]
  return (
    <div className="flex items-end gap-2">
      <Field label={t('documents.inspection.day')} className="min-w-0 flex-1 sm:max-w-56">
        <DateInput
          min={first}
          max={last}
          value={day}
          onChange={({ target }) => target.value !== '' && onChange(target.value)}
        />
      </Field>
      <IconButton
        variant="outline"
        className="mb-0.75"
        label={t('documents.inspection.previous_day')}
        icon={<ChevronLeft aria-hidden="true" />}
        disabled={day <= first}
        onClick={() => onChange(moveDay(day, -1))}
      />
      <IconButton
        variant="outline"
        className="mb-0.75"
        label={t('documents.inspection.next_day')}
        icon={<ChevronRight aria-hidden="true" />}
        disabled={day >= last}
        onClick={() => onChange(moveDay(day, 1))}
      />
    </div>
  )
}

/** A time at a centre. */
export interface AppointmentTime {
  centre_id: string
  starts_at: string
}

/** The centre of a time that is among those that are left. */
export const findCentre = (centres: Inspections['centres'], chosen: AppointmentTime | undefined) =>
  centres.find(
    ({ centre, times }) =>
      centre.id === chosen?.centre_id && times.some(({ starts_at }) => starts_at === chosen.starts_at),
  )?.centre

interface AppointmentTimesProps {
  centres: Inspections['centres']
  chosen?: AppointmentTime | undefined
  disabled?: boolean
  onPick: (time: AppointmentTime) => void
}

/** The times that are left on a day, by centre. */
export function AppointmentTimes({ centres, chosen, disabled, onPick }: AppointmentTimesProps) {
  const { t, locale } = useTranslation()
  if (centres.every(({ times }) => times.length === 0)) return <p role="status">{t('documents.inspection.none')}</p>
  return (
    <ul className="grid gap-4">
      {centres.map(({ centre, times }) => (
        <li key={centre.id}>
          <p className="flex flex-wrap items-center gap-2 font-semibold">
            {centre.name}
            {centre.is_example && <Tag tone="example">{t('documents.inspection.example')}</Tag>}
          </p>
          <p className="text-sm text-ink-2">{[centre.address, centre.city].join(', ')}</p>
          {times.length === 0 ? (
            <p className="text-sm text-ink-2">{t('documents.inspection.full')}</p>
          ) : (
            <div className="mt-2 flex flex-wrap gap-2">
              {times.map(({ starts_at }) => {
                const time = formatHour(new Date(starts_at), 'Africa/Lagos', locale)
                const isChosen = chosen?.centre_id === centre.id && chosen.starts_at === starts_at
                return (
                  <Button
                    key={starts_at}
                    size="md"
                    variant={isChosen ? 'primary' : 'outline'}
                    disabled={disabled}
                    aria-pressed={isChosen}
                    aria-label={t('documents.inspection.choose_at', { time, centre: centre.name })}
                    onClick={() => onPick({ centre_id: centre.id, starts_at })}
                  >
                    {time}
                  </Button>
                )
              })}
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

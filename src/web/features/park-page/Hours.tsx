import type { Park } from '#contract/parks/parks.ts'
import { hoursOn, isAlwaysOpen, readHours, weekdayOf } from '#web/features/parks/openingHours.ts'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { dayName, useHoursText, WeekHoursTable } from '#web/features/parks/WeekTable.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { formatClocksIn, zoneName } from '#web/time/format.ts'
import { wallDay } from '#web/time/quarterHours.ts'
import { useDiffersFromDevice } from '#web/time/useDiffersFromDevice.ts'
import { useRunningQuarter } from '#web/time/useRunningQuarter.ts'
import { Fold } from '#web/ui/Fold.tsx'
import { Section } from '#web/ui/Page.tsx'

/**
 * Opening hours: today's, and all days when opened. Hours that don't fit a weekly table are shown as in the source;
 * nothing is shown without any, nor where a chip already says that the park never closes.
 */
export function Hours({ park }: { park: Park }) {
  const { t, language, locale } = useTranslation()
  const now = useRunningQuarter()
  const differsFromDevice = useDiffersFromDevice()
  const formatHours = useHoursText()
  const zone = park.timezone
  if (park.opening_hours === null) return null
  const mark = park.examples.includes('hours') && <ExampleTag />
  const week = readHours(park.opening_hours)
  if (week === undefined || isAlwaysOpen(week)) {
    if (week !== undefined && park.amenities.includes('open_24h')) return null
    return (
      <Section title={t('park.hours')} action={mark}>
        <p>
          {week === undefined
            ? t('park.hours_raw', { hours: formatClocksIn(park.opening_hours, locale) })
            : t('park.hours_always')}
        </p>
      </Section>
    )
  }
  const today = wallDay(now, zone)
  return (
    <Fold
      title={t('park.hours')}
      lead={
        park.open === true
          ? t('park.open_then')
          : t('common.labelled', {
              name: dayName(weekdayOf(today), language),
              value: formatHours(hoursOn(week, today)),
            })
      }
      mark={mark}
    >
      <WeekHoursTable week={week} today={today} />
      {differsFromDevice(now, zone) && (
        <p className="mt-2 text-sm text-ink-2">{t('park_page.hours_zone', { zone: zoneName(now, zone, locale) })}</p>
      )}
    </Fold>
  )
}

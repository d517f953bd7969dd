import type { Park } from '#contract/parks.ts'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { dateFormat, zoneName } from '#web/lib/format.ts'
import { useDiffersFromDevice } from '#web/lib/useDiffersFromDevice.ts'
import { wallDay } from '#web/lib/quarterHours.ts'
import { useRunningQuarter } from '#web/features/booking-window/useRunningQuarter.ts'
import { useTranslation } from '#web/lib/translation.ts'
import { cx } from '#web/ui/cx.ts'
import { Fold } from '#web/ui/Fold.tsx'
import { Section } from '#web/ui/Page.tsx'
import { isAlwaysOpen, isWholeDay, readHours, type OpenPeriod, weekdayOf } from './openingHours.ts'

/**
 * Opening hours: today's, and all days when opened. Hours that don't fit a weekly table are shown as in the source;
 * nothing is shown without any, nor where a chip already says that the park never closes.
 */
export function Hours({ park }: { park: Park }) {
  const { t, language, locale } = useTranslation()
  const now = useRunningQuarter()
  const differsFromDevice = useDiffersFromDevice()
  const zone = park.timezone
  if (park.opening_hours === null) return null
  const mark = park.examples.includes('hours') && <ExampleTag />
  const week = readHours(park.opening_hours)
  if (week === undefined || isAlwaysOpen(week)) {
    if (week !== undefined && park.amenities.includes('open_24h')) return null
    return (
      <Section title={t('park.hours')} action={mark}>
        <p>{week === undefined ? t('park.hours_raw', { hours: park.opening_hours }) : t('park.hours_always')}</p>
      </Section>
    )
  }
  const today = weekdayOf(wallDay(now, zone))
  const formatHours = (hours: readonly OpenPeriod[]) =>
    hours.length === 0
      ? t('park.hours_closed')
      : isWholeDay(hours)
        ? t('park.hours_all_day')
        : hours.map(({ from, to }) => `${from}–${to === '24:00' ? '00:00' : to}`).join(', ')
  return (
    <Fold
      title={t('park.hours')}
      lead={park.open === true ? t('park.open_then') : `${dayName(today, language)}: ${formatHours(week.days[today]!)}`}
      mark={mark}
    >
      <dl className="grid">
        {week.days.map((hours, day) => (
          <Row key={day} term={dayName(day, language)} today={day === today}>
            {formatHours(hours)}
          </Row>
        ))}
        {week.holidays && <Row term={t('park.hours_holidays')}>{formatHours(week.holidays)}</Row>}
      </dl>
      {differsFromDevice(now, zone) && (
        <p className="mt-2 text-sm text-ink-2">{t('park_page.hours_zone', { zone: zoneName(now, zone, locale) })}</p>
      )}
    </Fold>
  )
}

interface RowProps {
  term: string
  today?: boolean
  children: string
}

function Row({ term, today, children }: RowProps) {
  const { t } = useTranslation()
  return (
    <div
      aria-current={today ? 'date' : undefined}
      className={cx(
        'flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-2 last:border-0',
        today && '-mx-3 rounded-sm border-transparent bg-sunk px-3',
      )}
    >
      <dt className={today ? 'font-semibold' : 'text-ink-2'}>
        {term}
        {today && <span className="ml-2 text-sm font-medium text-ink-2">{t('park_page.hours_today')}</span>}
      </dt>
      <dd className="ml-auto text-right font-semibold">{children}</dd>
    </div>
  )
}

/** Name of a weekday; 0 is Monday. */
function dayName(day: number, locale: string): string {
  // 5 January 1970 was a Monday.
  const name = dateFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(1970, 0, 5 + day))
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}

import { CircleCheck } from 'lucide-react'
import type { Park } from '#contract/parks.ts'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { dateFormat, zoneName } from '#web/lib/format.ts'
import { useDiffersFromDevice } from '#web/lib/useDiffersFromDevice.ts'
import { wallDay } from '#web/lib/quarterHours.ts'
import { useRunningQuarter } from '#web/features/booking-window/useRunningQuarter.ts'
import { useTranslation } from '#web/lib/translation.ts'
import { cx } from '#web/ui/cx.ts'
import { Section } from '#web/ui/Page.tsx'
import { isAlwaysOpen, isWholeDay, readHours, type OpenPeriod, weekdayOf } from './openingHours.ts'

/** Opening hours by day with today marked. Hours that don't fit a weekly table are shown as in the source. */
export function Hours({ park }: { park: Park }) {
  const { t, language } = useTranslation()
  const now = useRunningQuarter()
  const differsFromDevice = useDiffersFromDevice()
  const zone = park.timezone
  const week = park.opening_hours === null ? undefined : readHours(park.opening_hours)
  const isAlways = week !== undefined && isAlwaysOpen(week)
  const today = weekdayOf(wallDay(now, zone))
  const formatHours = (hours: readonly OpenPeriod[]) =>
    hours.length === 0
      ? t('park.hours_closed')
      : isWholeDay(hours)
        ? t('park.hours_all_day')
        : hours.map(({ from, to }) => `${from}–${to === '24:00' ? '00:00' : to}`).join(', ')
  return (
    <Section title={t('park.hours')} action={park.examples.includes('hours') && <ExampleTag />}>
      {park.open === true && !isAlways && (
        <p className="mb-1.5 flex items-center gap-2 font-semibold text-free">
          <CircleCheck aria-hidden="true" className="size-4.5" />
          {t('park.open_then')}
        </p>
      )}
      {park.opening_hours === null && <p className="text-ink-2">{t('park.hours_unknown')}</p>}
      {park.opening_hours !== null && !week && (
        <p className="text-ink-2">{t('park.hours_raw', { hours: park.opening_hours })}</p>
      )}
      {isAlways && <p>{t('park.hours_always')}</p>}
      {week && !isAlways && (
        <dl className="grid">
          {week.days.map((hours, day) => (
            <Row key={day} term={dayName(day, language)} today={day === today}>
              {formatHours(hours)}
            </Row>
          ))}
          <Row term={t('park.hours_holidays')} quiet={week.holidays === undefined}>
            {week.holidays ? formatHours(week.holidays) : t('park_page.hours_holidays_unknown')}
          </Row>
        </dl>
      )}
      {park.opening_hours !== null && !isAlways && differsFromDevice(now, zone) && (
        <p className="mt-2 text-sm text-ink-2">{t('park_page.hours_zone', { zone: zoneName(now, zone, language) })}</p>
      )}
    </Section>
  )
}

interface RowProps {
  term: string
  today?: boolean
  quiet?: boolean
  children: string
}

function Row({ term, today, quiet, children }: RowProps) {
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
      <dd className={cx('ml-auto text-right', quiet ? 'text-ink-2' : 'font-semibold')}>{children}</dd>
    </div>
  )
}

/** Name of a weekday; 0 is Monday. */
function dayName(day: number, locale: string): string {
  // 5 January 1970 was a Monday.
  const name = dateFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(1970, 0, 5 + day))
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}

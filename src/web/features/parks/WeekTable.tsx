import { formatDayOfYear, formatShortDay, formatWeekday } from '#contract/days.ts'
import { includesDay } from '#contract/parks/special-days.ts'
import { useTranslation } from '#web/page/translation.ts'
import { capitalize, formatClock, formatClocksIn } from '#web/time/format.ts'
import { wallDay } from '#web/time/quarterHours.ts'
import { useRunningQuarter } from '#web/time/useRunningQuarter.ts'
import { cx } from '#web/ui/cx.ts'
import { isAlwaysOpen, isWholeDay, type OpenPeriod, readHours, type WeekHours, weekdayOf } from './openingHours.ts'

/** Opening hours day by day; as they are written where they don't fit a week. */
export function WeekTable({ hours, zone }: { hours: string; zone: string }) {
  const { t, locale } = useTranslation()
  const now = useRunningQuarter()
  const week = readHours(hours)
  if (week === undefined) return <p>{t('park.hours_raw', { hours: formatClocksIn(hours, locale) })}</p>
  if (isAlwaysOpen(week)) return <p>{t('park.hours_always')}</p>
  return <WeekHoursTable week={week} today={wallDay(now, zone)} />
}

/** The days of a week with their hours, then the special days that are not over; `today` is a date. */
export function WeekHoursTable({ week, today }: { week: WeekHours; today: string }) {
  const { t, language, locale } = useTranslation()
  const weekday = week.special.some((dates) => includesDay(dates, today)) ? undefined : weekdayOf(today)
  const formatHours = useHoursText()
  return (
    <dl className="grid">
      {week.days.map((hours, day) => (
        <Row key={day} term={dayName(day, language)} today={day === weekday}>
          {formatHours(hours)}
        </Row>
      ))}
      {week.holidays && <Row term={t('park.hours_holidays')}>{formatHours(week.holidays)}</Row>}
      {week.special
        .filter(({ to }) => to.length === 5 || to >= today)
        .map((dates) => (
          <Row key={dates.from} term={formatDays(dates, locale)} today={includesDay(dates, today)}>
            {formatHours(dates.hours)}
          </Row>
        ))}
    </dl>
  )
}

/** The hours of a day in words. */
export function useHoursText(): (hours: readonly OpenPeriod[]) => string {
  const { t, locale } = useTranslation()
  return (hours) =>
    hours.length === 0
      ? t('park.hours_closed')
      : isWholeDay(hours)
        ? t('park.hours_all_day')
        : hours.map(({ from, to }) => `${formatClock(from, locale)}–${formatClock(to, locale)}`).join(', ')
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

/** `25 Dec`, `24 Dec 2026 – 2 Jan 2027`. */
function formatDays({ from, to }: WeekHours['special'][number], locale: string): string {
  const days = from === to ? [from] : [from, to]
  return days
    .map((day) => (day.length === 5 ? formatDayOfYear(`2028-${day}`, locale) : formatShortDay(day, locale)))
    .join(' – ')
}

/** Name of a weekday; 0 is Monday. */
export const dayName = (day: number, locale: string): string => capitalize(formatWeekday(day + 1, locale), locale)

import { formatWeekday } from '#contract/days.ts'
import type { Locale } from '#contract/formats.ts'
import { isAlwaysOpen, isWholeDay, readHours, type OpenPeriod } from '#web/features/parks/openingHours.ts'
import { capitalize, formatClock, formatClocksIn } from '#web/time/format.ts'
import { useDeskWords } from '../words.ts'

interface HoursWords {
  always: string
  whole: string
  closed: string
  holidays: string
  special: string
}

/** A week's hours in one line, days with the same hours together: "Mon–Fri 08:00–16:00 · Sat 09:00–13:00". Hours that are no week stay as they are. */
export function describeHours(text: string, locale: Locale, words: HoursWords): string {
  const week = readHours(text)
  if (week === undefined) return formatClocksIn(text, locale)
  if (isAlwaysOpen(week)) return words.always
  const hoursOf = (periods: readonly OpenPeriod[]): string =>
    periods.length === 0
      ? words.closed
      : isWholeDay(periods)
        ? words.whole
        : periods.map(({ from, to }) => `${formatClock(from, locale)}–${formatClock(to, locale)}`).join(', ')
  const days = week.days.map(hoursOf)
  const name = (day: number) => capitalize(formatWeekday(day + 1, locale, 'short'), locale)
  const runs = days.flatMap((hours, day) => {
    if (day > 0 && days[day - 1] === hours) return []
    const next = days.findIndex((other, later) => later > day && other !== hours)
    const last = next === -1 ? days.length - 1 : next - 1
    return [{ hours, days: day === last ? name(day) : `${name(day)}–${name(last)}`, isOpen: hours !== words.closed }]
  })
  const shown = runs.filter(({ isOpen }) => isOpen)
  return [
    ...(shown.length === 0 ? [words.closed] : shown.map(({ days, hours }) => `${days} ${hours}`)),
    ...(week.holidays === undefined ? [] : [`${words.holidays} ${hoursOf(week.holidays)}`]),
    ...(week.special.length === 0 ? [] : [words.special]),
  ].join(' · ')
}

/** Opening hours in the syntax of OpenStreetMap, in words. */
export function HoursText({ text }: { text: string }) {
  const { t, locale } = useDeskWords()
  return (
    <>
      {describeHours(text, locale, {
        always: t('desk.parks.hours.always'),
        whole: t('desk.parks.hours.whole'),
        closed: t('desk.parks.hours.shut'),
        holidays: t('desk.parks.hours.on_holidays'),
        special: t('desk.parks.hours.special_days'),
      })}
    </>
  )
}

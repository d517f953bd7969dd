import { formatSpecialDays } from '#contract/parks/special-days.ts'
import { formatWeek, type Span } from '#contract/parks/week-hours.ts'
import { isWholeDay, type OpenPeriod, readHours } from '#web/features/parks/openingHours.ts'

/** A day as its controls hold it: periods may still miss a time. */
export interface DayDraft {
  state: 'closed' | 'whole' | 'hours'
  periods: readonly OpenPeriod[]
}
export interface WeekDraft {
  /** Monday first. */
  days: readonly DayDraft[]
  /** Public holidays; undefined where they are days as others. */
  holidays: DayDraft | undefined
  special: readonly SpecialDraft[]
}
/** Days with hours of their own, as date fields have them: those of every year are of some year. */
export interface SpecialDraft {
  from: string
  to: string
  isYearly: boolean
  day: DayDraft
}

export const closedDay: DayDraft = { state: 'closed', periods: [] }
/** What a day begins with that is opened in the form. */
export const usualPeriod: OpenPeriod = { from: '08:00', to: '18:00' }

const day_min = 1_440
const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Clocks as time fields have them: midnight at the end of a day, and hours of the next day, begin again at 00:00. */
const toDay = (periods: readonly OpenPeriod[]): DayDraft =>
  periods.length === 0
    ? closedDay
    : isWholeDay(periods)
      ? { state: 'whole', periods: [] }
      : {
          state: 'hours',
          periods: periods.map(({ from, to }) => ({ from, to: clockOf(minutesOf(to) % day_min) })),
        }

const inYear = (day: string, year: number): string => (day.length === 5 ? `${year}-${day}` : day)

/** The week that a text says, with days of every year in `year`; undefined for what is no week (seasons, comments), which stays a text. */
export function readWeek(text: string, year: number): WeekDraft | undefined {
  if (text.trim() === '') return { days: Array.from({ length: 7 }, () => closedDay), holidays: undefined, special: [] }
  const week = readHours(text)
  return (
    week && {
      days: week.days.map(toDay),
      holidays: week.holidays && toDay(week.holidays),
      special: week.special.map(({ from, to, hours }) => ({
        from: inYear(from, year),
        to: inYear(to, to < from && to.length === 5 ? year + 1 : year),
        isYearly: from.length === 5,
        day: toDay(hours),
      })),
    }
  )
}

const isWhole = ({ from, to }: OpenPeriod): boolean => from !== '' && to !== ''

const toSpans = ({ state, periods }: DayDraft): Span[] => {
  if (state === 'whole') return [{ from: 0, to: day_min }]
  if (state === 'closed') return []
  return periods.map(({ from, to }) => ({ from: minutesOf(from), to: minutesOf(to) === 0 ? day_min : minutesOf(to) }))
}

/** The text of a week. A week without hours is empty; one where a time or a date is missing is a text that is refused. */
export function writeWeek({ days, holidays, special }: WeekDraft): string {
  const all = [...days, ...(holidays === undefined ? [] : [holidays]), ...special.map(({ day }) => day)]
  const isMissing = all.some(
    ({ state, periods }) => state === 'hours' && (periods.length === 0 || !periods.every(isWhole)),
  )
  if (isMissing || special.some(({ from, to }) => from === '' || to === '' || to < from)) return '…'.repeat(3)
  if (days.every(({ state }) => state === 'closed')) return ''
  return [
    formatWeek(days.map(toSpans)),
    ...(holidays === undefined ? [] : [`PH ${writeDay(holidays)}`]),
    ...special.map(({ from, to, isYearly, day }) => {
      const [first, last] = isYearly ? [from.slice(5), to.slice(5)] : [from, to]
      return formatSpecialDays({ from: first!, to: last!, hours: writeDay(day) })
    }),
  ].join('; ')
}

/** The hours of one day, as the rule of a holiday has them. */
function writeDay(day: DayDraft): string {
  const [rule] = formatWeek(Array.from({ length: 7 }, () => toSpans(day))).split('; ')
  return rule === '24/7' ? '00:00-24:00' : rule!.replace(/^Mo-Su /, '')
}

/** Gives a day's hours to other days. */
export const copyDay = (week: WeekDraft, from: number, to: readonly number[]): WeekDraft => ({
  ...week,
  days: week.days.map((day, index) => (to.includes(index) ? week.days[from]! : day)),
})

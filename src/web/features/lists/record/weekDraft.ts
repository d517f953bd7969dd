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

/** The week that a text says; undefined for what is no ordinary week (seasons, dates, comments), which stays a text. */
export function readWeek(text: string): WeekDraft | undefined {
  if (text.trim() === '') return { days: Array.from({ length: 7 }, () => closedDay), holidays: undefined }
  const week = readHours(text)
  return week && { days: week.days.map(toDay), holidays: week.holidays && toDay(week.holidays) }
}

const isWhole = ({ from, to }: OpenPeriod): boolean => from !== '' && to !== ''

const toSpans = ({ state, periods }: DayDraft): Span[] => {
  if (state === 'whole') return [{ from: 0, to: day_min }]
  if (state === 'closed') return []
  return periods.map(({ from, to }) => ({ from: minutesOf(from), to: minutesOf(to) === 0 ? day_min : minutesOf(to) }))
}

/** The text of a week. A week without hours is empty; one where a time is missing is a text that is refused. */
export function writeWeek({ days, holidays }: WeekDraft): string {
  const all = holidays === undefined ? days : [...days, holidays]
  if (all.some(({ state, periods }) => state === 'hours' && (periods.length === 0 || !periods.every(isWhole))))
    return '…'.repeat(3)
  if (days.every(({ state }) => state === 'closed')) return ''
  const week = formatWeek(days.map(toSpans))
  if (holidays === undefined) return week
  const [monday] = formatWeek(Array.from({ length: 7 }, () => toSpans(holidays))).split('; ')
  const hours = monday === '24/7' ? '00:00-24:00' : monday!.replace(/^Mo-Su /, '')
  return `${week}; PH ${hours}`
}

/** Gives a day's hours to other days. */
export const copyDay = ({ days, holidays }: WeekDraft, from: number, to: readonly number[]): WeekDraft => ({
  days: days.map((day, index) => (to.includes(index) ? days[from]! : day)),
  holidays,
})

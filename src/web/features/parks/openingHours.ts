import { closeAtMidnight } from '#contract/parks/closing-times.ts'
import { includesDay, splitSpecialDays, type SpecialDays } from '#contract/parks/special-days.ts'

/** A period of the day, from `00:00` to `24:00`; an end before the start is on the next day. */
export interface OpenPeriod {
  from: string
  to: string
}

export interface WeekHours {
  /** Monday first; an empty list is a closed day. */
  days: readonly (readonly OpenPeriod[])[]
  /** Public holidays, if the source states them. */
  holidays: readonly OpenPeriod[] | undefined
  /** Days that have hours of their own. */
  special: readonly (Omit<SpecialDays, 'hours'> & { hours: readonly OpenPeriod[] })[]
}

const names = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
const wholeDay: OpenPeriod = { from: '00:00', to: '24:00' }

/**
 * Parses OSM's `opening_hours` syntax into a week, with days at its end that have their own hours; undefined for rules that don't
 * fit one (seasons, sunrise), which are shown as written.
 */
export function readHours(text: string): WeekHours | undefined {
  const days: OpenPeriod[][] = names.map(() => [])
  const ruleOf = names.map(() => 0)
  let holidays: OpenPeriod[] | undefined
  const { week, special: dated } = splitSpecialDays(closeAtMidnight(text))
  const special = dated.map((dates) => ({ ...dates, hours: readTimes(dates.hours) ?? [] }))
  for (const [index, rule] of week.split(';').entries()) {
    if (rule.trim() === '') continue
    const read = readRule(rule.trim())
    if (read === undefined) return undefined
    // As in OSM, a later rule overrides earlier ones for its days.
    for (const day of read.days) {
      days[day] = read.hours
      ruleOf[day] = index
    }
    if (read.holidays) holidays = read.hours
  }
  // Also those of the night before.
  const cut = days.map((periods, day) =>
    ruleOf[(day + 1) % 7]! > ruleOf[day]!
      ? periods.map(({ from, to }) => ({ from, to: to < from ? wholeDay.to : to }))
      : periods,
  )
  return { days: cut, holidays, special }
}

export const isWholeDay = (hours: readonly OpenPeriod[]): boolean =>
  hours.some(({ from, to }) => from === wholeDay.from && to === wholeDay.to)

/** Whether it is open around the clock every day; holidays are ignored. */
export const isAlwaysOpen = ({ days, special }: WeekHours): boolean => special.length === 0 && days.every(isWholeDay)

/** The hours of a day, `2026-11-21`; public holidays are ignored. */
export const hoursOn = ({ days, special }: WeekHours, day: string): readonly OpenPeriod[] =>
  special.findLast((dates) => includesDay(dates, day))?.hours ?? days[weekdayOf(day)]!

/** Weekday of a date such as `2026-11-21`; 0 is Monday. */
export const weekdayOf = (date: string): number => (new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7

function readRule(rule: string): { days: number[]; holidays: boolean; hours: OpenPeriod[] } | undefined {
  const parts = /^(?:((?:(?:Mo|Tu|We|Th|Fr|Sa|Su|PH)(?:-(?:Mo|Tu|We|Th|Fr|Sa|Su))?,? ?)+) ?)?(.*)$/.exec(rule)
  const hours = readTimes(parts?.[2]?.trim() ?? '')
  if (hours === undefined) return undefined
  const selector = parts?.[1]
  if (selector === undefined) return { days: names.map((_, day) => day), holidays: false, hours }
  const days: number[] = []
  let holidays = false
  for (const piece of selector.split(/[, ]+/).filter(Boolean)) {
    if (piece === 'PH') holidays = true
    else days.push(...readDays(piece))
  }
  return { days, holidays, hours }
}

function readDays(piece: string): number[] {
  const [first, last = first] = piece.split('-').map((name) => names.indexOf(name))
  const days: number[] = []
  for (let day = first!; ; day = (day + 1) % 7) {
    days.push(day)
    if (day === last) return days
  }
}

function readTimes(text: string): OpenPeriod[] | undefined {
  if (text === '24/7' || text === 'open') return [wholeDay]
  if (text === 'off' || text === 'closed') return []
  const periods = text.split(',').map((part) => /^ ?(\d\d:\d\d)-(\d\d:\d\d)$/.exec(part))
  const hours = periods.flatMap((match) => (match ? [{ from: match[1]!, to: match[2]! }] : []))
  return text !== '' && hours.length === periods.length ? hours : undefined
}

import { closeAtMidnight, closingMinute } from './closing-times.ts'
import { formatSpecialDays, splitSpecialDays } from './special-days.ts'

/* Opening hours of an ordinary week, in the syntax of OpenStreetMap, where a later rule takes the place of earlier ones. */

/** Minutes from midnight; `to` is 1440 at most, and before `from` where the hours end on the next day. */
export interface Span {
  from: number
  to: number
}

const dayCodes = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
const day_min = 1_440

const formatClock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const endOf = ({ to }: Span): number => closingMinute(to === 0 ? day_min : to)
const isLate = (span: Span): boolean => endOf(span) < span.from
export const formatSpan = (span: Span): string => `${formatClock(span.from)}-${formatClock(endOf(span))}`

/** Spans in order; those that touch are one. Spans past midnight are kept apart. */
function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const span of spans.filter((span) => !isLate(span)).toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last !== undefined && span.from <= last.to) last.to = Math.max(last.to, endOf(span))
    else joined.push({ from: span.from, to: endOf(span) })
  }
  return [...joined, ...spans.filter(isLate)]
}

/** Spans past midnight as two: until midnight, and on the next day. */
const splitNights = (week: readonly (readonly Span[])[]): Span[][] =>
  week.map((spans, day) => [
    ...spans.map((span) => (isLate(span) ? { from: span.from, to: day_min } : span)),
    ...week[(day + 6) % 7]!.filter(isLate).map(({ to }) => ({ from: 0, to })),
  ])

/** Whether hours past midnight meet a rule of the next day that is later than theirs, which takes their place there. */
const isCut = (week: readonly (readonly Span[])[], ruleOf: (day: number) => number): boolean =>
  week.some((spans, day) => spans.some(isLate) && ruleOf((day + 1) % 7) > ruleOf(day))

/** Formats the hours of each day, from Monday, so that no rule cuts those of the night before. A day without is closed. */
export function formatWeek(week: readonly (readonly Span[])[]): string {
  const byDay = week.map((spans) => joinSpans(spans).map(formatSpan).join(','))
  // The rule of each day: the first day of those that follow each other with the same hours.
  const firstDays = byDay.map((hours, day) => byDay.slice(0, day + 1).findLastIndex((other) => other !== hours) + 1)
  if (isCut(week, (day) => firstDays[day]!)) return formatWeek(splitNights(week))
  if (byDay.every((hours) => hours === '00:00-24:00')) return '24/7'
  return [...new Set(firstDays)]
    .map((first) => {
      const last = firstDays.lastIndexOf(first)
      const days = first === last ? dayCodes[first] : `${dayCodes[first]}-${dayCodes[last]}`
      return `${days} ${byDay[first] === '' ? 'off' : byDay[first]}`
    })
    .join('; ')
}

interface Week {
  days: { spans: Span[]; rule: number }[]
  holidays: string[]
}

const times = String.raw`\d{1,2}:\d\d-\d{1,2}:\d\d`
const selector = String.raw`(?:(?:Mo|Tu|We|Th|Fr|Sa|Su)(?:-(?:Mo|Tu|We|Th|Fr|Sa|Su))?|PH|SH)`
const rulePattern = new RegExp(`^(?:(${selector}(?:, ?${selector})*) )?(off|closed|24/7|${times}(?:, ?${times})*)$`)

/** Parses hours that are those of an ordinary week; undefined for others (seasons, dates, comments). */
function parseWeek(text: string): Week | undefined {
  const week: Week = { days: dayCodes.map(() => ({ spans: [], rule: -1 })), holidays: [] }
  for (const [rule, part] of text.split(';').entries()) {
    if (part.trim() === '') continue
    const [, selected, hours] = rulePattern.exec(part.trim().replaceAll(/\s+/g, ' ')) ?? []
    if (hours === undefined) return undefined
    for (const piece of selected?.split(/, ?/) ?? ['Mo-Su']) {
      if (piece === 'PH' || piece === 'SH') week.holidays.push(`${piece} ${hours}`)
      else for (const day of listDays(piece)) week.days[day] = { spans: parseSpans(hours), rule }
    }
  }
  return week
}

function listDays(piece: string): number[] {
  const [first, last = first] = piece.split('-').map((name) => dayCodes.indexOf(name))
  return Array.from({ length: ((last! - first! + 7) % 7) + 1 }, (_, index) => (first! + index) % 7)
}

function parseSpans(hours: string): Span[] {
  if (hours === 'off' || hours === 'closed') return []
  if (hours === '24/7') return [{ from: 0, to: day_min }]
  return hours.split(/, ?/).map((span) => {
    const [from, to] = span.split('-').map((clock) => {
      const [hour, minute] = clock.split(':').map(Number)
      return hour! * 60 + minute!
    })
    // Hours above 24 are those of the next day.
    return { from: from!, to: to! > day_min ? to! - day_min : to! }
  })
}

/**
 * Returns the hours that are meant where those past midnight are cut by the rule of the next day, as in "Fr 18:00-02:00;
 * Sa 10:00-20:00"; undefined where none are cut.
 */
export function correctHours(text: string): string | undefined {
  const { week: ordinary, special } = splitSpecialDays(closeAtMidnight(text))
  const week = parseWeek(ordinary)
  if (week === undefined) return undefined
  const days = week.days.map(({ spans }) => spans)
  if (!isCut(days, (day) => week.days[day]!.rule)) return undefined
  return [formatWeek(splitNights(days)), ...week.holidays, ...special.map(formatSpecialDays)].join('; ')
}

import { Temporal } from 'temporal-polyfill'
import { pricedFrom, runningQuarter, windowRules } from '#contract/bookings/booking-rules.ts'
import { day_ms, minute_ms, quarter_ms } from '#contract/time.ts'
import { AppError } from '#server/http/errors.ts'

/** A parking period from `start` (included) to `end` (excluded). */
export interface Window {
  start: Date
  end: Date
}

/** The parts of a window before and after another one. Counters have quarter hours: one that the other window touches is in it. */
export function listPartsBeside({ start, end }: Window, other: Window | undefined): Window[] {
  if (other === undefined || other.end <= start || other.start >= end) return [{ start, end }]
  const from = new Date(Math.floor(other.start.getTime() / quarter_ms) * quarter_ms)
  const until = new Date(Math.ceil(other.end.getTime() / quarter_ms) * quarter_ms)
  return [
    { start, end: from },
    { start: until, end },
  ].filter((part) => part.start < part.end)
}

/** A window with the start of the part that is charged. */
export type PricedWindow = Window & { priced_from: Date }

export interface WindowProblem {
  field: 'start_time' | 'end_time'
  key: string
}

/**
 * Returns a window with its charged part if it is bought at `now`. A window that is too short to be booked any more is
 * priced from its start, so that lists and charts still say what such a time costs.
 */
export function priceWindow({ start, end }: Window, now: Date): PricedWindow {
  const from = pricedFrom(start, now)
  return { start, end, priced_from: isLongEnough({ priced_from: from, end }) ? from : start }
}

/** Whether the charged part of a window has the least length of a booking. */
export const isLongEnough = ({ priced_from, end }: Pick<PricedWindow, 'priced_from' | 'end'>): boolean =>
  end.getTime() - priced_from.getTime() >= windowRules.least_min * minute_ms

/** Returns all problems of a window to book at `now`, charged from `priced_from`. Quarter hours are UTC's. */
export function windowProblems(
  { start, end }: Window,
  now: Date,
  priced_from = start < runningQuarter(now) ? start : pricedFrom(start, now),
): WindowProblem[] {
  const length_ms = end.getTime() - priced_from.getTime()
  const problems: WindowProblem[] = []
  if (start.getTime() % quarter_ms !== 0) problems.push({ field: 'start_time', key: 'quarter' })
  if (end.getTime() % quarter_ms !== 0) problems.push({ field: 'end_time', key: 'quarter' })
  if (start < runningQuarter(now)) problems.push({ field: 'start_time', key: 'start_past' })
  if (start.getTime() > now.getTime() + windowRules.ahead_days * day_ms)
    problems.push({ field: 'start_time', key: 'window_far' })
  if (end <= start) problems.push({ field: 'end_time', key: 'end_before_start' })
  else if (!isLongEnough({ priced_from, end })) problems.push({ field: 'end_time', key: 'window_short' })
  else if (length_ms > windowRules.most_min * minute_ms) problems.push({ field: 'end_time', key: 'window_long' })
  return problems
}

/**
 * Parses a time at a park (`MomentText` of the contract); without an offset it is the park's local time. Returns
 * undefined for a time skipped by a clock change, and the first of a repeated time.
 */
export function parseInstant(timezone: string, text: string): Date | undefined {
  if (/(?:Z|[+-]\d\d:?\d\d)$/i.test(text)) return new Date(text)
  const localTime = Temporal.PlainDateTime.from(text)
  const instant = localTime.toZonedDateTime(timezone, { disambiguation: 'earlier' })
  return instant.toPlainDateTime().equals(localTime) ? new Date(instant.epochMilliseconds) : undefined
}

/** Parses the window of a quote or booking. Throws a 422 with every problem. */
export function getWindow(start_time: string, end_time: string, now: Date, timezone: string): PricedWindow {
  const [start, end] = [parseInstant(timezone, start_time), parseInstant(timezone, end_time)]
  if (start === undefined || end === undefined) {
    const skipped: WindowProblem[] = []
    if (start === undefined) skipped.push({ field: 'start_time', key: 'no_such_time' })
    if (end === undefined) skipped.push({ field: 'end_time', key: 'no_such_time' })
    throw new AppError('validation_failed', {}, skipped)
  }
  const problems = windowProblems({ start, end }, now)
  if (problems.length > 0) throw new AppError('validation_failed', {}, problems)
  return priceWindow({ start, end }, now)
}

/**
 * Parses the window of a list or page, undefined without one. Unlike for bookings, it may have started but not ended,
 * so that an open page stays valid.
 */
export function findWindow(
  query: { start_time?: string | undefined; end_time?: string | undefined },
  now: Date,
): PricedWindow | undefined {
  const { start_time, end_time } = query
  if (start_time === undefined && end_time === undefined) return undefined
  if (start_time === undefined || end_time === undefined)
    throw new AppError('validation_failed', {}, [
      { field: start_time === undefined ? 'start_time' : 'end_time', key: 'window_pair' },
    ])
  const window = { start: new Date(start_time), end: new Date(end_time) }
  const priced = priceWindow(window, now)
  const problems = windowProblems(window, now, priced.priced_from).filter(
    ({ key }) => key !== 'start_past' || window.end <= now,
  )
  if (problems.length > 0) throw new AppError('validation_failed', {}, problems)
  return priced
}

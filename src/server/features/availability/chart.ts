import { windowRules } from '#contract/bookings/booking-rules.ts'
import { chartRules } from '#contract/parks/availability.ts'
import { day_ms, minute_ms, quarter_ms } from '#contract/time.ts'
import type { Window } from './window.ts'

interface Problem {
  field: 'from' | 'to' | 'step'
  key: string
}

/** Returns all problems of a requested chart: it may have started but not ended. */
export function chartProblems({ start, end }: Window, step_min: number, now: Date): Problem[] {
  const length_ms = end.getTime() - start.getTime()
  const problems: Problem[] = []
  if (start.getTime() % quarter_ms !== 0) problems.push({ field: 'from', key: 'quarter' })
  if (end.getTime() % quarter_ms !== 0) problems.push({ field: 'to', key: 'quarter' })
  if (start.getTime() > now.getTime() + windowRules.ahead_days * day_ms)
    problems.push({ field: 'from', key: 'window_far' })
  if (length_ms <= 0) problems.push({ field: 'to', key: 'chart_order' })
  else if (end <= now) problems.push({ field: 'to', key: 'chart_over' })
  else if (length_ms > chartRules.most_days * day_ms) problems.push({ field: 'to', key: 'chart_long' })
  else if (length_ms > chartRules.most_steps * step_min * minute_ms)
    problems.push({ field: 'step', key: 'chart_steps' })
  return problems
}

/** Splits a period into steps; the last one may be shorter. */
export function splitIntoSteps({ start, end }: Window, step_min: number): Window[] {
  const step_ms = step_min * minute_ms
  const count = Math.ceil((end.getTime() - start.getTime()) / step_ms)
  return Array.from({ length: count }, (_, n) => ({
    start: new Date(start.getTime() + n * step_ms),
    end: new Date(Math.min(start.getTime() + (n + 1) * step_ms, end.getTime())),
  }))
}

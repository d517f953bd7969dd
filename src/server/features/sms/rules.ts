import { day_ms, hour_ms, minute_ms } from '#contract/time.ts'
import { wallTime } from '#contract/wall-clock.ts'
import { mail_days } from '#server/features/accounts/rules.ts'

/** How long messages are stored, in days: as long as emails. */
export const sms_days = mail_days

/** Messages that can wait are not sent from 21:00 to 08:00, in the time zone of what they are about. */
export const quietHours = { from: 21, to: 8 } as const

/** A claim that is older belongs to a process that has ended: longer than a provider may take to answer. */
export const claim_ms = 2 * minute_ms

/** How many of its last digits tell the numbers of a range apart: ranges of 10,000 numbers are rented together. */
const rangeDigits = 4

/** The range of numbers that a number belongs to. */
export const rangeOf = (number: string): string => number.slice(0, -rangeDigits)

/** The beginning of the day for which limits count, in UTC. */
export const dayStart = (now: Date): Date => new Date(Math.floor(now.getTime() / day_ms) * day_ms)

/** How long after a failed try the next one is made: 10 s, then twice as long each time, up to an hour. */
export const smsRetryDelay_ms = (attempts: number): number => Math.min(hour_ms, 10_000 * 2 ** Math.max(0, attempts - 1))

/** When a message that can wait is sent: now, or when the quiet hours of its time zone end. */
export function findSendTime(now: Date, zone: string): Date {
  const hourAt = (at: Date): number => Number(wallTime(at, zone).slice(11, 13))
  const isQuiet = (at: Date): boolean => hourAt(at) >= quietHours.from || hourAt(at) < quietHours.to
  if (!isQuiet(now)) return now
  // By the quarter hour, on which the offsets of all time zones lie: clocks may change within the night.
  const step_ms = 15 * minute_ms
  let at = Math.floor(now.getTime() / step_ms) * step_ms
  do at += step_ms
  while (isQuiet(new Date(at)))
  return new Date(at)
}

export interface SmsLimits {
  /** Messages of a day to one number. */
  number: number
  /** Messages of a day to one range of numbers. */
  range: number
  /** What a country's messages of a day may cost, in millionths. */
  cost_micro: bigint
}
export interface SmsUsage {
  number: number
  range: number
  cost_micro: bigint
}

/** Why a message is not sent: its country is switched off, has no provider here, or a limit of the day is reached. */
export const smsRefusals = ['inactive', 'no_provider', 'number_limit', 'range_limit', 'daily_maximum'] as const
export type SmsRefusal = (typeof smsRefusals)[number]

/** The first limit of the day that a message of this price would exceed; undefined if it may be sent. */
export function findExceededLimit(used: SmsUsage, limits: SmsLimits, price_micro: bigint): SmsRefusal | undefined {
  if (used.cost_micro + price_micro > limits.cost_micro) return 'daily_maximum'
  if (used.number >= limits.number) return 'number_limit'
  return used.range >= limits.range ? 'range_limit' : undefined
}

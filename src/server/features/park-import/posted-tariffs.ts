import { toMinor, type Currency } from '#contract/money.ts'
import { closingMinute } from '#contract/parks/closing-times.ts'
import { noExtraTerms, type ExtraTerms } from '#server/features/pricing/tariff-terms.ts'
import type { RateWindow, WindowCode } from '#server/features/pricing/tariff.ts'
import type { Rates } from './row.ts'

/** A tariff posted by a source, in minor units. */
export type PostedTariff = ExtraTerms & {
  currency: Currency
  increment_minutes: number
  increment_minor: bigint
  day_cap_minor: bigint | null
}

type Hours = Pick<RateWindow, 'days' | 'from_min' | 'to_min'>

const day_min = 24 * 60
const everyDay = [1, 2, 3, 4, 5, 6, 7]

/** Returns the label of a window by its days and hours. */
function labelWindow({ days, from_min, to_min }: Hours): WindowCode {
  if (days.every((day) => day > 5)) return 'weekend'
  if (to_min <= from_min && from_min > 0) return 'overnight'
  return from_min >= 16 * 60 ? 'evening' : 'day'
}

/** Whether the hours cover every minute of the week exactly once. */
export function coversWeek(hours: readonly Hours[]): boolean {
  const times = new Uint8Array(7 * day_min)
  for (const { days, from_min, to_min } of hours)
    for (const day of days) {
      const length = to_min > from_min ? to_min - from_min : day_min - from_min + to_min
      for (let i = 0; i < length; i += 1) times[((day - 1) * day_min + from_min + i) % times.length]! += 1
    }
  return times.every((count) => count === 1)
}

const parseAmount = (text: string | undefined, currency: Currency) =>
  text === undefined ? undefined : toMinor(Number(text), currency)

const longDays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const shortDays = longDays.map((day) => day.slice(0, 2))

/** Parses the days of "Monday - Friday"; undefined if holidays differ from weekdays, which tariffs can't express. */
function parseBoardDays(title: string): number[] | undefined {
  const match = /^([A-Z][a-z]+day)s?(?: - ([A-Z][a-z]+day)s?)?( & Holidays?)?$/.exec(title)
  if (match === null) return undefined
  const [first, last] = [longDays.indexOf(match[1]!) + 1, longDays.indexOf(match[2] ?? match[1]!) + 1]
  if (first === 0 || last === 0) return undefined
  const count = ((last - first + 7) % 7) + 1
  if (match[3] !== undefined && count < 7) return undefined
  return Array.from({ length: count }, (_, i) => ((first - 1 + i) % 7) + 1).toSorted((a, b) => a - b)
}

/** Parses "7am" to the minute of the day; "11:59 pm" counts as midnight. */
function parseBoardMinute(text: string): number | undefined {
  const match = /^(\d{1,2})(?::(\d\d))? ?(am|pm)$/.exec(text)
  if (match === null) return undefined
  const [hour, minute] = [Number(match[1]), Number(match[2] ?? 0)]
  if (hour < 1 || hour > 12 || minute > 59) return undefined
  const at = ((hour % 12) + (match[3] === 'pm' ? 12 : 0)) * 60 + minute
  return closingMinute(at)
}

const halfHourPrice = /^\$(\d+(?:\.\d+)?) \/ Half Hour$/
const maximumLine =
  /^(.+?) ?: (?:(?:Day|Night|Evening) )?Maximum \(([^)]+)\) (?:\$(\d+(?:\.\d+)?)|NO (?:DAY )?MAXIMUM)$/

/** Parses Green P rates: a price per half hour, and maximums for windows that cover all days. */
export function parseBoardTariff({ raw, currency }: Rates): PostedTariff | undefined {
  const [first, ...lines] = raw.split(' | ')
  const increment_minor = parseAmount(halfHourPrice.exec(first!)?.[1], currency)
  if (increment_minor === undefined || lines.length === 0) return undefined
  const listedDays = new Set<number>()
  const windows: RateWindow[] = []
  for (const line of lines) {
    const [, title, hours, amount] = maximumLine.exec(line) ?? []
    const days = parseBoardDays(title ?? '')
    const [from_min, to_min, ...more] = (hours ?? '').split('-').map((text) => parseBoardMinute(text.trim()))
    if (days === undefined || from_min === undefined || to_min === undefined || more.length > 0) return undefined
    for (const day of days) listedDays.add(day)
    if (amount === undefined) continue
    const amount_minor = parseAmount(amount, currency)
    if (amount_minor === undefined) return undefined
    windows.push({ code: labelWindow({ days, from_min, to_min }), days, from_min, to_min, amount_minor })
  }
  if (listedDays.size < 7) return undefined
  return { ...noExtraTerms, currency, increment_minutes: 30, increment_minor, day_cap_minor: null, windows }
}

/** Parses hours such as "Mo,Tu 06:00-24:00 / Sa 00:00-24:00"; undefined for other formats. */
export function parseAgendaHours(text: string): Hours[] | undefined {
  const hours: Hours[] = []
  for (const part of text.split(' / ')) {
    const match = /^([A-Z][a-z](?:,[A-Z][a-z])*) (\d\d):(\d\d)-(\d\d):(\d\d)$/.exec(part)
    if (match === null) return undefined
    const days = match[1]!.split(',').map((day) => shortDays.indexOf(day) + 1)
    const [from_min, to_min] = [Number(match[2]) * 60 + Number(match[3]), Number(match[4]) * 60 + Number(match[5])]
    if (days.includes(0) || from_min >= day_min || to_min > day_min) return undefined
    hours.push({ days, from_min, to_min: closingMinute(to_min) })
  }
  return hours
}

const agendaLine = /^(?:normal|special) ([^=]+): hourly=([\d.]+) flat=([\d.]+|-) max=([\d.]+|-)$/

/** Parses prkng rates that cover the week: one hourly price, and a maximum for the hours of each line. */
export function parseAgendaTariff({ raw, currency }: Rates): PostedTariff | undefined {
  const hourly = new Set<bigint | undefined>()
  const allHours: Hours[] = []
  const windows: RateWindow[] = []
  for (const line of raw.split(' | ')) {
    const [, when, hour, flat, max] = agendaLine.exec(line) ?? []
    const hours = parseAgendaHours(when ?? '')
    // Exactly one of the two. A flat price beside an hourly one is the daily maximum; for part of a day it is ambiguous.
    if (hours === undefined || (flat === '-') === (max === '-')) return undefined
    if (flat !== '-' && hours.some(({ from_min, to_min }) => from_min !== 0 || to_min !== day_min)) return undefined
    const amount_minor = parseAmount(flat === '-' ? max : flat, currency)
    if (amount_minor === undefined) return undefined
    hourly.add(parseAmount(hour, currency))
    allHours.push(...hours)
    windows.push(...hours.map((range) => ({ code: labelWindow(range), ...range, amount_minor })))
  }
  const [increment_minor] = hourly
  if (increment_minor === undefined || hourly.size > 1 || !coversWeek(allHours)) return undefined
  return { ...noExtraTerms, currency, increment_minutes: 60, increment_minor, day_cap_minor: null, windows }
}

/** Values of the second column (monthly parking) that don't affect the hourly price. */
const monthlyColumn = /^(?:N\/A|Employees only - waitlist|Available - call for rates|No monthly.*|\$\d.*)$/
const stepMinutes: Record<string, number> = { hour: 60, 'half hour': 30 }
const firstHoursSentence =
  /^\$([\d.]+)\/(half hour|hour) first ([\d.]+) hours, (?:then )?\$([\d.]+)\/(half hour|hour)(?: thereafter)?(?: \(\$([\d.]+) max\))?$/
const earlyBirdSentence =
  /^\$([\d.]+)(?:\/| per )(half hour|hour), \$([\d.]+) Early Bird \(in by (\d{1,2}(?:am|pm)) out by (\d{1,2}(?:am|pm))\)$/

/** Parses "$2/hour first 2 hours, $4/hour thereafter" and "$6/hour, $20 Early Bird (in by 9am out by 5pm)". */
export function parseSentenceTariff({ raw, currency }: Rates): PostedTariff | undefined {
  const [sentence, other, ...more] = raw.split(' | ')
  if (more.length > 0 || (other !== undefined && !monthlyColumn.test(other))) return undefined
  return parseFirstHours(sentence!, currency) ?? parseEarlyBird(sentence!, currency)
}

function parseFirstHours(sentence: string, currency: Currency): PostedTariff | undefined {
  const [, first, firstStep, hours, then, thenStep, max] = firstHoursSentence.exec(sentence) ?? []
  const step_min = stepMinutes[firstStep ?? '']
  const first_minor = parseAmount(first, currency)
  const increment_minor = parseAmount(then, currency)
  const day_cap_minor = max === undefined ? null : parseAmount(max, currency)
  if (step_min === undefined || first_minor === undefined || increment_minor === undefined) return undefined
  const steps = (Number(hours) * 60) / step_min
  if (day_cap_minor === undefined || !Number.isInteger(steps) || steps < 1) return undefined
  const tiers = Array.from({ length: steps }, (_, i) => ({
    up_to_min: (i + 1) * step_min,
    amount_minor: BigInt(i + 1) * first_minor,
  }))
  const increment_minutes = stepMinutes[thenStep!]!
  return { ...noExtraTerms, currency, tiers, increment_minutes, increment_minor, day_cap_minor }
}

function parseEarlyBird(sentence: string, currency: Currency): PostedTariff | undefined {
  const [, price, step, flat, inAt, outAt] = earlyBirdSentence.exec(sentence) ?? []
  const increment_minor = parseAmount(price, currency)
  const amount_minor = parseAmount(flat, currency)
  const [enter_until_min, leave_by_min] = [parseBoardMinute(inAt ?? ''), parseBoardMinute(outAt ?? '')]
  if (increment_minor === undefined || amount_minor === undefined) return undefined
  if (enter_until_min === undefined || leave_by_min === undefined || leave_by_min <= enter_until_min) return undefined
  const early_bird = { days: everyDay, enter_from_min: 0, enter_until_min, leave_by_min, amount_minor }
  const increment_minutes = stepMinutes[step!]!
  return { ...noExtraTerms, currency, increment_minutes, increment_minor, day_cap_minor: null, early_bird }
}

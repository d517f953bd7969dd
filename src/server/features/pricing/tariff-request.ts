import { toMajor, toMinor, type Currency } from '#contract/money.ts'
import { closingMinute } from '#contract/parks/closing-times.ts'
import type { TariffRequest } from '#contract/parks/desk/tariffs.ts'
import { AppError } from '#server/http/errors.ts'
import { toListedTerms } from './listed-tariff.ts'
import { findTariffProblems, type TariffProblem } from './tariff-problems.ts'
import type { TariffTerms } from './tariff.ts'

/** Parses "HH:MM" to a minute of the day. */
const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** Parses a tariff as it is edited. Throws a 422 that names each field, below `field`. */
export function parseTariff(request: TariffRequest, currency: Currency, field = 'tariff'): TariffTerms {
  const problems: TariffProblem[] = []
  const minor = (name: string, amount: number): bigint => {
    const amount_minor = toMinor(amount, currency)
    if (amount_minor === undefined) problems.push({ field: name, key: 'fraction' })
    return amount_minor ?? 0n
  }
  const { early_bird, day_cap_amount, month_amount } = request
  const terms: TariffTerms = {
    free_minutes: request.free_minutes,
    tiers: request.tiers.map(({ up_to_min, amount }, n) => ({
      up_to_min,
      amount_minor: minor(`tiers.${n}.amount`, amount),
    })),
    increment_minutes: request.increment_minutes,
    increment_minor: minor('increment_amount', request.increment_amount),
    day_cap_minor: day_cap_amount === null ? null : minor('day_cap_amount', day_cap_amount),
    day_cap_reset_hour: request.day_cap_reset_hour,
    windows: request.windows.map(({ code, days, from, to, amount }, n) => ({
      code,
      days: days.toSorted((a, b) => a - b),
      from_min: minuteOf(from),
      to_min: closingMinute(minuteOf(to)),
      amount_minor: minor(`windows.${n}.amount`, amount),
    })),
    early_bird:
      early_bird === null
        ? null
        : {
            days: early_bird.days.toSorted((a, b) => a - b),
            enter_from_min: minuteOf(early_bird.enter_from),
            enter_until_min: closingMinute(minuteOf(early_bird.enter_until)),
            leave_by_min: closingMinute(minuteOf(early_bird.leave_by)),
            amount_minor: minor('early_bird.amount', early_bird.amount),
          },
    month_minor: month_amount === null ? null : minor('month_amount', month_amount),
    events: request.events.map(({ starts_at, ends_at, amount }, n) => ({
      starts_at: new Date(starts_at),
      ends_at: new Date(ends_at),
      amount_minor: minor(`events.${n}.amount`, amount),
    })),
  }
  // An amount that cannot be read is not also too low.
  const named = new Set(problems.map((problem) => problem.field))
  const all = [...problems, ...findTariffProblems(terms, currency).filter((problem) => !named.has(problem.field))]
  if (all.length > 0)
    throw new AppError(
      'validation_failed',
      {},
      all.map((problem) => ({ ...problem, field: `${field}.${problem.field}` })),
    )
  return terms
}

/** Converts terms to what is edited. */
export const toTariffRequest = (terms: TariffTerms, currency: Currency): TariffRequest => ({
  free_minutes: terms.free_minutes,
  increment_minutes: terms.increment_minutes,
  increment_amount: toMajor(terms.increment_minor, currency),
  day_cap_amount: terms.day_cap_minor === null ? null : toMajor(terms.day_cap_minor, currency),
  day_cap_reset_hour: terms.day_cap_reset_hour,
  ...toListedTerms(terms, currency),
})

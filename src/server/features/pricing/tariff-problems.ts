import { isChargeable, type Currency } from '#contract/money.ts'
import type { TariffTerms } from './tariff.ts'

export interface TariffProblem {
  field: string
  key: string
}

/** Maximum amount: times the minutes of thirty days it is still a safe integer. */
const maxAmount_minor = 100_000_000_000n

/**
 * Returns what is wrong with a tariff, by the field in which it was entered: the same for imports and the desk. Increments
 * must have a price, which daily cap and early bird must reach; windows may cost less. Every amount can be charged.
 */
export function findTariffProblems(terms: TariffTerms, currency: Currency): TariffProblem[] {
  const { increment_minor, day_cap_minor, early_bird, month_minor, tiers, windows, events } = terms
  const problems: TariffProblem[] = []
  const add = (field: string, key: string) => problems.push({ field, key })
  const requireAmount = (field: string, amount_minor: bigint | null) => {
    if (amount_minor === null) return
    if (amount_minor < 0n || amount_minor > maxAmount_minor) add(field, 'too_large')
    else if (!isChargeable(amount_minor, currency)) add(field, 'fraction')
  }
  requireAmount('increment_amount', increment_minor)
  if (increment_minor <= 0n) add('increment_amount', 'positive')
  requireAmount('day_cap_amount', day_cap_minor)
  if (day_cap_minor !== null && day_cap_minor < increment_minor) add('day_cap_amount', 'flat_low')
  requireAmount('month_amount', month_minor)
  for (const [n, { up_to_min, amount_minor }] of tiers.entries()) {
    if (up_to_min <= (tiers[n - 1]?.up_to_min ?? 0)) add(`tiers.${n}.up_to_min`, 'tier_order')
    requireAmount(`tiers.${n}.amount`, amount_minor)
  }
  for (const [n, { from_min, days, amount_minor }] of windows.entries()) {
    if (from_min >= 24 * 60) add(`windows.${n}.from`, 'clock')
    if (new Set(days).size < days.length) add(`windows.${n}.days`, 'invalid')
    requireAmount(`windows.${n}.amount`, amount_minor)
  }
  if (early_bird !== null) {
    if (early_bird.enter_until_min < early_bird.enter_from_min) add('early_bird.enter_until', 'chart_order')
    if (new Set(early_bird.days).size < early_bird.days.length) add('early_bird.days', 'invalid')
    requireAmount('early_bird.amount', early_bird.amount_minor)
    if (early_bird.amount_minor < increment_minor) add('early_bird.amount', 'flat_low')
  }
  for (const [n, { starts_at, ends_at, amount_minor }] of events.entries()) {
    if (ends_at <= starts_at) add(`events.${n}.ends_at`, 'chart_order')
    else if (n > 0 && events[n - 1]!.ends_at > starts_at) add(`events.${n}.starts_at`, 'event_overlap')
    requireAmount(`events.${n}.amount`, amount_minor)
  }
  return problems
}

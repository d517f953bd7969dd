import { toMajor, type Currency } from '#contract/money.ts'
import type { Tariff } from '#contract/parks/parks.ts'
import type { ExtraTerms } from './tariff-terms.ts'

/** Converts terms to the contract's format: minutes of the day as "HH:MM", amounts in major units. */
export function toListedTerms(
  { tiers, windows, early_bird, month_minor, events }: ExtraTerms,
  currency: Currency,
): Pick<Tariff, 'tiers' | 'windows' | 'early_bird' | 'month_amount' | 'events'> {
  const amountOf = ({ amount_minor }: { amount_minor: bigint }) => toMajor(amount_minor, currency)
  return {
    tiers: tiers.map((tier) => ({ up_to_min: tier.up_to_min, amount: amountOf(tier) })),
    windows: windows.map((window) => ({
      code: window.code,
      days: window.days,
      from: clockOf(window.from_min),
      to: clockOf(window.to_min),
      amount: amountOf(window),
    })),
    early_bird:
      early_bird === null
        ? null
        : {
            days: early_bird.days,
            enter_from: clockOf(early_bird.enter_from_min),
            enter_until: clockOf(early_bird.enter_until_min),
            leave_by: clockOf(early_bird.leave_by_min),
            amount: amountOf(early_bird),
          },
    month_amount: month_minor === null ? null : toMajor(month_minor, currency),
    events: events.map((event) => ({
      starts_at: event.starts_at.toISOString(),
      ends_at: event.ends_at.toISOString(),
      amount: amountOf(event),
    })),
  }
}

const clockOf = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

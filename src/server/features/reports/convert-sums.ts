import type { ReportSum, ReportTotals } from '#contract/lists/reports.ts'
import { chargedDigits, type Currency } from '#contract/money.ts'
import { day_ms } from '#contract/time.ts'
import { convertAmount, findRate, type FoundRate, type StoredRate } from '#server/features/currencies/convert.ts'

/** A day without a rate of its own takes the last one before, unless that is older: over a weekend and holidays, not longer. */
export const oldestRate_days = 7

type Converted = NonNullable<ReportTotals['converted']>
interface Used {
  rate: FoundRate
  carried: Set<string>
}

/**
 * Sums the amounts of days in one currency, each at the rate that was stored for its day. `columns` names those that are
 * amounts. There is no total while a rate is missing.
 */
export function convertSums(
  days: readonly ReportSum[],
  columns: readonly string[],
  into: Currency,
  rates: readonly StoredRate[],
): Converted {
  const unit = 10 ** chargedDigits[into]
  const sums = Object.fromEntries(columns.map((column) => [column, 0]))
  const used = new Map<Currency, Used>()
  const missing = new Map<Currency, string[]>()
  for (const { key: day, currency, values } of days) {
    if (currency === null || day === null || columns.every((column) => values[column] === 0)) continue
    const found = currency === into ? { rate: 1, day, source: '' } : findRate(rates, currency, into, day)
    if (found === undefined || isTooOld(found.day, day)) {
      missing.set(currency, [...(missing.get(currency) ?? []), day])
      continue
    }
    if (currency !== into) noteRate(used, currency, found, day)
    // Counted in whole units, whose sum has no rounding errors of its own.
    for (const column of columns)
      sums[column]! += Math.round(convertAmount(values[column] ?? 0, found.rate, into) * unit)
  }
  return {
    currency: into,
    total: missing.size > 0 ? null : Object.fromEntries(columns.map((column) => [column, sums[column]! / unit])),
    rates: [...used].map(([currency, { rate, carried }]) => ({ currency, ...rate, carried_days: carried.size })),
    missing: [...missing].map(([currency, of]) => {
      const sorted = [...new Set(of)].toSorted()
      return { currency, days: sorted.length, first: sorted[0]!, last: sorted.at(-1)! }
    }),
  }
}

const isTooOld = (day: string, on: string): boolean => Date.parse(on) - Date.parse(day) > oldestRate_days * day_ms

/** Of several days, the newest rate is named. */
function noteRate(used: Map<Currency, Used>, currency: Currency, { rate, day, source }: FoundRate, on: string): void {
  const before = used.get(currency)
  const carried = before?.carried ?? new Set()
  if (day !== on) carried.add(on)
  const isNewer = before === undefined || before.rate.day < day
  used.set(currency, { rate: isNewer ? { rate, day, source } : before.rate, carried })
}

import { Temporal } from 'temporal-polyfill'

/** A tariff's terms, amounts in minor units. `day_cap_reset_hour` is an hour of the park's zone. */
export type TariffTerms = {
  free_minutes: number
  increment_minutes: number
  increment_minor: bigint
  day_cap_minor: bigint | null
  day_cap_reset_hour: number
}

/** What a price is made of; the amounts sum to the whole. `free` counts minutes. */
export type PricePart = { kind: 'free' | 'increments' | 'days'; count: number; amount_minor: bigint }

export type StayPrice = { amount_minor: bigint; parts: PricePart[] }

const minute_ms = 60_000

/**
 * The price of a stay before fees and taxes: the cheapest way to cover it, after the free minutes, with increments
 * (each begun one counts whole) and day caps (each covers one tariff day, from one reset to the next in `timezone`).
 * Being the cheapest cover, it never falls when the window grows, and parting a stay never makes it cheaper.
 * Throws RangeError for an unknown time zone.
 */
export function priceOfStay(tariff: TariffTerms, start: Date, end: Date, timezone: string): StayPrice {
  const whole_ms = Math.max(0, end.getTime() - start.getTime())
  const free_ms = Math.min(whole_ms, tariff.free_minutes * minute_ms)
  const free: PricePart[] =
    free_ms > 0 ? [{ kind: 'free', count: Math.ceil(free_ms / minute_ms), amount_minor: 0n }] : []
  const paid_from = start.getTime() + free_ms
  const { increments, days } = cheapestCover(tariff, paid_from, start.getTime() + whole_ms, timezone)
  const charged: PricePart[] = [
    { kind: 'increments', count: increments, amount_minor: BigInt(increments) * tariff.increment_minor },
    { kind: 'days', count: days, amount_minor: BigInt(days) * (tariff.day_cap_minor ?? 0n) },
  ]
  const parts = [...free, ...charged.filter(({ count }) => count > 0)]
  return { amount_minor: parts.reduce((sum, part) => sum + part.amount_minor, 0n), parts }
}

type Cover = { increments: number; days: number }

function cheapestCover(tariff: TariffTerms, from: number, to: number, timezone: string): Cover {
  const incrementsFor = (ms: number) => Math.ceil(ms / (tariff.increment_minutes * minute_ms))
  const cap = tariff.day_cap_minor
  const plain = { increments: incrementsFor(to - from), days: 0 }
  if (cap === null || BigInt(plain.increments) * tariff.increment_minor <= cap) return plain
  const costOf = ({ increments, days }: Cover) => BigInt(increments) * tariff.increment_minor + BigInt(days) * cap
  // best[i] covers the stay up to marks[i]: one more day cap, or increments since any earlier mark.
  const marks = [from, ...resetsBetween(from, to, timezone, tariff.day_cap_reset_hour), to]
  const best: Cover[] = [{ increments: 0, days: 0 }]
  for (let i = 1; i < marks.length; i += 1) {
    const before = best[i - 1]!
    let cheapest: Cover = { increments: before.increments, days: before.days + 1 }
    for (let j = 0; j < i; j += 1) {
      const candidate = {
        increments: best[j]!.increments + incrementsFor(marks[i]! - marks[j]!),
        days: best[j]!.days,
      }
      if (costOf(candidate) < costOf(cheapest)) cheapest = candidate
    }
    best.push(cheapest)
  }
  return best.at(-1)!
}

const knownResets = new Map<string, number[]>()

/** The instants between `from` and `to` (both excluded) at which a tariff day begins; an hour that a clock change skips begins after it. */
function resetsBetween(from: number, to: number, timezone: string, hour: number): number[] {
  const key = `${timezone} ${hour} ${from} ${to}`
  const known = knownResets.get(key)
  if (known !== undefined) return known
  const resets: number[] = []
  let day = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timezone).toPlainDate()
  for (;;) {
    const at = day.toZonedDateTime({ timeZone: timezone, plainTime: { hour } }).epochMilliseconds
    if (at >= to) break
    if (at > from) resets.push(at)
    day = day.add({ days: 1 })
  }
  // All parks of one list share their windows; the memory stays small by starting anew.
  if (knownResets.size >= 2_000) knownResets.clear()
  knownResets.set(key, resets)
  return resets
}

const anyDay = Date.UTC(2026, 0, 15)

/** The price of one hour within one tariff day, before fees and taxes. */
export function priceOfHour(tariff: TariffTerms): StayPrice {
  const start = new Date(anyDay + tariff.day_cap_reset_hour * 60 * minute_ms)
  return priceOfStay(tariff, start, new Date(start.getTime() + 60 * minute_ms), 'UTC')
}

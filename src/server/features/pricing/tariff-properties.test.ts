import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { quarter_ms } from '#contract/time.ts'
import { calculateHourPrice, calculateParkingPrice, findTariffDays, type TariffTerms } from './tariff.ts'

const shift = (from: Date, quarters: number) => new Date(from.getTime() + quarters * quarter_ms)
const price = (tariff: TariffTerms, start: Date, end: Date, zone: string) =>
  calculateParkingPrice(tariff, start, end, zone).amount_minor

const zones = fc.constantFrom('America/Toronto', 'America/New_York', 'Africa/Lagos', 'Africa/Dakar')
/** Around both clock changes, and anywhere else in a year. */
const starts = fc.oneof(
  fc.integer({ min: -150, max: 50 }).map((n) => shift(new Date('2026-11-01T05:00:00Z'), n)),
  fc.integer({ min: -150, max: 50 }).map((n) => shift(new Date('2027-03-14T06:00:00Z'), n)),
  fc.integer({ min: 0, max: 4 * 24 * 365 }).map((n) => shift(new Date('2026-06-01T00:00:00Z'), n)),
)
const lengths = fc.oneof(fc.integer({ min: 1, max: 4 * 8 }), fc.integer({ min: 1, max: 4 * 24 * 5 }))
const amounts = fc.bigInt(0n, 3_000n)
/** No edge in the hours that come twice or not at all: there the brute force, which reads the clocks, sees another edge. */
const clockMinutes = fc.integer({ min: 0, max: 95 }).map((n) => (n >= 4 && n < 12 ? 12 : n) * 15)
const weekdays = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 })

const stays = fc.record({ start: starts, length: lengths, zone: zones }).map(({ start, length, zone }) => ({
  start,
  end: shift(start, length),
  length,
  zone,
}))

const plainTerms = {
  free_minutes: fc.constantFrom(0, 0, 15, 30, 60, 120),
  tiers: fc
    .uniqueArray(fc.tuple(fc.constantFrom(15, 30, 60, 120, 180, 480), amounts), { selector: ([m]) => m, maxLength: 3 })
    .map((tiers) =>
      tiers.toSorted(([a], [b]) => a - b).map(([up_to_min, amount_minor]) => ({ up_to_min, amount_minor })),
    ),
  increment_minutes: fc.constantFrom(15, 30, 45, 60, 90, 120, 1_440),
  increment_minor: fc.bigInt(0n, 500n),
  day_cap_minor: fc.option(fc.bigInt(1n, 4_000n)),
  day_cap_reset_hour: fc.constantFrom(0, 4, 6, 12, 23),
  windows: fc.array(
    fc.record({
      code: fc.constantFrom('day', 'evening', 'overnight', 'weekend'),
      days: weekdays,
      from_min: clockMinutes,
      to_min: clockMinutes,
      amount_minor: amounts,
    }),
    { maxLength: 3 },
  ),
  early_bird: fc.constant(null),
  month_minor: fc.option(fc.bigInt(0n, 30_000n), { freq: 3 }),
  events: fc.constant([]),
}
const earlyBirds = fc.option(
  fc
    .tuple(weekdays, clockMinutes, clockMinutes, clockMinutes, amounts)
    .map(([days, value, other, leave_by_min, amount_minor]) => ({
      days,
      enter_from_min: Math.min(value, other),
      enter_until_min: Math.max(value, other),
      leave_by_min,
      amount_minor,
    })),
)

/** Up to two events, at no same time, that begin within five days of a stay's start. */
const eventsNear = (start: Date) =>
  fc
    .array(fc.tuple(fc.integer({ min: -20, max: 480 }), fc.integer({ min: 1, max: 40 }), amounts), { maxLength: 2 })
    .map((drawn) => {
      const events = drawn
        .toSorted(([a], [b]) => a - b)
        .map(([from, length, amount_minor]) => ({
          starts_at: shift(start, from),
          ends_at: shift(start, from + length),
          amount_minor,
        }))
      return events.filter((event, i) => i === 0 || events[i - 1]!.ends_at <= event.starts_at)
    })

interface Case {
  tariff: TariffTerms
  start: Date
  end: Date
  length: number
  zone: string
}
const cases = (want: { early_bird?: boolean; events?: boolean; tiers?: boolean }): fc.Arbitrary<Case> =>
  stays.chain((stay) =>
    fc
      .record({
        ...plainTerms,
        ...(want.tiers === false && { tiers: fc.constant([]) }),
        ...(want.early_bird && { early_bird: earlyBirds }),
        ...(want.events && { events: eventsNear(stay.start) }),
      })
      .map((tariff): Case => ({ tariff: tariff as TariffTerms, ...stay })),
  )
const everything = cases({ early_bird: true, events: true })
const withoutEarlyBird = cases({ events: true })

/** The price of a run of quarters, by the table as a person reads it. */
function runPrice({ tiers, increment_minutes, increment_minor }: TariffTerms, quarters: number): bigint {
  const minutes = quarters * 15
  const fitting = tiers.filter(({ up_to_min }) => up_to_min >= minutes).map(({ amount_minor }) => amount_minor)
  const last = tiers.at(-1)
  if (fitting.length > 0) return fitting.reduce((least, amount) => (amount < least ? amount : least))
  let [price_minor, covered] = last === undefined ? [0n, 0] : [last.amount_minor, last.up_to_min]
  while (covered < minutes) {
    price_minor += increment_minor
    covered += increment_minutes
  }
  return price_minor
}

/**
 * The least that any combination costs, quarter by quarter: what the clocks show in each tells which flat prices hold
 * in it. It knows no instants of beginning, no pruning and no days of a zone.
 */
function bruteForce({ tariff, start, length, zone }: Case): bigint {
  const slots = Array.from({ length }, (_, i) => {
    const at = shift(start, i)
    const clock = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
    const date = clock.toPlainDate()
    const minute = clock.hour * 60 + clock.minute
    return { at, date, minute, day: clock.hour >= tariff.day_cap_reset_hour ? date : date.subtract({ days: 1 }) }
  })
  // A flat price: what it costs, and the quarters of the stay that it covers.
  const flats: { amount: bigint; slots: number[] }[] = []
  const addFlat = (amount: bigint, holds: (slot: (typeof slots)[number], i: number) => boolean) => {
    const covered = [...slots.keys()].filter((i) => holds(slots[i]!, i))
    if (covered.length > 0) flats.push({ amount, slots: covered })
  }
  const firsts = slots.flatMap(({ day }, i) => (i === 0 || !day.equals(slots[i - 1]!.day) ? [i] : []))
  for (const first of firsts) {
    const { day } = slots[first]!
    if (tariff.day_cap_minor !== null) addFlat(tariff.day_cap_minor, (slot) => slot.day.equals(day))
    addFlat(0n, (_slot, i) => i >= first && i < first + tariff.free_minutes / 15)
  }
  const dates = [slots[0]!.date.subtract({ days: 1 }), ...slots.map(({ date }) => date)]
  for (const date of new Map(dates.map((date) => [String(date), date])).values())
    for (const { from_min, to_min, amount_minor } of tariff.windows.filter((w) => w.days.includes(date.dayOfWeek)))
      addFlat(amount_minor, (slot) => {
        const isSame = slot.date.equals(date)
        if (to_min > from_min) return isSame && slot.minute >= from_min && slot.minute < to_min
        return (
          (isSame && slot.minute >= from_min) || (slot.date.subtract({ days: 1 }).equals(date) && slot.minute < to_min)
        )
      })
  const entry = slots[0]!
  const bird = tariff.early_bird
  if (
    bird !== null &&
    bird.days.includes(entry.date.dayOfWeek) &&
    bird.enter_from_min <= entry.minute &&
    entry.minute <= bird.enter_until_min
  ) {
    const isNextDay = bird.leave_by_min <= bird.enter_until_min
    const last = entry.date.add({ days: isNextDay ? 1 : 0 })
    addFlat(bird.amount_minor, ({ date, minute }) => {
      const before = Temporal.PlainDate.compare(date, last)
      return before < 0 || (before === 0 && minute < bird.leave_by_min)
    })
  }
  if (tariff.month_minor !== null) addFlat(tariff.month_minor, (_slot, i) => i < 30 * 96)
  let events = 0n
  for (const { starts_at, ends_at, amount_minor } of tariff.events) {
    const before = flats.length
    addFlat(0n, ({ at }) => at >= starts_at && at < ends_at)
    if (flats.length > before) events += amount_minor
  }

  const reach: (bigint | undefined)[] = [0n]
  const anchor: (bigint | undefined)[] = [0n]
  const lower = (costs: (bigint | undefined)[], i: number, cost: bigint) => {
    const known = costs[i]
    if (known === undefined || cost < known) costs[i] = cost
  }
  const runs = Array.from({ length: length + 1 }, (_, quarters) => runPrice(tariff, quarters))
  for (let i = 0; i < length; i += 1) {
    if (firsts.includes(i) && reach[i] !== undefined) lower(anchor, i, reach[i]!)
    const [reached, anchored] = [reach[i], anchor[i]]
    if (anchored !== undefined) for (let t = i + 1; t <= length; t += 1) lower(reach, t, anchored + runs[t - i]!)
    for (const flat of flats) {
      if (reached === undefined || !flat.slots.includes(i)) continue
      const end = flat.slots.at(-1)! + 1
      lower(reach, end, reached + flat.amount)
      lower(anchor, end, reached + flat.amount)
    }
  }
  return events + reach[length]!
}

describe('the price of any stay under any tariff', () => {
  test('is the cheapest combination, as brute force finds it', () => {
    fc.assert(
      fc.property(everything, (value) => {
        expect(price(value.tariff, value.start, value.end, value.zone)).toBe(bruteForce(value))
      }),
      { numRuns: 200 },
    )
  })

  test('is the sum of its non-negative parts, with free parts at 0', () => {
    fc.assert(
      fc.property(everything, ({ tariff, start, end, zone }) => {
        const { amount_minor, parts } = calculateParkingPrice(tariff, start, end, zone)
        expect(parts.reduce((sum, part) => sum + part.amount_minor, 0n)).toBe(amount_minor)
        for (const { kind, count, amount_minor: amount } of parts) {
          expect(count).toBeGreaterThan(0)
          expect(kind === 'free' ? amount === 0n : amount >= 0n).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('never falls when the stay ends later', () => {
    fc.assert(
      fc.property(everything, fc.nat(400), ({ tariff, start, end, zone }, after) => {
        const later = price(tariff, start, shift(end, after), zone)
        expect(later).toBeGreaterThanOrEqual(price(tariff, start, end, zone))
      }),
      { numRuns: 400 },
    )
  })

  test('never falls when it grows at either end, early birds aside', () => {
    fc.assert(
      fc.property(withoutEarlyBird, fc.nat(400), fc.nat(200), ({ tariff, start, end, zone }, before, after) => {
        const larger = price(tariff, shift(start, -before), shift(end, after), zone)
        expect(larger).toBeGreaterThanOrEqual(price(tariff, start, end, zone))
      }),
      { numRuns: 400 },
    )
  })

  test('is at most the sum of both sides of a reset, early birds aside', () => {
    fc.assert(
      fc.property(withoutEarlyBird, ({ tariff, start, end, zone }) => {
        const whole = price(tariff, start, end, zone)
        for (const reset of findTariffDays(tariff, start, end, zone).slice(1)) {
          const parts = price(tariff, start, reset, zone) + price(tariff, reset, end, zone)
          expect(parts).toBeGreaterThanOrEqual(whole)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('is at most the sum of any two sides without tiers and with free minutes used once', () => {
    fc.assert(
      fc.property(cases({ events: true, tiers: false }), fc.nat(), ({ tariff, start, end, length, zone }, where) => {
        const cut = shift(start, where % (length + 1))
        const spent = new Set(findTariffDays(tariff, start, cut, zone).map(Number))
        const second = calculateParkingPrice(tariff, cut, end, zone, (day) => spent.has(day.getTime())).amount_minor
        const parts = price(tariff, start, cut, zone) + second
        expect(parts).toBeGreaterThanOrEqual(price(tariff, start, end, zone))
      }),
      { numRuns: 400 },
    )
  })

  test('never rises with more free minutes, a lower cap, a cheaper increment or month, or another flat price', () => {
    fc.assert(
      fc.property(everything, ({ tariff, start, end, zone }) => {
        const whole = price(tariff, start, end, zone)
        const better: Partial<TariffTerms>[] = [
          { free_minutes: tariff.free_minutes + 15 },
          { increment_minor: tariff.increment_minor / 2n },
          { day_cap_minor: tariff.day_cap_minor === null ? 10n : (tariff.day_cap_minor + 1n) / 2n },
          { month_minor: tariff.month_minor === null ? 500n : tariff.month_minor / 2n },
          { tiers: tariff.tiers.map((tier) => ({ ...tier, amount_minor: tier.amount_minor / 2n })) },
          {
            windows: [
              ...tariff.windows,
              { code: 'day', days: [1, 2, 3, 4, 5, 6, 7], from_min: 480, to_min: 1_080, amount_minor: 20n },
            ],
          },
        ]
        for (const more of better) expect(price({ ...tariff, ...more }, start, end, zone)).toBeLessThanOrEqual(whole)
        const spent = calculateParkingPrice(tariff, start, end, zone, () => true).amount_minor
        expect(spent).toBeGreaterThanOrEqual(whole)
        expect(spent).toBe(price({ ...tariff, free_minutes: 0 }, start, end, zone))
      }),
    )
  })

  test('of one hour excludes special times', () => {
    fc.assert(
      fc.property(fc.record(plainTerms), fc.integer({ min: 0, max: 23 * 4 }), (drawn, quarters) => {
        const tariff = { ...drawn, windows: [], month_minor: null } as TariffTerms
        const start = shift(new Date(Date.UTC(2026, 5, 1, tariff.day_cap_reset_hour)), quarters)
        expect(calculateHourPrice(tariff).amount_minor).toBe(price(tariff, start, shift(start, 4), 'Africa/Dakar'))
      }),
    )
  })
})

import { describe, expect, test } from 'vitest'
import { noExtraTerms } from './tariff-terms.ts'
import { calculateHourPrice, calculateParkingPrice, findTariffDays, type TariffTerms } from './tariff.ts'

const quarter = 15 * 60_000
const at = (text: string) => new Date(text)
const shift = (from: Date, quarters: number) => new Date(from.getTime() + quarters * quarter)

const terms = (want: Partial<TariffTerms> = {}): TariffTerms => ({
  ...noExtraTerms,
  free_minutes: 0,
  increment_minutes: 60,
  increment_minor: 200n,
  day_cap_minor: 1_000n,
  day_cap_reset_hour: 0,
  ...want,
})

const price = (tariff: TariffTerms, start: Date, end: Date, zone: string) =>
  calculateParkingPrice(tariff, start, end, zone).amount_minor

describe('examples', () => {
  const toronto = (tariff: TariffTerms, start: string, end: string) =>
    price(tariff, at(start), at(end), 'America/Toronto')

  test.each([
    ['charges a full hour for a quarter', terms(), '2026-12-01T15:00:00Z', '2026-12-01T15:15:00Z', 200n],
    ['an hour', terms(), '2026-12-01T15:00:00Z', '2026-12-01T16:00:00Z', 200n],
    ['an hour and a quarter', terms(), '2026-12-01T15:00:00Z', '2026-12-01T16:15:00Z', 400n],
    ['eight hours meet the cap', terms(), '2026-12-01T14:00:00Z', '2026-12-01T22:00:00Z', 1_000n],
    ['the cap begins anew at midnight: 4 h and a day', terms(), '2026-12-02T01:00:00Z', '2026-12-02T20:00:00Z', 1_800n],
    ['an hour across midnight is one hour', terms(), '2026-12-02T04:30:00Z', '2026-12-02T05:30:00Z', 200n],
    [
      'reset at 6: the night belongs to the day before',
      terms({ day_cap_reset_hour: 6 }),
      '2026-12-02T01:00:00Z',
      '2026-12-02T11:00:00Z',
      1_000n,
    ],
    ['thirty days', terms(), '2026-12-01T05:00:00Z', '2026-12-31T05:00:00Z', 30_000n],
    ['no cap', terms({ day_cap_minor: null }), '2026-12-01T05:00:00Z', '2026-12-03T05:00:00Z', 9_600n],
    ['free minutes first', terms({ free_minutes: 30 }), '2026-12-01T15:00:00Z', '2026-12-01T16:30:00Z', 200n],
    ['all of it free', terms({ free_minutes: 30 }), '2026-12-01T15:00:00Z', '2026-12-01T15:30:00Z', 0n],
    ['costs nothing', terms({ increment_minor: 0n }), '2026-12-01T15:00:00Z', '2026-12-09T15:30:00Z', 0n],
    ['a cap below one increment', terms({ day_cap_minor: 150n }), '2026-12-01T15:00:00Z', '2026-12-01T15:15:00Z', 150n],
    ['nothing', terms(), '2026-12-01T15:00:00Z', '2026-12-01T15:00:00Z', 0n],
  ] as const)('%s', (_name, tariff, start, end, expected) => {
    expect(toronto(tariff, start, end)).toBe(expected)
  })

  test('applies one cap to days of 25 and 23 hours', () => {
    const dear = terms({ increment_minor: 100n, day_cap_minor: 2_000n })
    // Midnight to midnight in Toronto.
    expect(toronto(dear, '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z')).toBe(2_000n)
    expect(toronto(dear, '2027-03-14T05:00:00Z', '2027-03-15T04:00:00Z')).toBe(2_000n)
    // Where the cap does not bite, hours that pass are charged, not hours of the clock: 23:00 to 03:00 is 5 h and 3 h.
    expect(toronto(dear, '2026-11-01T03:00:00Z', '2026-11-01T08:00:00Z')).toBe(500n)
    expect(toronto(dear, '2027-03-14T04:00:00Z', '2027-03-14T07:00:00Z')).toBe(300n)
  })

  test('moves a reset in the skipped hour after the clock change', () => {
    const tariff = terms({ day_cap_reset_hour: 2, day_cap_minor: 300n })
    // 01:00 to 04:00 on the clock, two hours: one before the reset (07:00 UTC), one after.
    expect(toronto(tariff, '2027-03-14T06:00:00Z', '2027-03-14T08:00:00Z')).toBe(400n)
    expect(toronto(tariff, '2027-03-14T05:00:00Z', '2027-03-14T07:00:00Z')).toBe(300n)
  })

  test('keeps 24-hour days in zones without daylight saving time', () => {
    for (const zone of ['Africa/Lagos', 'Africa/Dakar'])
      for (const day of ['2026-11-01', '2027-03-14'])
        expect(price(terms(), at(`${day}T00:00:00Z`), shift(at(`${day}T00:00:00Z`), 96 * 2), zone)).toBe(
          zone === 'Africa/Lagos' ? 2_200n : 2_000n,
        )
  })
})

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const overnight = { code: 'overnight', days: everyDay, from_min: 18 * 60, to_min: 7 * 60, amount_minor: 500n } as const
const stay = (tariff: TariffTerms, start: string, end: string, zone = 'America/Toronto') => {
  const { amount_minor, parts } = calculateParkingPrice(tariff, at(start), at(end), zone)
  return [amount_minor, ...parts.map(({ kind, count }) => `${count} ${kind}`)]
}

describe('tiers', () => {
  const tiers = [
    { up_to_min: 60, amount_minor: 300n },
    { up_to_min: 180, amount_minor: 700n },
  ]
  const tariff = terms({ tiers, day_cap_minor: null })

  test.each([
    ['part of the first hour', '15:00', '15:15', 300n, '1 tier'],
    ['the first hour', '15:00', '16:00', 300n, '1 tier'],
    ['the second', '15:00', '16:15', 700n, '1 tier'],
    ['an increment after the last', '15:00', '18:15', 900n, '1 tier', '1 increments'],
    ['and one for each hour or part of it', '15:00', '20:01', 1_300n, '1 tier', '3 increments'],
  ])('%s', (_name, start, end, ...expected) => {
    expect(stay(tariff, `2026-12-01T${start}:00Z`, `2026-12-01T${end}:00Z`)).toEqual(expected)
  })

  test('always charges a more expensive first hour first', () => {
    expect(stay(terms({ tiers: tiers.slice(0, 1) }), '2026-12-01T15:00:00Z', '2026-12-01T17:00:00Z')).toEqual([
      500n,
      '1 tier',
      '1 increments',
    ])
  })

  test('restart at the reset and after a flat price', () => {
    const cheap = terms({ tiers: [{ up_to_min: 60, amount_minor: 50n }], day_cap_minor: null })
    // 23:00 to 01:00 in Toronto.
    expect(stay(cheap, '2026-12-02T04:00:00Z', '2026-12-02T06:00:00Z')).toEqual([100n, '2 tier'])
    // 06:00 to 09:00: the night until 7, then two hours.
    expect(stay({ ...tariff, windows: [overnight] }, '2026-12-02T11:00:00Z', '2026-12-02T14:00:00Z')).toEqual([
      700n,
      '1 tier',
    ])
    expect(stay({ ...tariff, windows: [overnight] }, '2026-12-02T03:00:00Z', '2026-12-02T13:00:00Z')).toEqual([
      800n,
      '1 tier',
      '1 window',
    ])
  })

  test('use a cheaper longer tier for shorter times', () => {
    const odd = terms({ tiers: [tiers[0]!, { up_to_min: 120, amount_minor: 250n }] })
    expect(stay(odd, '2026-12-01T15:00:00Z', '2026-12-01T15:30:00Z')).toEqual([250n, '1 tier'])
  })
})

describe('windows', () => {
  test('charge the flat price for the night and the ordinary price outside', () => {
    const tariff = terms({ windows: [overnight], day_cap_minor: null })
    // 19:00 to 06:00; 17:00 to 08:00; 19:00 to 20:00.
    expect(stay(tariff, '2026-12-02T00:00:00Z', '2026-12-02T11:00:00Z')).toEqual([500n, '1 window'])
    expect(stay(tariff, '2026-12-01T22:00:00Z', '2026-12-02T13:00:00Z')).toEqual([900n, '2 increments', '1 window'])
    expect(stay(tariff, '2026-12-02T00:00:00Z', '2026-12-02T01:00:00Z')).toEqual([200n, '1 increments'])
  })

  test('charge nights with a clock change once', () => {
    const tariff = terms({ windows: [overnight], day_cap_minor: null })
    expect(stay(tariff, '2026-10-31T22:00:00Z', '2026-11-01T12:00:00Z')).toEqual([500n, '1 window'])
    expect(stay(tariff, '2026-10-31T22:00:00Z', '2026-11-01T12:15:00Z')).toEqual([700n, '1 increments', '1 window'])
    expect(stay(tariff, '2027-03-13T23:00:00Z', '2027-03-14T11:00:00Z')).toEqual([500n, '1 window'])
    expect(stay(tariff, '2027-03-13T23:00:00Z', '2027-03-14T11:15:00Z')).toEqual([700n, '1 increments', '1 window'])
  })

  test('apply a weekend price only on its days', () => {
    const days = [6, 7]
    const weekend = { code: 'weekend', days, from_min: 0, to_min: 1_440, amount_minor: 400n } as const
    const tariff = terms({ windows: [weekend], day_cap_minor: null })
    // Saturday 2026-12-05 and Monday, 10:00 to 20:00 in Toronto; then from Saturday to Sunday.
    expect(stay(tariff, '2026-12-05T15:00:00Z', '2026-12-06T01:00:00Z')).toEqual([400n, '1 window'])
    expect(stay(tariff, '2026-12-07T15:00:00Z', '2026-12-08T01:00:00Z')).toEqual([2_000n, '10 increments'])
    expect(stay(tariff, '2026-12-05T15:00:00Z', '2026-12-07T01:00:00Z')).toEqual([800n, '2 window'])
  })
})

describe('prices chosen on entry', () => {
  const early = { days: [1, 2, 3, 4, 5], enter_from_min: 300, enter_until_min: 540, leave_by_min: 1_080 }
  const tariff = terms({ early_bird: { ...early, amount_minor: 600n }, month_minor: 9_000n, day_cap_minor: null })

  test.each([
    // Tuesday 2026-12-01; Toronto is five hours behind.
    ['in at nine, out at six', '2026-12-01T14:00:00Z', '2026-12-01T23:00:00Z', 600n, '1 early_bird'],
    ['in a quarter later', '2026-12-01T14:15:00Z', '2026-12-01T23:00:00Z', 1_800n, '9 increments'],
    ['out a quarter later', '2026-12-01T14:00:00Z', '2026-12-01T23:15:00Z', 800n, '1 increments', '1 early_bird'],
    ['in before five', '2026-12-01T09:45:00Z', '2026-12-01T23:00:00Z', 2_800n, '14 increments'],
    ['on a Saturday', '2026-12-05T14:00:00Z', '2026-12-05T23:00:00Z', 1_800n, '9 increments'],
    ['two hours', '2026-12-01T14:00:00Z', '2026-12-01T16:00:00Z', 400n, '2 increments'],
    ['a month', '2026-12-01T14:15:00Z', '2026-12-31T14:15:00Z', 9_000n, '1 month'],
    ['a month and an hour', '2026-12-01T14:15:00Z', '2026-12-31T15:15:00Z', 9_200n, '1 increments', '1 month'],
  ])('%s', (_name, start, end, ...expected) => {
    expect(stay(tariff, start, end)).toEqual(expected)
  })
})

describe('an event', () => {
  const evening = { starts_at: at('2026-12-01T22:00:00Z'), ends_at: at('2026-12-02T04:00:00Z'), amount_minor: 2_500n }
  const tariff = terms({ events: [evening], day_cap_minor: null, increment_minutes: 120 })

  test.each([
    ['within it, its price', '2026-12-01T23:00:00Z', '2026-12-02T01:00:00Z', 2_500n, '1 event'],
    ['until it begins, none of it', '2026-12-01T20:00:00Z', '2026-12-01T22:00:00Z', 200n, '1 increments'],
    ['from its end on', '2026-12-02T04:00:00Z', '2026-12-02T06:00:00Z', 200n, '1 increments'],
    ['a touch is the whole of it', '2026-12-01T20:00:00Z', '2026-12-01T22:15:00Z', 2_700n, '1 increments', '1 event'],
    ['on both sides', '2026-12-01T20:00:00Z', '2026-12-02T06:00:00Z', 2_900n, '2 increments', '1 event'],
  ])('%s', (_name, start, end, ...expected) => {
    expect(stay(tariff, start, end)).toEqual(expected)
  })

  test('is charged in full within a flat price that covers both sides', () => {
    const capped = { ...tariff, day_cap_minor: 300n, day_cap_reset_hour: 6 }
    expect(stay(capped, '2026-12-01T18:00:00Z', '2026-12-02T08:00:00Z')).toEqual([2_800n, '1 days', '1 event'])
  })
})

describe('free minutes', () => {
  const tariff = terms({ free_minutes: 30, day_cap_minor: null, increment_minutes: 30 })

  test('start with each tariff day', () => {
    // 23:00 to 01:30 in Toronto: half an hour free, half to pay, half free, one hour to pay.
    expect(stay(tariff, '2026-12-02T04:00:00Z', '2026-12-02T06:30:00Z')).toEqual([600n, '60 free', '3 increments'])
  })

  test('count once a day even when used before', () => {
    const [first, second] = [at('2026-12-01T05:00:00Z'), at('2026-12-02T05:00:00Z')]
    const [start, end] = [at('2026-12-02T04:00:00Z'), at('2026-12-02T05:30:00Z')]
    expect(findTariffDays(tariff, start, end, 'America/Toronto')).toEqual([first, second])
    const taken = (day: Date) => (date: Date) => date.getTime() === day.getTime()
    const after = (day: Date) => calculateParkingPrice(tariff, start, end, 'America/Toronto', taken(day)).parts
    expect(after(first)).toEqual([
      { kind: 'free', count: 30, amount_minor: 0n },
      { kind: 'increments', count: 2, amount_minor: 400n },
    ])
    expect(after(second)).toEqual([
      { kind: 'free', count: 30, amount_minor: 0n },
      { kind: 'increments', count: 2, amount_minor: 400n },
    ])
    expect(calculateParkingPrice(tariff, start, end, 'America/Toronto', () => true).amount_minor).toBe(600n)
  })

  test('count by tariff day: one for a day of 25 hours, none for an empty period', () => {
    const six = terms({ day_cap_reset_hour: 6 })
    const days = findTariffDays(six, at('2026-10-31T12:00:00Z'), at('2026-11-02T12:00:00Z'), 'America/Toronto')
    expect(days.map((day) => day.toISOString())).toEqual([
      '2026-10-31T10:00:00.000Z',
      '2026-11-01T11:00:00.000Z',
      '2026-11-02T11:00:00.000Z',
    ])
    expect(findTariffDays(six, at('2026-10-31T12:00:00Z'), at('2026-10-31T12:00:00Z'), 'America/Toronto')).toEqual([])
  })
})

test('charges four hours from 00:30 to 03:30 in the night of 25 hours', () => {
  const plain = terms({ day_cap_minor: null })
  expect(stay(plain, '2026-11-01T04:30:00Z', '2026-11-01T08:30:00Z')).toEqual([800n, '4 increments'])
  expect(stay(plain, '2027-03-14T05:30:00Z', '2027-03-14T07:30:00Z')).toEqual([400n, '2 increments'])
})

test('returns the ordinary hourly price without special prices', () => {
  const flat = { code: 'weekend', days: everyDay, from_min: 0, to_min: 1_440, amount_minor: 1n } as const
  const tiers = [{ up_to_min: 60, amount_minor: 300n }]
  expect(calculateHourPrice(terms({ windows: [flat], month_minor: 1n, tiers })).amount_minor).toBe(300n)
})

test('throws for an unknown zone and for unsafe amounts', () => {
  expect(() => stay(terms(), '2026-12-01T15:00:00Z', '2026-12-01T16:00:00Z', 'America/Atlantis')).toThrow(RangeError)
  const much = terms({ increment_minor: 2n ** 60n })
  expect(() => stay(much, '2026-12-01T15:00:00Z', '2026-12-01T16:00:00Z')).toThrow(RangeError)
})

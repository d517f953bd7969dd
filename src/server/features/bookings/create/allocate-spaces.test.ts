import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allocateSpaces } from './allocate-spaces.ts'

const quarter_ms = 15 * 60_000
/** Late in a day, so that windows reach into the next one. */
const origin = Date.parse('2026-12-01T20:00:00Z')
const windowOf = (from: number, length: number) => ({
  start: new Date(origin + from * quarter_ms),
  end: new Date(origin + (from + length) * quarter_ms),
})
const slots = 60

/** The counters of the days that a naive count fills. */
function daysOf(taken: readonly number[], cap: number) {
  const days = new Map<string, { day: string; cap: number; used: number[] }>()
  for (const [n, count] of taken.entries()) {
    const at = new Date(origin + n * quarter_ms).toISOString()
    const day = at.slice(0, 10)
    const row = days.get(day) ?? { day, cap, used: Array.from({ length: 96 }, () => 0) }
    row.used[Number(at.slice(11, 13)) * 4 + Number(at.slice(14, 16)) / 15] = count
    days.set(day, row)
  }
  return [...days.values()]
}

const wishes = fc.array(
  fc.record({
    user_id: fc.constantFrom('ada', 'ben', 'cem'),
    from: fc.integer({ min: 0, max: slots - 13 }),
    length: fc.integer({ min: 1, max: 12 }),
    pay_minor: fc.bigInt(0n, 60n),
  }),
  { maxLength: 30 },
)

describe('who gets a space', () => {
  test('is what a naive count says, quarter by quarter and coin by coin', () => {
    fc.assert(
      fc.property(
        wishes,
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.integer({ min: 0, max: 4 }), { minLength: slots, maxLength: slots }),
        fc.bigInt(0n, 200n),
        fc.boolean(),
        (wanted, capacity, before, balance, isNew) => {
          const taken = isNew ? before.map(() => 0) : before.map((count) => Math.min(count, capacity))
          const money = new Map([
            ['ada', balance],
            ['ben', 30n],
          ])
          const results = allocateSpaces(
            wanted.map(({ user_id, from, length, pay_minor }) => ({
              pool_id: 1,
              account: user_id,
              window: windowOf(from, length),
              pay_minor,
            })),
            new Map([[1, { capacity, days: isNew ? [] : daysOf(taken, capacity) }]]),
            new Map(money),
          )
          const counts = [...taken]
          for (const [n, { user_id, from, length, pay_minor }] of wanted.entries()) {
            const held = money.get(user_id) ?? 0n
            const hasRoom = counts.slice(from, from + length).every((count) => count < capacity)
            const result = !hasRoom ? 'no_space' : held < pay_minor ? 'insufficient_balance' : 'sold'
            expect(results[n]).toEqual({ result, balance_minor: held })
            if (result !== 'sold') continue
            money.set(user_id, held - pay_minor)
            for (let slot = from; slot < from + length; slot += 1) counts[slot]! += 1
          }
          expect(Math.max(...counts)).toBeLessThanOrEqual(capacity)
        },
      ),
    )
  })

  test('a day that was counted before the park grew keeps its own number of spaces', () => {
    const days = daysOf(
      Array.from({ length: 8 }, () => 1),
      1,
    )
    const wish = { pool_id: 1, account: 'ada', window: windowOf(0, 2), pay_minor: 0n }
    const pools = new Map([[1, { capacity: 5, days }]])
    expect(allocateSpaces([wish], pools, new Map())[0]!.result).toBe('no_space')
    expect(allocateSpaces([{ ...wish, window: windowOf(200, 2) }], pools, new Map())[0]!.result).toBe('sold')
  })

  test('pools have room of their own, and an account pays for all of them', () => {
    const pools = new Map([
      [1, { capacity: 1, days: [] }],
      [2, { capacity: 1, days: [] }],
    ])
    const wish = (pool_id: number, pay_minor: bigint) => ({
      pool_id,
      account: 'ada',
      window: windowOf(0, 4),
      pay_minor,
    })
    const results = allocateSpaces(
      [wish(1, 40n), wish(2, 70n), wish(1, 1n), wish(2, 60n)],
      pools,
      new Map([['ada', 100n]]),
    )
    expect(results.map(({ result }) => result)).toEqual(['sold', 'insufficient_balance', 'no_space', 'sold'])
    expect(allocateSpaces([wish(3, 0n)], pools, new Map())[0]!.result).toBe('no_space')
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quarter_ms } from '#contract/time.ts'
import type { PoolDay } from '#server/features/availability/spaces.ts'
import { allocateSpaces } from './allocate-spaces.ts'

/** Late in the day, so that windows extend into the next one. */
const origin = Date.parse('2026-12-01T20:00:00Z')
const windowOf = (from: number, length: number) => ({
  start: new Date(origin + from * quarter_ms),
  end: new Date(origin + (from + length) * quarter_ms),
})
const slots = 60

/** Day counters that match a naive count. */
function daysOf(taken: readonly number[], cap: number) {
  const days = new Map<string, PoolDay>()
  for (const [n, count] of taken.entries()) {
    const at = new Date(origin + n * quarter_ms).toISOString()
    const day = at.slice(0, 10)
    const row = days.get(day) ?? { day, cap, used: Array.from({ length: 96 }, () => 0), blocked: null }
    row.used[Number(at.slice(11, 13)) * 4 + Number(at.slice(14, 16)) / 15] = count
    days.set(day, row)
  }
  return [...days.values()]
}

const drawnRequests = fc.array(
  fc.record({
    account: fc.constantFrom('ada', 'ben', 'cem'),
    from: fc.integer({ min: 0, max: slots - 13 }),
    length: fc.integer({ min: 1, max: 12 }),
    pay_minor: fc.bigInt(0n, 60n),
  }),
  { maxLength: 30 },
)

describe('allocateSpaces', () => {
  test('agrees with a naive count of every slot and balance', () => {
    fc.assert(
      fc.property(
        drawnRequests,
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.integer({ min: 0, max: 4 }), { minLength: slots, maxLength: slots }),
        fc.bigInt(0n, 200n),
        fc.boolean(),
        (drawn, capacity, before, ada_minor, isNew) => {
          const taken = isNew ? before.map(() => 0) : before.map((count) => Math.min(count, capacity))
          const balances = new Map([
            ['ada', ada_minor],
            ['ben', 30n],
          ])
          const requests = drawn.map(({ from, length, ...request }) => ({
            ...request,
            from,
            length,
            pool_id: 1,
            window: windowOf(from, length),
          }))
          const pools = new Map([[1, { capacity, days: isNew ? [] : daysOf(taken, capacity) }]])
          const results = allocateSpaces(requests, pools, new Map(balances))
          const counts = [...taken]
          for (const request of requests) {
            const { account, from, length, pay_minor } = request
            const balance_minor = balances.get(account) ?? 0n
            const hasSpace = counts.slice(from, from + length).every((count) => count < capacity)
            const expected = !hasSpace
              ? { kind: 'no_space' }
              : balance_minor < pay_minor
                ? { kind: 'insufficient_balance', missing_minor: pay_minor - balance_minor }
                : { kind: 'allocated' }
            expect(results.get(request)).toEqual(expected)
            if (expected.kind !== 'allocated') continue
            balances.set(account, balance_minor - pay_minor)
            for (let slot = from; slot < from + length; slot += 1) counts[slot]! += 1
          }
          expect(Math.max(...counts)).toBeLessThanOrEqual(capacity)
        },
      ),
    )
  })

  const kindsOf = (...[requests, ...rest]: Parameters<typeof allocateSpaces>) =>
    [...allocateSpaces(requests, ...rest).values()].map(({ kind }) => kind)

  test('keeps the capacity of a day that was counted before the pool grew', () => {
    const days = daysOf(
      Array.from({ length: 8 }, () => 1),
      1,
    )
    const request = { pool_id: 1, account: 'ada', window: windowOf(0, 2), pay_minor: 0n }
    const pools = new Map([[1, { capacity: 5, days }]])
    expect(kindsOf([request], pools, new Map())).toEqual(['no_space'])
    expect(kindsOf([{ ...request, window: windowOf(200, 2) }], pools, new Map())).toEqual(['allocated'])
  })

  test('counts each pool by itself, and each account over all pools', () => {
    const pools = new Map([
      [1, { capacity: 1, days: [] }],
      [2, { capacity: 1, days: [] }],
    ])
    const request = (pool_id: number, pay_minor: bigint) => ({
      pool_id,
      account: 'ada',
      window: windowOf(0, 4),
      pay_minor,
    })
    const requests = [request(1, 40n), request(2, 70n), request(1, 1n), request(2, 60n)]
    expect(kindsOf(requests, pools, new Map([['ada', 100n]]))).toEqual([
      'allocated',
      'insufficient_balance',
      'no_space',
      'allocated',
    ])
    expect(kindsOf([request(3, 0n)], pools, new Map())).toEqual(['no_space'])
  })
})

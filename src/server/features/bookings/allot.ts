import { sumOfSlots } from '#server/features/parks/slots.ts'
import type { PoolDay } from '#server/features/parks/spaces.ts'
import type { Window } from '#server/features/parks/window.ts'

type Wanted = { user_id: string; window: Window; /** What is paid at once; 0 for a hold. */ pay_minor: bigint }
type Pool = { capacity: number; days: readonly PoolDay[] }
export type Allotted = 'sold' | 'no_space' | 'insufficient_balance'

/**
 * Who gets a space, in the order of coming: each while there is room over the whole window and money in the wallet,
 * those before counted in. `balances` are minor units of the sale's currency.
 */
export function allot(
  wanted: readonly Wanted[],
  pool: Pool,
  balances: ReadonlyMap<string, bigint>,
): { result: Allotted; balance_minor: bigint }[] {
  const room = roomOf(pool)
  const left = new Map(balances)
  return wanted.map(({ user_id, window, pay_minor }) => {
    const balance_minor = left.get(user_id) ?? 0n
    const touched = sumOfSlots([window])
    if (!room.has(touched)) return { result: 'no_space', balance_minor }
    if (balance_minor < pay_minor) return { result: 'insufficient_balance', balance_minor }
    room.take(touched)
    left.set(user_id, balance_minor - pay_minor)
    return { result: 'sold', balance_minor }
  })
}

type Touched = ReadonlyMap<string, readonly number[]>

function roomOf({ capacity, days }: Pool) {
  const known = new Map(days.map(({ day, cap, used }) => [day, { cap, used: [...used] }]))
  const at = (day: string) => {
    const found = known.get(day) ?? { cap: capacity, used: [] }
    known.set(day, found)
    return found
  }
  return {
    has: (touched: Touched): boolean =>
      [...touched].every(([day, counts]) => {
        const { cap, used } = at(day)
        return counts.every((count, slot) => count === 0 || (used[slot] ?? 0) + count <= cap)
      }),
    take: (touched: Touched): void => {
      for (const [day, counts] of touched) {
        const { used } = at(day)
        for (const [slot, count] of counts.entries()) used[slot] = (used[slot] ?? 0) + count
      }
    },
  }
}

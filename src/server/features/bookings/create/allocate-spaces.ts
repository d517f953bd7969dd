import { sumOfSlots } from '#server/features/availability/slots.ts'
import type { PoolSpaces } from '#server/features/availability/spaces.ts'
import type { Window } from '#server/features/availability/window.ts'

type SpaceRequest = {
  pool_id: number
  /** Whose money, by `walletAccountKey`. */
  account: string
  window: Window
  /** What is paid at once; 0 for a hold. */
  pay_minor: bigint
}
export type AllocationResult = 'sold' | 'no_space' | 'insufficient_balance'

/**
 * Who gets a space, in the order of coming: each while there is room over the whole window and money in the wallet account, those
 * before counted in. `balances` are minor units of each account's currency.
 */
export function allocateSpaces(
  wanted: readonly SpaceRequest[],
  pools: ReadonlyMap<number, PoolSpaces>,
  balances: ReadonlyMap<string, bigint>,
): { result: AllocationResult; balance_minor: bigint }[] {
  const rooms = new Map([...pools].map(([id, pool]) => [id, createPoolTally(pool)]))
  const left = new Map(balances)
  return wanted.map(({ pool_id, account, window, pay_minor }) => {
    const balance_minor = left.get(account) ?? 0n
    const touched = sumOfSlots([window])
    const room = rooms.get(pool_id)
    if (room === undefined || !room.has(touched)) return { result: 'no_space', balance_minor }
    if (balance_minor < pay_minor) return { result: 'insufficient_balance', balance_minor }
    room.take(touched)
    left.set(account, balance_minor - pay_minor)
    return { result: 'sold', balance_minor }
  })
}

type SlotCounts = ReadonlyMap<string, readonly number[]>

function createPoolTally({ capacity, days }: PoolSpaces) {
  const known = new Map(days.map(({ day, cap, used }) => [day, { cap, used: [...used] }]))
  const at = (day: string) => {
    const found = known.get(day) ?? { cap: capacity, used: [] }
    known.set(day, found)
    return found
  }
  return {
    has: (touched: SlotCounts): boolean =>
      [...touched].every(([day, counts]) => {
        const { cap, used } = at(day)
        return counts.every((count, slot) => count === 0 || (used[slot] ?? 0) + count <= cap)
      }),
    take: (touched: SlotCounts): void => {
      for (const [day, counts] of touched) {
        const { used } = at(day)
        for (const [slot, count] of counts.entries()) used[slot] = (used[slot] ?? 0) + count
      }
    },
  }
}

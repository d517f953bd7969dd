import { countSlotUse } from '#server/features/availability/slots.ts'
import type { PoolSpaces } from '#server/features/availability/spaces.ts'
import type { Window } from '#server/features/availability/window.ts'

export interface SpaceRequest {
  pool_id: number
  window: Window
  /** The wallet account that pays, by `walletAccountKey`. */
  account: string
  /** Paid with the booking, in minor units of the account's currency; 0 for a hold. */
  pay_minor: bigint
}
export type AllocationResult =
  | { kind: 'allocated' }
  | { kind: 'no_space' }
  | { kind: 'insufficient_balance'; missing_minor: bigint }

/**
 * Decides which requests get a space, first come, first served: the pool needs a space over the whole window and the
 * account enough money, earlier requests counted. `balances` are by account, in minor units.
 */
export function allocateSpaces<Request extends SpaceRequest>(
  requests: readonly Request[],
  pools: ReadonlyMap<number, PoolSpaces>,
  balances: ReadonlyMap<string, bigint>,
): Map<Request, AllocationResult> {
  const counters = new Map([...pools].map(([id, pool]) => [id, countPool(pool)]))
  const remaining_minor = new Map(balances)
  const allocate = ({ pool_id, account, window, pay_minor }: Request): AllocationResult => {
    const slots = countSlotUse([window])
    const counter = counters.get(pool_id)
    if (counter === undefined || !counter.hasSpace(slots)) return { kind: 'no_space' }
    const balance_minor = remaining_minor.get(account) ?? 0n
    if (balance_minor < pay_minor) return { kind: 'insufficient_balance', missing_minor: pay_minor - balance_minor }
    counter.take(slots)
    remaining_minor.set(account, balance_minor - pay_minor)
    return { kind: 'allocated' }
  }
  return new Map(requests.map((request) => [request, allocate(request)]))
}

/** Spaces to take in each slot of a day, by day. */
type SlotCounts = ReadonlyMap<string, readonly number[]>

function countPool({ capacity, days }: PoolSpaces) {
  const counters = new Map(days.map(({ day, cap, used, blocked }) => [day, { cap, used: [...used], blocked }]))
  const counterOf = (day: string) => {
    const counter = counters.get(day) ?? { cap: capacity, used: [], blocked: null }
    counters.set(day, counter)
    return counter
  }
  return {
    hasSpace: (slots: SlotCounts): boolean =>
      [...slots].every(([day, counts]) => {
        const { cap, used, blocked } = counterOf(day)
        return counts.every((count, slot) => count === 0 || (used[slot] ?? 0) + (blocked?.[slot] ?? 0) + count <= cap)
      }),
    take: (slots: SlotCounts): void => {
      for (const [day, counts] of slots) {
        const { used } = counterOf(day)
        for (const [slot, count] of counts.entries()) used[slot] = (used[slot] ?? 0) + count
      }
    },
  }
}

import * as z from 'zod/mini'
import type { BoardCard, OrderBoard } from '#contract/orders/desk/order-board.ts'
import { day_ms } from '#contract/time.ts'
import { readJson, writeJson } from '#web/storage/storage.ts'

const branchesKey = 'order_tickets_branches'
const printedKey = 'order_tickets_printed'

type Branch = Pick<OrderBoard['branches'][number], 'id' | 'prints_tickets'>

/** The branches whose tickets this device prints. */
export function readTicketBranches(): readonly string[] {
  const { success, data } = z.safeParse(z.array(z.string()), readJson(branchesKey))
  return success ? data : []
}
export const writeTicketBranches = (ids: readonly string[]): void => writeJson(branchesKey, ids)

/** The orders whose tickets this device has printed, with the times in milliseconds. */
function readPrinted(): Record<string, number> {
  const { success, data } = z.safeParse(z.record(z.string(), z.number()), readJson(printedKey))
  return success ? data : {}
}

/** The orders that were confirmed in the last 24 hours at branches that print here, and have no ticket yet. */
export function findDueTickets(
  cards: readonly BoardCard[],
  branches: readonly Branch[],
  device: readonly string[],
  now: number,
): readonly BoardCard[] {
  const printed = readPrinted()
  return cards.filter(
    ({ id, branch_id, accepted_at, column }) =>
      column !== 'done' &&
      accepted_at !== null &&
      Date.parse(accepted_at) > now - day_ms &&
      device.includes(branch_id) &&
      branches.some((branch) => branch.id === branch_id && branch.prints_tickets) &&
      !(id in printed),
  )
}

/**
 * Records orders as printed and returns those that were not yet, so that of several tabs one prints each. They are kept
 * for two days, and so longer than an order counts as just confirmed.
 */
export async function claimTickets(ids: readonly string[], now: number): Promise<readonly string[]> {
  const claim = () => recordTickets(ids, now)
  // Pages without HTTPS have no locks.
  const locks = navigator.locks as LockManager | null | undefined
  return locks === undefined || locks === null ? claim() : locks.request(printedKey, claim)
}

/** Records orders as printed and returns those that were not yet, without regard to other tabs. */
export function recordTickets(ids: readonly string[], now: number): readonly string[] {
  const printed = readPrinted()
  const fresh = ids.filter((id) => !(id in printed))
  if (fresh.length === 0) return fresh
  const stored = Object.entries(printed).filter(([, at]) => at > now - 2 * day_ms)
  writeJson(printedKey, { ...Object.fromEntries(stored), ...Object.fromEntries(fresh.map((id) => [id, now])) })
  return fresh
}

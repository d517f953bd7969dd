import type { Tx } from '#server/database/connect.ts'
import type { ShopBranch } from '#server/features/branches/shop-branch.ts'
import { loadSlotPlan } from '#server/features/branches/slot-plan.ts'
import { findFreeSlots, type OfferedSlot, type SlotPlan, type WorkNeed } from '#server/features/branches/slots.ts'
import type { WorkWindow } from '#server/features/cart/work-window.ts'
import { getZoneDays } from '#server/features/pricing/tariff-days.ts'
import { AppError, fieldError, type ErrorParams } from '#server/http/errors.ts'
import type { OrderRequest } from './request.ts'

/** So many free times are told in place of a full one. */
const nearestCount = 3

/** `lead_minutes` in place of the branch's own; the work lies within the booking. */
type SlotRequest = Pick<OrderRequest, 'order_type' | 'slot' | 'park'> & {
  lead_minutes?: number
  booking: WorkWindow | null
}

/**
 * Finds the slot that was asked for, with what the order takes from it. Throws 422 for a time that is none of the branch's,
 * `branch_closed`, `slot_full` with the nearest free times, and `slot_outside_booking` with the time of the booking.
 */
export async function chooseSlot(
  tx: Tx,
  branch: ShopBranch,
  needs: readonly WorkNeed[],
  { order_type, slot, park, lead_minutes, booking }: SlotRequest,
  now: Date,
): Promise<OfferedSlot> {
  const start = new Date(slot)
  const own = await loadSlotPlan(tx, branch, order_type, now, start)
  const plan = { ...own, lead_minutes: lead_minutes ?? own.lead_minutes }
  const within = booking !== null && park !== undefined ? booking : null
  const found = findSlotAt(plan, needs, start, now)
  // What follows finds out why it is not free.
  if (found !== undefined && (within === null || isWithin(found, within))) return found
  const whole: SlotPlan = { ...plan, taken: [] }
  if (findSlotAt({ ...whole, closures: [], isOpen: () => true }, needs, start, now) === undefined)
    throw fieldError('slot', 'slot')
  const open = findSlotAt(whole, needs, start, now)
  if (open === undefined) throw new AppError('branch_closed', { branch: branch.name })
  if (within !== null && !isWithin(open, within)) throw outsideBooking(within, branch)
  const slots = findNearest(await loadSlotPlan(tx, branch, order_type, now), needs, start, within, now)
  throw new AppError('slot_full', {}, [], {
    slots: slots.map(({ starts_at, ends_at }) => ({
      starts_at: starts_at.toISOString(),
      ends_at: ends_at.toISOString(),
    })),
  })
}

/** Hours past midnight belong to the day before. */
const daysOf = ({ timezone }: SlotPlan, at: Date): number[] => {
  const day = getZoneDays(timezone).dayOf(at.getTime())
  return [day - 1, day]
}

const findSlotAt = (plan: SlotPlan, needs: readonly WorkNeed[], start: Date, now: Date): OfferedSlot | undefined =>
  daysOf(plan, start)
    .flatMap((day) => findFreeSlots(plan, needs, day, now, start))
    .at(0)

const isWithin = (slot: OfferedSlot, { starts_at, ends_at }: WorkWindow): boolean =>
  slot.starts_at >= starts_at && slot.ends_at <= ends_at

function outsideBooking({ starts_at, ends_at }: WorkWindow, { timezone }: ShopBranch): AppError {
  const params: ErrorParams = {
    from: { at: starts_at.toISOString(), timezone },
    until: { at: ends_at.toISOString(), timezone },
  }
  return new AppError('slot_outside_booking', params, [{ field: 'slot', key: 'slot_outside_booking', params }])
}

/** The free times nearest to one, further days only as far as there are too few. */
function findNearest(
  plan: SlotPlan,
  needs: readonly WorkNeed[],
  start: Date,
  within: WorkWindow | null,
  now: Date,
): OfferedSlot[] {
  const distance = ({ starts_at }: OfferedSlot) => Math.abs(starts_at.getTime() - start.getTime())
  const [before, day] = daysOf(plan, start) as [number, number]
  const found = [before, day].flatMap((entry) => findFreeSlots(plan, needs, entry, now))
  const fits = (slots: readonly OfferedSlot[]) => slots.filter((slot) => within === null || isWithin(slot, within))
  for (let next = 1; next <= plan.days_ahead && fits(found).length < nearestCount; next += 1)
    found.push(...findFreeSlots(plan, needs, day + next, now))
  return fits(found)
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, nearestCount)
    .toSorted((a, b) => a.starts_at.getTime() - b.starts_at.getTime())
}

import type { ListedBooking } from '#contract/gate/guard-lists.ts'
import { normalizePlate } from '#contract/vehicles/plates.ts'
import type { GuardList } from './verdict.ts'

/** A plate is searched from so many letters and digits. */
export const leastPlate = 2
const mostFound = 20

/** Returns the listed bookings with a number, or whose plate contains the text: those whose window is nearest first. */
export function findBookings(list: GuardList, typed: string, now: Date): ListedBooking[] {
  const text = normalizePlate(typed.trim())
  const exact = list.bookings.get(text)
  if (exact !== undefined) return [exact]
  if (text.length < leastPlate) return []
  const distance = ({ start_time, end_time }: ListedBooking): number =>
    Math.max(Date.parse(start_time) - now.getTime(), now.getTime() - Date.parse(end_time), 0)
  return [...list.bookings.values()]
    .filter(({ plate }) => normalizePlate(plate).includes(text))
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, mostFound)
}

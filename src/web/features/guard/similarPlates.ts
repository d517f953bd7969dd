import { countMistakes } from '#contract/edit-distance.ts'
import type { ListedBooking } from '#contract/gate/guard-lists.ts'
import { normalizePlate } from '#contract/vehicles/plates.ts'
import type { GuardList } from './verdict.ts'

/** Characters that are read as one another on plates. */
const alike = ['O0QD', 'I1L', 'B8', 'S5', 'Z2', 'G6', 'UV', 'MN']
const faceOf = new Map(alike.flatMap((letters) => [...letters].map((letter) => [letter, letters[0]!])))
const toFace = (plate: string): string => [...plate].map((letter) => faceOf.get(letter) ?? letter).join('')

/** Shorter plates differ too little to be mistaken for one another. */
const leastSimilar = 4
const mostSimilar = 3

/**
 * Returns the listed bookings whose plate may have been meant by one that nobody has: with one mistake, or two on long plates, where
 * characters that look alike are no mistake. The closest first, then those whose window is nearest.
 */
export function findSimilarPlates(list: GuardList, typed: string, now: Date): ListedBooking[] {
  const text = normalizePlate(typed.trim())
  if (text.length < leastSimilar) return []
  const most = text.length >= 7 ? 2 : 1
  const distance = ({ start_time, end_time }: ListedBooking): number =>
    Math.max(Date.parse(start_time) - now.getTime(), now.getTime() - Date.parse(end_time), 0)
  return [...list.bookings.values()]
    .map((booking) => {
      const plate = normalizePlate(booking.plate)
      return {
        booking,
        mistakes: countMistakes(toFace(text), toFace(plate)).at(-1)! + (toFace(text) === toFace(plate) ? 0 : 0.5),
      }
    })
    .filter(({ booking, mistakes }) => booking.plate !== '' && mistakes <= most + 0.5)
    .sort((a, b) => a.mistakes - b.mistakes || distance(a.booking) - distance(b.booking))
    .slice(0, mostSimilar)
    .map(({ booking }) => booking)
}

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

/** How many mistakes turn one text into the other: a wrong, missing or added character, or two that changed places. */
export function countMistakes(a: string, b: string): number {
  let [beforeLast, last]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, n) => n)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1]
      const least = Math.min(last![j]! + 1, row[j - 1]! + 1, last![j - 1]! + (isSame ? 0 : 1))
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(isSwapped ? Math.min(least, beforeLast![j - 2]! + 1) : least)
    }
    ;[beforeLast, last] = [last, row]
  }
  return last!.at(-1)!
}

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
        mistakes: countMistakes(toFace(text), toFace(plate)) + (toFace(text) === toFace(plate) ? 0 : 0.5),
      }
    })
    .filter(({ booking, mistakes }) => booking.plate !== '' && mistakes <= most + 0.5)
    .sort((a, b) => a.mistakes - b.mistakes || distance(a.booking) - distance(b.booking))
    .slice(0, mostSimilar)
    .map(({ booking }) => booking)
}

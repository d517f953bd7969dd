import { grace } from '#contract/bookings/booking-rules.ts'
import type { plateMatches, ReadReason } from '#contract/gate/gate-reads.ts'
import type { ListedBooking } from '#contract/gate/guard-lists.ts'
import { minute_ms } from '#contract/time.ts'
import { normalizePlate } from '#contract/vehicles/plates.ts'
import type { PlateRead } from './plate-read.ts'

/** What is known of a booking at the gate; `plate_key` is its plate as it is compared. */
export type GateBooking = Pick<ListedBooking, 'booking_code' | 'status'> & {
  plate_key: string
  start: number
  end: number
}

export const toGateBooking = ({
  booking_code,
  plate,
  status,
  start_time,
  end_time,
}: {
  booking_code: string
  plate: string
  status: ListedBooking['status']
  start_time: Date
  end_time: Date
}): GateBooking => ({
  booking_code,
  status,
  plate_key: normalizePlate(plate),
  start: start_time.getTime(),
  end: end_time.getTime(),
})

type Match = (typeof plateMatches)[number]
export type GateDecision =
  | { open: true; reason: null; booking_code: string; matched_by: Match }
  | { open: false; reason: ReadReason; booking_code: null; matched_by: null }

const stay = (reason: ReadReason): GateDecision => ({ open: false, reason, booking_code: null, matched_by: null })

/** Letters and digits that cameras take for each other. */
const lookAlikes = ['0ODQ', '1I', '2Z', '5S', '8B']
const shapes = new Map(lookAlikes.flatMap((group) => [...group].map((letter) => [letter, group])))

/** Whether two plates differ in exactly one character, and cameras take it for the other. */
export function isSimilar(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  const differences = [...a].flatMap((letter, index) => (letter === b[index] ? [] : [[letter, b[index]!]]))
  const [pair] = differences
  if (pair === undefined || differences.length > 1) return false
  const shape = shapes.get(pair[0]!)
  return shape !== undefined && shape === shapes.get(pair[1]!)
}

const isInside = ({ status }: GateBooking): boolean => status === 'checked_in' || status === 'overstayed'

/** Whether a car may drive in with the booking: from the grace period before its start until its end. */
const isDueIn = (booking: GateBooking, at: number): boolean =>
  (booking.status === 'active' || booking.status === 'checked_in' || booking.status === 'no_show') &&
  at >= booking.start - grace.arrival_min * minute_ms &&
  at < booking.end

/** Whether a car may drive out with the booking: nobody is kept in, however late it is. */
const isDueOut = (booking: GateBooking, at: number): boolean =>
  booking.status !== 'cancelled' && at >= booking.start - grace.arrival_min * minute_ms

/**
 * Decides whether the gate opens, among the bookings of this car park alone: by the plate as read, then by the camera's
 * other readings in their order, then by one look-alike letter, if only one plate is similar.
 */
export function decideAtGate(
  bookings: Iterable<GateBooking>,
  { plate_key, candidates, direction }: Pick<PlateRead, 'plate_key' | 'candidates' | 'direction'>,
  at: Date,
): GateDecision {
  if (plate_key === '') return stay('unreadable')
  const now = at.getTime()
  const due: GateBooking[] = []
  const others: GateBooking[] = []
  for (const booking of bookings) {
    const isDue =
      (direction !== 'out' && isDueIn(booking, now)) ||
      (direction !== 'in' && isDueOut(booking, now) && (direction === 'out' || isInside(booking)))
    ;(isDue ? due : others).push(booking)
  }
  const opened = (booking: GateBooking, matched_by: Match): GateDecision => ({
    open: true,
    reason: null,
    booking_code: booking.booking_code,
    matched_by,
  })
  const find = (plate: string) =>
    findNearest(
      due.filter((booking) => booking.plate_key === plate),
      direction,
    )
  const exact = find(plate_key)
  if (exact !== undefined) return opened(exact, 'plate')
  for (const candidate of candidates) {
    const found = find(candidate)
    if (found !== undefined) return opened(found, 'candidate')
  }
  const similar = due.filter((booking) => isSimilar(booking.plate_key, plate_key))
  const plates = new Set(similar.map((booking) => booking.plate_key))
  if (plates.size > 1) return stay('ambiguous')
  const [nearest] = plates
  if (nearest !== undefined) return opened(find(nearest)!, 'similar')
  const known = others.filter((booking) => booking.plate_key === plate_key && booking.status !== 'cancelled')
  if (known.some(({ start }) => start > now)) return stay('early')
  return stay(known.length > 0 ? 'expired' : 'unknown')
}

/** Of several bookings of a car, the one that it is in with when it leaves, otherwise the first that has begun. */
function findNearest(bookings: GateBooking[], direction: PlateRead['direction']): GateBooking | undefined {
  const rank = (booking: GateBooking) => (isInside(booking) === (direction === 'out') ? 0 : 1)
  return bookings.toSorted((a, b) => rank(a) - rank(b) || a.start - b.start)[0]
}

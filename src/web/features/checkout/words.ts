import type { Booking, CancellationTerms } from '#contract/bookings.ts'
import type { Park } from '#contract/parks.ts'

/** What a cancel returns, step by step; steps that are over are left out. */
export const openRules = ({ refund_rules }: CancellationTerms, now: Date) =>
  refund_rules.filter(({ until, percent }) => percent > 0 && new Date(until) > now)

/** Vehicle types that have spaces and a tariff at a park. */
export function servedTypes({ pools, rates }: Pick<Park, 'pools' | 'rates'>): Set<number> {
  const priced = new Set(rates.map(({ vehicle_type_id }) => vehicle_type_id))
  return new Set(pools.flatMap(({ vehicle_type_ids }) => vehicle_type_ids).filter((id) => priced.has(id)))
}

const plain = (plate: string) => plate.toUpperCase().replaceAll(/[ -]/g, '')

/** A booking of the same plate at the same park that overlaps the window: the driver may have forgotten it. */
export function findTwin<B extends Pick<Booking, 'park' | 'plate' | 'start_time' | 'end_time'>>(
  bookings: readonly B[],
  wish: { park_id: string; plate: string; start: Date; end: Date },
): B | undefined {
  return bookings.find(
    ({ park, plate, start_time, end_time }) =>
      park.id === wish.park_id &&
      plain(plate) === plain(wish.plate) &&
      new Date(start_time) < wish.end &&
      new Date(end_time) > wish.start,
  )
}

import type { ParkSummary } from '#contract/parks/parks.ts'

type ParkPlace = Pick<ParkSummary, 'address' | 'city'> & Partial<Pick<ParkSummary, 'state'>>

/** The address line below a name, without repeated parts. */
export function parkAddress({ address, city, state }: ParkPlace): string {
  return [...new Set([address, city, state].filter(Boolean))].join(', ')
}

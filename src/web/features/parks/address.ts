import type { ParkSummary } from '#contract/parks.ts'

/** The line under a name: where it is, each part once. */
export function parkAddress({ address, city, state }: Pick<ParkSummary, 'address' | 'city' | 'state'>): string {
  return [...new Set([address, city, state].filter((part) => part !== null && part !== ''))].join(', ')
}

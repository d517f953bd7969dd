import type { Visit } from '#contract/figures/visit.ts'
import type { CountryCode } from '#contract/places/places.ts'
import type { Deps } from '#server/deps.ts'

/**
 * Counts a page that was opened, if it is one that is counted. A search that names neither a place nor a country is one in
 * `chosen`, the country that the page shows, and so is the page of an item. What is in a country that is not served is not
 * counted.
 */
export function countOpenedPage(
  { visits, clock, config: { COUNTRIES } }: Pick<Deps, 'visits' | 'clock' | 'config'>,
  visit: Visit | undefined,
  chosen: CountryCode | null | undefined,
  userAgent: string | undefined,
): void {
  if (visit === undefined) return
  if (visit.kind === 'park_page') return visits.count(visit, userAgent, clock())
  const { country = chosen ?? COUNTRIES[0]! } = visit
  if (!COUNTRIES.includes(country)) return
  if (visit.kind === 'item_page') return visits.count({ ...visit, country }, userAgent, clock())
  const { place } = visit
  visits.count({ kind: 'search', country, ...(place && { place }) }, userAgent, clock())
}

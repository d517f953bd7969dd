import type { Visit } from '#contract/figures/visit.ts'
import { countryCodes } from '#contract/geography.ts'
import type { CountryCode } from '#contract/places/places.ts'
import type { Deps } from '#server/deps.ts'

/**
 * Counts a page that was opened, if it is one that is counted. A search that names neither a place nor a country is one in
 * `chosen`, the country that the page shows.
 */
export function countOpenedPage(
  { visits, clock }: Pick<Deps, 'visits' | 'clock'>,
  visit: Visit | undefined,
  chosen: CountryCode | null | undefined,
  userAgent: string | undefined,
): void {
  if (visit === undefined) return
  if (visit.kind === 'park_page') return visits.count(visit, userAgent, clock())
  const { place, country = chosen ?? countryCodes[0] } = visit
  visits.count({ kind: 'search', country, ...(place && { place }) }, userAgent, clock())
}

import type { CountryCode } from '#contract/places/places.ts'
import type { Place } from './address.ts'
import type { Shop } from './useShop.ts'

/**
 * The place in the one address of a list: the country if the reader's address names it, and the branch if that is not the
 * country's first, which the list shows without a name.
 */
export function readListPlace(
  search: URLSearchParams,
  { country, branch, branches }: Shop,
): { place: Place; country: CountryCode | undefined } {
  const isFirst = branch?.slug === branches[0]?.slug
  const isNamed = search.has('country') || search.has('branch')
  return {
    country: isNamed ? country : undefined,
    place: isFirst ? { country: isNamed ? country : undefined } : { branch: branch?.slug },
  }
}

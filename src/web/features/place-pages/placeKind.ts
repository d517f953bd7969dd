import { placeKinds } from '#contract/geography.ts'
import type { PageKey } from '#contract/pages.ts'
import { type Place, type PlaceKind } from '#contract/places/browse.ts'
import { usePageKey } from '#web/page/page.ts'
import { paths } from '#web/paths.ts'

/** The parking type of the current address. */
export function usePlaceKind(): PlaceKind {
  return placeKindOf(usePageKey())
}

export const placeKindOf = (key: PageKey | undefined): PlaceKind =>
  placeKinds.find((kind) => key?.startsWith(kind)) ?? 'city'

export const typePath = (kind: PlaceKind, query?: Parameters<typeof paths.cityParking>[0]): string =>
  paths[`${kind}Parking`](query)

export const placePath = ({ kind, slug }: Pick<Place, 'kind' | 'slug'>): string => paths[`${kind}Place`](slug)

/** The address of a search around a place. */
export const searchPath = ({ lat, lng, name }: Pick<Place, 'lat' | 'lng' | 'name'>): string =>
  paths.search({ lat, lng, place: name })

/** The address of a place without its name. */
export const contextOf = ({ name, city, state }: Pick<Place, 'name' | 'city' | 'state'>): string =>
  [...new Set([city, state])].filter((part) => part !== null && part !== name).join(', ')

/** Groups places by the first letter of their names; `#` for names without one. */
export function byLetter<Entry extends Pick<Place, 'name'>>(places: readonly Entry[]): [string, Entry[]][] {
  const letterOf = ({ name }: Entry) => {
    const first = name
      .normalize('NFD')
      .replaceAll(/[^\p{L}\p{N}]/gu, '')
      .charAt(0)
      .toUpperCase()
    return /\p{L}/u.test(first) ? first : '#'
  }
  return [...Map.groupBy(places, letterOf)]
}

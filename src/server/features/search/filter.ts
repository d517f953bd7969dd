import type { Box } from '#contract/fields.ts'
import { parkKinds } from '#contract/parks/park-lists.ts'
import type { Amenity, ParkKind } from '#contract/parks/parks.ts'
import type { VehicleType } from '#server/features/parks/offers.ts'
import type { Point } from '#server/geo.ts'
import { cardOf, type IndexRow, type ParkEvaluator } from './evaluator.ts'
import type { Filter } from './index/types.ts'
import { accessBits, amenityBits, type Access } from './live/load.ts'
import type { LoadedIndex } from './live/loaded-index.ts'
import type { FoundStreet } from './streets/find-streets.ts'
import { boxAround, distanceToStreetM } from './streets/street-index.ts'

/** A required word: a prefix of one of the park's words, or a term that stands for it, as of its source's title. */
export interface Word {
  word: string
  terms: readonly string[]
}

/** Conditions on parks, all of which must hold. */
export interface Filters {
  countries: readonly number[]
  state_id: number | undefined
  kind: ParkKind | undefined
  amenities: readonly Amenity[]
  /** An empty list matches no park. */
  words: readonly Word[] | undefined
  within: (Point & { radius_m: number }) | undefined
  box: Box | undefined
  along: { street: FoundStreet; reach_m: number } | undefined
  max_price: number | undefined
  access: Access
  /** Excludes parks known to be too small for the vehicle. */
  mustFit: boolean
}

export const noFilters: Filters = {
  countries: [],
  state_id: undefined,
  kind: undefined,
  amenities: [],
  access: { step_free: false, lift: false, bay_width_cm: undefined },
  words: undefined,
  within: undefined,
  box: undefined,
  along: undefined,
  max_price: undefined,
  mustFit: false,
}

export type IndexFilter = Filter<Uint8Array>

/** Converts the filters for the index; undefined when no park can match. */
export function toIndexFilter(
  filters: Filters,
  view: { evaluator: ParkEvaluator; vehicle: VehicleType } | undefined,
): IndexFilter | undefined {
  const [country_id, other] = [...new Set(filters.countries)]
  const { words = [], max_price, mustFit, along } = filters
  if (other !== undefined || filters.words?.length === 0) return undefined
  const conditions: ((row: IndexRow) => boolean)[] = []
  if (mustFit) conditions.push((row) => view?.evaluator.fits(row, cardOf(row)) !== false)
  if (max_price !== undefined)
    conditions.push((row) => (view?.evaluator.price(cardOf(row))?.amount ?? Infinity) <= max_price)
  if (along !== undefined) conditions.push((row) => distanceToStreetM(along.street.street, row) <= along.reach_m)
  return {
    country_id,
    state_id: filters.state_id,
    kind: filters.kind === undefined ? undefined : parkKinds.indexOf(filters.kind),
    amenities: amenityBits(filters.amenities) | accessBits(filters.access),
    words: words.map(({ word, terms }) => (terms.length === 0 ? word : [word, ...terms])),
    within: filters.within,
    box: filters.box ?? (along && boxAround(along.street.street.box, along.reach_m)),
    fits: mustFit ? view?.vehicle : undefined,
    ...(conditions.length === 0 ? {} : { where: (row) => conditions.every((holds) => holds(row)) }),
  }
}

/** Whether any park, of a country if given, has these words. */
export function hasAnyPark(
  { parks }: Pick<LoadedIndex, 'parks'>,
  words: readonly Word[],
  country_id: number | undefined,
): boolean {
  const countries = country_id === undefined ? [] : [country_id]
  const filter = toIndexFilter({ ...noFilters, countries, words }, undefined)
  return filter !== undefined && parks.top(filter, { offset: 0, limit: 1 }).length > 0
}

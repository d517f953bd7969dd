import type { Part } from '../storage/layout.ts'
import type { Filter } from '../types.ts'

/** The conditions on single columns, compiled for testing many rows; undefined when there are none. */
export interface Attributes {
  key: string
  holds: (part: Part, row: number) => boolean
}

const unset = -1

export function attributesOf<P>(filter: Filter<P>): Attributes | undefined {
  const country = filter.country_id ?? unset
  const state = filter.state_id ?? unset
  const kind = filter.kind ?? unset
  const bookable = filter.bookable === undefined ? unset : Number(filter.bookable)
  const amenities = (filter.amenities ?? 0) | 0
  const { height_cm = 0, length_cm = 0, width_cm = 0 } = filter.fits ?? {}
  const values = [country, state, kind, bookable, amenities, height_cm, length_cm, width_cm]
  if (values.every((value, index) => value === (index < 4 ? unset : 0))) return undefined
  return {
    key: values.join(' '),
    holds: (part, row) =>
      (country === unset || part.country_id[row] === country) &&
      (state === unset || part.state_id[row] === state) &&
      (kind === unset || part.kind[row] === kind) &&
      (bookable === unset || part.bookable[row] === bookable) &&
      (part.amenities[row]! & amenities) === amenities &&
      fitsLimit(part.max_height_cm[row]!, height_cm) &&
      fitsLimit(part.max_length_cm[row]!, length_cm) &&
      fitsLimit(part.max_width_cm[row]!, width_cm),
  }
}

const fitsLimit = (limit: number, needed: number) => limit === 0 || limit >= needed

import type { Part } from '#server/features/search/index/storage/layout.ts'
import type { Filter } from '#server/features/search/index/types.ts'

/** The conditions on plain columns, ready to be asked of many rows; undefined where there is none. */
export type Attributes = { key: string; holds: (part: Part, row: number) => boolean }

const unasked = -1

export function attributesOf<P>(filter: Filter<P>): Attributes | undefined {
  const country = filter.country_id ?? unasked
  const state = filter.state_id ?? unasked
  const kind = filter.kind ?? unasked
  const bookable = filter.bookable === undefined ? unasked : Number(filter.bookable)
  const amenities = (filter.amenities ?? 0) | 0
  const { height_cm = 0, length_cm = 0, width_cm = 0 } = filter.fits ?? {}
  const asked = [country, state, kind, bookable, amenities, height_cm, length_cm, width_cm]
  if (asked.every((value, index) => value === (index < 4 ? unasked : 0))) return undefined
  return {
    key: asked.join(' '),
    holds: (part, row) =>
      (country === unasked || part.country_id[row] === country) &&
      (state === unasked || part.state_id[row] === state) &&
      (kind === unasked || part.kind[row] === kind) &&
      (bookable === unasked || part.bookable[row] === bookable) &&
      (part.amenities[row]! & amenities) === amenities &&
      takes(part.max_height_cm[row]!, height_cm) &&
      takes(part.max_length_cm[row]!, length_cm) &&
      takes(part.max_width_cm[row]!, width_cm),
  }
}

const takes = (most: number, needed: number) => most === 0 || most >= needed

import type { Point } from '#server/geo.ts'
import { fieldError } from '#server/http/errors.ts'
import type { LoadedIndex } from '../live/loaded-index.ts'
import { findPlaceByText } from '../places/place-by-text.ts'
import { locatePlusCode } from './plus-code.ts'
import { readPosition } from './read-position.ts'

const longestName = 200

/** A typed text: the position that it is, or the words that it means, for a link those of its place. */
export type TypedText = { point: Point } | { point?: undefined; text: string }

/**
 * Returns the position that a text is, or its words. Throws a 422 for `field` when it is a map link without a place, or a
 * short plus code without a place nearby.
 */
export function locateTyped(index: LoadedIndex, text: string, field: string, country_id?: number): TypedText {
  const position = readPosition(text)
  if (position === undefined) return { text }
  if (position === null) throw fieldError(field, 'map_link')
  if ('text' in position) return { text: position.text.slice(0, longestName) }
  if ('lat' in position) return { point: position }
  const near = position.locality === undefined ? undefined : findLocality(index, position.locality, country_id)
  if (near === undefined) throw fieldError(field, 'plus_code')
  return { point: locatePlusCode(position.short_code, near) }
}

/** Returns the position of a plus code's locality ("Ikeja, Lagos, Nigeria"), preferably in the chosen country. */
function findLocality({ places, reference }: LoadedIndex, text: string, country_id?: number): Point | undefined {
  const parts = text.split(',').map((part) => part.trim())
  const named = parts.length < 2 ? undefined : reference.findCountry(parts.at(-1)!)
  const local = named === undefined ? parts : parts.slice(0, -1)
  const countries = named === undefined ? [country_id, undefined] : [named.id]
  for (const id of countries)
    for (const name of [local.join(' '), ...local]) {
      const found = findPlaceByText(places, reference, name, id)
      if (found?.kind === 'place') return found
      const city = found === undefined ? undefined : places.findLargestCity(found.id)
      if (city !== undefined) return city
    }
  return undefined
}

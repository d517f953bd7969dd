import { bytesCodec } from '../codecs.ts'
import type { Entry } from '../types.ts'
import { buildPart } from './build.ts'
import type { Part } from './layout.ts'
import { RowOf } from './row.ts'

/** Parts to merge in a worker; their memory is shared, not copied. */
export type Merging = { bytes: Uint8Array<SharedArrayBuffer>; dead: number[] }[]

/** Builds one part from the live rows of several. */
export const mergeParts = (parts: readonly Part[]): Part => buildPart(entriesOf(parts), bytesCodec)

function* entriesOf(parts: readonly Part[]): Iterable<Entry<Uint8Array>> {
  for (const part of parts) {
    for (let at = 0; at < part.size; at += 1) {
      if (part.tombstones.has(at)) continue
      const row = new RowOf(bytesCodec, part, at)
      const { id, country_id, state_id, lat, lng, kind, amenities, bookable, rating, weight, payload } = row
      const { max_height_cm, max_length_cm, max_width_cm, terms } = row
      const sizes = { max_height_cm, max_length_cm, max_width_cm }
      const words = terms.join(' ')
      yield { id, country_id, state_id, lat, lng, kind, amenities, bookable, ...sizes, rating, weight, words, payload }
    }
  }
}

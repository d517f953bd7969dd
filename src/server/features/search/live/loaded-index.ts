import type { ParkIndex } from '#server/features/search/index/types.ts'
import type { PlaceIndex } from '#server/features/search/places/place-index.ts'
import type { ReferenceData } from './reference-data.ts'
import type { SharedValues } from './shared-values.ts'
import type { LiveSpaces } from './spaces.ts'

/** Everything that searches read: parks, what their cards refer to, places and the small tables. */
export type LoadedIndex = {
  parks: ParkIndex<Uint8Array>
  shared: SharedValues
  spaces: LiveSpaces
  places: PlaceIndex
  reference: ReferenceData
}

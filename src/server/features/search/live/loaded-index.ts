import type { ParkIndex } from '../index/types.ts'
import type { PlaceIndex } from '../places/place-index.ts'
import type { AreaCounts } from './area-counts.ts'
import type { ReferenceData } from './reference-data.ts'
import type { SharedValues } from './shared-values.ts'
import type { LiveSpaces } from './spaces.ts'

/** All data for searches: parks, the data their cards refer to, places and reference tables. */
export interface LoadedIndex {
  parks: ParkIndex<Uint8Array>
  areas: AreaCounts
  shared: SharedValues
  spaces: LiveSpaces
  places: PlaceIndex
  reference: ReferenceData
}

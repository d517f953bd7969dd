import { normalizeText } from '#server/features/places/normalize-text.ts'
import { distanceKm } from '#server/features/places/seed-nearest.ts'
import type { ParkRow } from './row.ts'

export type Duplicate = { row: ParkRow; of: { source: string; source_id: string } }

/** Sources of charging stations: a garage with posts on two floors stands there twice, under one address. */
const severalRowsAPark = new Set(['nrel_afdc'])
const same_park_km = 0.15

/** Parts the rows that are another park's row by their source's mark, or by one address in the same source. */
export function findDuplicates(rows: readonly ParkRow[]): { single: ParkRow[]; duplicates: Duplicate[] } {
  const single: ParkRow[] = []
  const duplicates: Duplicate[] = []
  const byAddress = new Map<string, ParkRow>()
  for (const row of rows) {
    const marked = targetOf(row.possible_duplicate_of)
    if (marked !== undefined) {
      duplicates.push({ row, of: marked })
      continue
    }
    const key = [row.source, row.state_code, row.city, row.address].map((part) => normalizeText(part ?? '')).join('|')
    const twin = severalRowsAPark.has(row.source) && row.address !== null ? byAddress.get(key) : undefined
    if (twin !== undefined && distanceKm(twin, row) <= same_park_km) duplicates.push({ row, of: twin })
    else {
      byAddress.set(key, row)
      single.push(row)
    }
  }
  return { single, duplicates }
}

/** "source:source_id", where the id may have colons of its own. */
function targetOf(mark: string | null): { source: string; source_id: string } | undefined {
  const colon = mark?.indexOf(':') ?? -1
  return mark === null || colon < 1 ? undefined : { source: mark.slice(0, colon), source_id: mark.slice(colon + 1) }
}

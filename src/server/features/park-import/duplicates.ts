import { normalizeText } from '#server/features/places/normalize-text.ts'
import { distanceKm } from '#server/features/places/seed-nearest.ts'
import type { ParkRow } from './row.ts'

export interface Duplicate {
  row: ParkRow
  of: { source: string; source_id: string }
}

/** Sources of charging stations, which list a garage once for each of its stations. */
const chargerSources = new Set(['nrel_afdc'])
const same_park_km = 0.15

/**
 * Separates rows that duplicate another park: markedTarget so by their source, or with the same address in a charger
 * source.
 */
export function findDuplicates(rows: readonly ParkRow[]): { single: ParkRow[]; duplicates: Duplicate[] } {
  const single: ParkRow[] = []
  const duplicates: Duplicate[] = []
  const byAddress = new Map<string, ParkRow>()
  for (const row of rows) {
    const markedTarget = parseDuplicateMark(row.possible_duplicate_of)
    if (markedTarget !== undefined) {
      duplicates.push({ row, of: markedTarget })
      continue
    }
    const key = [row.source, row.state_code, row.city, row.address].map((part) => normalizeText(part ?? '')).join('|')
    const sameAddress = chargerSources.has(row.source) && row.address !== null ? byAddress.get(key) : undefined
    if (sameAddress !== undefined && distanceKm(sameAddress, row) <= same_park_km)
      duplicates.push({ row, of: sameAddress })
    else {
      byAddress.set(key, row)
      single.push(row)
    }
  }
  return { single, duplicates }
}

/** Parses "source:source_id"; the id may contain colons. */
function parseDuplicateMark(mark: string | null): { source: string; source_id: string } | undefined {
  const colon = mark?.indexOf(':') ?? -1
  return mark === null || colon < 1 ? undefined : { source: mark.slice(0, colon), source_id: mark.slice(colon + 1) }
}

import { countryIds, type CountryCode } from '#contract/places.ts'
import type { Tx } from '#server/database/connect.ts'
import { indexCities } from '#server/features/places/seed-nearest.ts'

const placeFields = ['city', 'state_code', 'country_code'] as const
type Positioned = { lat: number; lng: number; derived?: unknown } & Record<string, unknown>

function isPositioned(row: unknown): row is Positioned {
  if (typeof row !== 'object' || row === null || !('lat' in row) || !('lng' in row)) return false
  return typeof row.lat === 'number' && typeof row.lng === 'number'
}

const missingIn = (row: Positioned) =>
  placeFields.filter((field) => row[field] === undefined || row[field] === null || row[field] === '')

/** Gives rows without city, state or country those of the nearest city, and lists them in `derived`. */
export async function fillPlaces(tx: Tx, rows: readonly unknown[]): Promise<unknown[]> {
  if (!rows.some((row) => isPositioned(row) && missingIn(row).length > 0)) return [...rows]
  const codeOf = new Map(Object.entries(countryIds).map(([code, id]) => [id as number, code as CountryCode]))
  const known = await tx
    .selectFrom('places')
    .innerJoin('states', 'states.id', 'places.state_id')
    .select(['places.name', 'lat', 'lng', 'population', 'places.country_id', 'states.code as state_code'])
    .where('kind', '=', 'city')
    .execute()
  const cities = indexCities(
    known.map(({ country_id, population, ...city }) => ({
      ...city,
      country_code: codeOf.get(country_id)!,
      population: population ?? 0,
    })),
  )
  return rows.map((row) => {
    if (!isPositioned(row)) return row
    const missing = missingIn(row)
    const [nearest, around] = missing.length === 0 ? [] : [cities.nearest(row), cities.around(row)]
    if (nearest === undefined || around === undefined) return row
    const found = { city: around.name, state_code: nearest.state_code, country_code: nearest.country_code }
    const derived = Array.isArray(row.derived) ? (row.derived as unknown[]) : []
    return {
      ...row,
      ...Object.fromEntries(missing.map((field) => [field, found[field]])),
      derived: [...new Set([...derived, ...missing])],
    }
  })
}

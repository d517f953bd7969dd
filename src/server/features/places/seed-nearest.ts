import type { CountryCode } from '#contract/places/places.ts'

export interface Position {
  lat: number
  lng: number
}
export type KnownCity = Position & { name: string; state_code: string; country_code: CountryCode; population: number }

const earth_km = 6371.0088
const radians = Math.PI / 180

/** Great-circle distance in kilometres. */
export function distanceKm(a: Position, b: Position): number {
  const lat = Math.sin(((b.lat - a.lat) * radians) / 2)
  const lng = Math.sin(((b.lng - a.lng) * radians) / 2)
  const h = lat * lat + Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * lng * lng
  return 2 * earth_km * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** Radius in km that counts as the city: 5 km for 100,000 people, 30 km for 9 million, so that suburbs belong to it. */
export const cityReachKm = (population: number) => 2 + 3 * Math.sqrt(population / 100_000)

const cell_deg = 0.5
const cellOf = (degrees: number) => Math.floor(degrees / cell_deg)
const keyOf = (row: number, column: number) => row * 1_000 + column

interface CityIndex {
  /** Returns the nearest city. */
  nearest(at: Position): KnownCity | undefined
  /** Returns the city that a position belongs to: the nearest relative to each city's radius. */
  around(at: Position): KnownCity | undefined
}

/** Builds an index of cities by position. Both lookups return undefined when no city is within about 100 km. */
export function indexCities(cities: readonly KnownCity[]): CityIndex {
  const cells = new Map<number, KnownCity[]>()
  for (const city of cities) {
    const key = keyOf(cellOf(city.lat), cellOf(city.lng))
    const cell = cells.get(key)
    if (cell === undefined) cells.set(key, [city])
    else cell.push(city)
  }
  const least = (at: Position, measure: (city: KnownCity) => number): KnownCity | undefined => {
    const [row, column] = [cellOf(at.lat), cellOf(at.lng)]
    for (const ring of [1, 2]) {
      let best: KnownCity | undefined
      let smallest = Infinity
      for (let r = row - ring; r <= row + ring; r += 1) {
        for (let c = column - ring; c <= column + ring; c += 1) {
          for (const city of cells.get(keyOf(r, c)) ?? []) {
            const measured = measure(city)
            if (measured < smallest) {
              smallest = measured
              best = city
            }
          }
        }
      }
      if (best !== undefined) return best
    }
    return undefined
  }
  return {
    nearest: (at) => least(at, (city) => distanceKm(at, city)),
    around: (at) => least(at, (city) => distanceKm(at, city) / cityReachKm(city.population)),
  }
}

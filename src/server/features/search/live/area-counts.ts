import { Card } from './card.ts'

interface Located {
  country_id: number
  state_id: number | null
  city: string | null
}
export interface CityCount {
  name: string
  state_id: number | null
  total: number
}

/** Number of parks by country, state, and city as it is written. */
export type StoredAreaCounts = (Located & { total: number })[]

/** A park of the index; `payload` is its card. */
type Counted = Omit<Located, 'city'> & { payload: Uint8Array }

/** How many parks each state and city has: counting them in the database takes time for each park. */
export class AreaCounts {
  /** By key; areas without parks are left out. */
  readonly #areas = new Map<string, Located & { total: number }>()

  constructor(stored: StoredAreaCounts = []) {
    for (const area of stored) this.#areas.set(keyOf(area), { ...area })
  }

  toStored(): StoredAreaCounts {
    return [...this.#areas.values()].map((area) => ({ ...area }))
  }

  /** Counts a park that enters the index, or with -1 one that leaves it. */
  add({ country_id, state_id, payload }: Counted, count: 1 | -1 = 1): void {
    const { city } = new Card(payload).facts
    const key = keyOf({ country_id, state_id, city })
    const total = (this.#areas.get(key)?.total ?? 0) + count
    if (total === 0) this.#areas.delete(key)
    else this.#areas.set(key, { country_id, state_id, city, total })
  }

  /** Returns the number of parks by state. */
  countStates(country_id: number | undefined): Map<number, number> {
    const totals = new Map<number, number>()
    for (const { state_id, total } of this.#areasIn({ country_id }))
      if (state_id !== null) totals.set(state_id, (totals.get(state_id) ?? 0) + total)
    return totals
  }

  /** Returns the cities with most parks, by their name in any case: at most `most`. */
  countCities(area: { country_id: number | undefined; state_id: number | undefined }, most: number): CityCount[] {
    const cities = new Map<string, CityCount>()
    for (const { state_id, city, total } of this.#areasIn(area)) {
      if (city === null) continue
      const key = `${state_id} ${city.toLowerCase()}`
      const known = cities.get(key)
      const name = known === undefined || city < known.name ? city : known.name
      cities.set(key, { name, state_id, total: total + (known?.total ?? 0) })
    }
    return [...cities.values()]
      .toSorted((a, b) => b.total - a.total || Number(a.name > b.name) - Number(a.name < b.name))
      .slice(0, most)
  }

  *#areasIn({ country_id, state_id }: { country_id?: number | undefined; state_id?: number | undefined }) {
    for (const area of this.#areas.values())
      if (
        (country_id === undefined || area.country_id === country_id) &&
        (state_id === undefined || area.state_id === state_id)
      )
        yield area
  }
}

const keyOf = ({ country_id, state_id, city }: Located): string => JSON.stringify([country_id, state_id, city])

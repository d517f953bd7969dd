import type { State } from '#contract/places.ts'

/** First id and names of each country's short list (specification, section 9). */
const lists: Record<number, { first: number; names: readonly string[] }> = {
  1: {
    first: 1,
    names: ['Abia', 'Abuja Federal Capital Territory', 'Adamawa', 'Akwa Ibom', 'Anambra', 'Bauchi', 'Bayelsa'],
  },
  2: { first: 101, names: ['Alberta', 'British Columbia', 'Manitoba', 'New Brunswick', 'Newfoundland and Labrador'] },
  3: { first: 201, names: ['Dakar', 'Diourbel', 'Fatick', 'Kaffrine'] },
  4: { first: 301, names: ['Alabama', 'Alaska', 'American Samoa', 'Arizona'] },
}

/** What is offered when the states could neither be loaded nor found in the cache; those of country 1 for an unknown one. */
export function builtInStates(country_id: number): Pick<State, 'id' | 'name' | 'country_id'>[] {
  const known = country_id in lists ? country_id : 1
  const { first, names } = lists[known]!
  return names.map((name, index) => ({ id: first + index, name, country_id: known }))
}

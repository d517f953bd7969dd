import { marks } from '#server/features/places/marks.ts'
import { wordsOf, type Typed } from '#server/features/places/rules.ts'
import type { Asked } from '#server/features/places/search.ts'
import type { Filter } from '#server/features/search/index/park-index.ts'
import type { Held } from '#server/features/search/live/live-index.ts'
import { cardOf, type Found } from './search-index.ts'
import type { ParkCandidate, SuggestionReader } from './suggest.ts'
import { mostOfEachWay } from './suggest-ways.ts'

/** Suggestions from memory. */
export const suggestionsFrom = ({ parks, memory }: Held): SuggestionReader => ({
  getCountry: (text) => memory.getCountry(text),
  places: memory.places,
  findParks: async (text, typed, asked) => {
    const found = new Map<string, Found>()
    for (const { filter, near } of ways(text, typed, asked)) {
      const page = { offset: 0, limit: mostOfEachWay }
      const rows = near === undefined ? parks.top(filter, page) : parks.near(near, filter, page).items
      for (const { row } of rows) found.set(row.id, row)
    }
    return [...found.values()].map((row) => toCandidate(row, asked))
  },
})

type Way = { filter: Filter<Uint8Array>; near?: NonNullable<Asked['near']> }

/** The code, the whole name, its beginning; words anywhere of the chosen country, of all, of those that can be booked, and near. */
function ways(text: string, typed: Typed, { country_id, tier, near }: Asked): Way[] {
  const scopes = scopesOf(country_id)
  if (tier === 'alike') return scopes.map((scope) => ({ filter: { ...scope, words: typed.words, typos: true } }))
  const words = wordsOf(typed)
  return [
    { filter: { words: [marks.code(text)] } },
    { filter: { words: [...words, marks.only(marks.whole(typed.folded))] } },
    { filter: { words: [...words, marks.beginnings(words[0]!)], country_id } },
    ...scopes.map((scope) => ({ filter: { ...scope, words } })),
    ...(near === undefined ? [] : [{ filter: { words }, near }]),
  ]
}

function scopesOf(country_id: number | undefined): Filter<Uint8Array>[] {
  const bookable = { bookable: true }
  return [...(country_id === undefined ? [] : [{ country_id, ...bookable }, { country_id }]), bookable, {}]
}

function toCandidate(row: Found, { language }: Asked): ParkCandidate {
  const { state_fr, ...facts } = cardOf(row).facts
  return {
    ...facts,
    id: row.id,
    state: language === 'fr' ? state_fr : facts.state,
    country_id: row.country_id,
    lat: row.lat,
    lng: row.lng,
  }
}

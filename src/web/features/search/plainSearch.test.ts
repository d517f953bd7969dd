import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Suggestion } from '#contract/places/places.ts'
import { suggestionsOf } from '#web/features/parks/api.ts'
import { resolvePlainSearch } from './plainSearch.ts'

const now = new Date('2026-11-21T12:07:30Z')
const times = 'start=2026-11-24T09:00&end=2026-11-24T11:30&zone=America/Toronto'
const window = 'start=2026-11-24T14%3A00%3A00Z&end=2026-11-24T16%3A30%3A00Z'

function resolve(query: string, suggestions: Record<string, Suggestion[]> = {}) {
  const queries = new QueryClient()
  for (const [text, found] of Object.entries(suggestions))
    queries.setQueryData(suggestionsOf('en', text, 'CA').queryKey, found)
  const search = new URLSearchParams(query)
  return resolvePlainSearch({
    key: 'search',
    queries,
    params: {},
    search,
    language: 'en',
    country: 'CA',
    now,
    signedIn: false,
  })
}

const montreal: Suggestion = { kind: 'city', name: 'Montréal', context: 'Québec, Canada', lat: 45.5, lng: -73.5 }

test('takes the first place that matches the text, and reads times in the zone of the form', async () => {
  expect(await resolve(`known=&search=mont&${times}`, { mont: [montreal] })).toBe(
    `/search?lat=45.5&lng=-73.5&place=Montr%C3%A9al&${window}`,
  )
})

test('searches names and addresses if no place matches', async () => {
  const park: Suggestion = { ...montreal, kind: 'park', slug: 'mont' }
  for (const found of [[], [park]])
    expect(await resolve(`known=Toronto&lat=43&lng=-79&place=Toronto&search=mont&${times}`, { mont: found })).toBe(
      `/search?search=mont&country=CA&${window}`,
    )
})

test('keeps the place and the filters if the text is the same', async () => {
  const place = 'lat=43&lng=-79&place=Toronto'
  expect(await resolve(`known=Toronto&search=Toronto&${place}&vehicle=2&amenities=covered&${times}`)).toBe(
    `/search?${place}&${window}&vehicle=2&amenities=covered`,
  )
})

test('searches the whole country without a text, from now if the times cannot be read', async () => {
  const from_now = 'start=2026-11-21T12%3A00%3A00Z&end=2026-11-21T14%3A15%3A00Z'
  for (const query of ['known=&search=', 'known=x&lat=1&lng=2&search=+&start=2026-11-24T09:00&zone=Nowhere/At_all'])
    expect(await resolve(query)).toBe(`/search?country=CA&${from_now}`)
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type ListedState, numberStates } from '#server/features/places/seed-countries.ts'
import { builtInStates, listed } from './builtInStates.ts'

const numbered = numberStates(JSON.parse(readFileSync('data/places/states.json', 'utf8')) as ListedState[])

test.each([
  [1, 7],
  [2, 5],
  [3, 4],
  [4, 4],
])('country %d has %d states with the server’s ids', (country_id, count) => {
  const first = numbered.filter((state) => state.country_id === country_id).slice(0, count)
  expect(listed[country_id]).toEqual(first.map(({ id, code, name, name_fr }) => [id, code, name, name_fr]))
})

test('falls back to the first country’s states', () => {
  expect(builtInStates(99, 'fr')).toEqual(builtInStates(1, 'fr'))
  expect(builtInStates(1, 'en').map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7])
})

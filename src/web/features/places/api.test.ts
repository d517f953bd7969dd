import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readJson, removeStored, writeJson } from '#web/storage/storage.ts'
import { loadStatesOf } from './api.ts'
import { builtInStates } from './builtInStates.ts'

/* There is no server in this test, so every request fails. */

beforeEach(() => void vi.stubGlobal('document', { documentElement: { lang: 'en' } }))
afterEach(() => {
  removeStored('states')
  vi.unstubAllGlobals()
})

test.each([1, 2, 3, 4])('country %i has its built-in states if none are cached', async (country_id) => {
  expect(await loadStatesOf(country_id)).toEqual(builtInStates(country_id, 'en'))
})

test('uses the cached states of the country, but not those of another one', async () => {
  const stored = [{ id: 110, name: 'Ontario', country_id: 2, code: 'CA-ON' }]
  writeJson('states', stored)
  expect(await loadStatesOf(2)).toEqual(stored)
  expect(await loadStatesOf(3)).toEqual(builtInStates(3, 'en'))
  expect(readJson('states')).toEqual(stored)
})

test('falls back to the first country’s states', async () => {
  expect(await loadStatesOf(99)).toEqual(builtInStates(1, 'en'))
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readJson, removeStored, writeJson } from '#web/lib/storage.ts'
import { loadStatesOf } from './api.ts'
import { builtInStates } from './builtInStates.ts'

/* Without a page there is no server to be asked: every load fails. */

beforeEach(() => void vi.stubGlobal('document', { documentElement: { lang: 'en' } }))
afterEach(() => {
  removeStored('states')
  vi.unstubAllGlobals()
})

test.each([1, 2, 3, 4])('where nothing is kept, country %i has its built-in states', async (country_id) => {
  expect(await loadStatesOf(country_id)).toEqual(builtInStates(country_id, 'en'))
})

test('what was kept of the country comes first, and stays; what was kept of another one does not', async () => {
  const kept = [{ id: 110, name: 'Ontario', country_id: 2, code: 'CA-ON' }]
  writeJson('states', kept)
  expect(await loadStatesOf(2)).toEqual(kept)
  expect(await loadStatesOf(3)).toEqual(builtInStates(3, 'en'))
  expect(readJson('states')).toEqual(kept)
})

test('an unknown country has those of the first', async () => {
  expect(await loadStatesOf(99)).toEqual(builtInStates(1, 'en'))
})

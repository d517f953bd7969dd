import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listCountries, loadStates } from '#contract/places/places.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { findCountry } from './queries.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

describe('countries', () => {
  test('the four served, with the specification’s numbers, flags, and names in the reader’s language', async () => {
    const english = await world.call(listCountries)
    const french = await world.call(listCountries, { headers: { 'accept-language': 'fr' } })
    expect(english.body.map(({ id, code, name, currency, flag }) => [id, code, name, currency, flag])).toEqual([
      [1, 'NG', 'Nigeria', 'NGN', '🇳🇬'],
      [2, 'CA', 'Canada', 'CAD', '🇨🇦'],
      [3, 'SN', 'Senegal', 'XOF', '🇸🇳'],
      [4, 'US', 'United States', 'USD', '🇺🇸'],
    ])
    expect(french.body.map(({ name }) => name)).toEqual(['Nigeria', 'Canada', 'Sénégal', 'États-Unis'])
  })

  test.each([
    ['CA', 2],
    ['ca', 2],
    ['canada', 2],
    ['SENEGAL', 3],
    ['Sénégal', 3],
    ['etats-unis', 4],
    ['  United   States ', 4],
    ['France', undefined],
    ['C', undefined],
    ['%', undefined],
  ])('"%s" is country %s', async (text, id) => {
    expect((await findCountry(world.db, text))?.id).toBe(id)
  })
})

describe('states', () => {
  const states = (country_id?: number | string, language = 'en') =>
    world.call(loadStates, { query: { country_id }, headers: { 'accept-language': language } })

  test.each([
    [1, 37, 1, 37],
    [2, 13, 101, 113],
    [3, 14, 201, 214],
    [4, 57, 301, 357],
  ])('country %i has %i, numbered from %i to %i', async (country_id, count, first, last) => {
    const { body } = await states(country_id)
    expect(body.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, n) => first + n))
    expect(body.at(-1)!.id).toBe(last)
    expect(
      body.every((state) => state.country_id === country_id && state.name !== '' && state.code.includes('-')),
    ).toBe(true)
  })

  test('an unknown country gives those of country 1, and so does none', async () => {
    const nigeria = (await states(1)).body
    expect((await states(5)).body).toEqual(nigeria)
    expect((await states(999_999)).body).toEqual(nigeria)
    expect((await states()).body).toEqual(nigeria)
  })

  test('in French', async () => {
    const names = (await states(2, 'fr')).body.map(({ name }) => name)
    expect(names).toContain('Nouveau-Brunswick')
    expect(names).toContain('Île-du-Prince-Édouard')
  })

  test.each(['CA', '-1', '1e3', '0', '99999999', '1;drop table states'])(
    '"%s" is no number of a country',
    async (id) => {
      const answer = await states(id)
      expect([answer.status, answer.problem.errors?.[0]?.field]).toEqual([422, 'country_id'])
    },
  )
})

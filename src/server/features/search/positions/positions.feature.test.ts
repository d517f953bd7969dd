import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listParks, mapParks } from '#contract/parks/parks.ts'
import { browseParks } from '#contract/places/browse.ts'
import { suggest } from '#contract/places/places.ts'
import { createShippedWorld } from '#test/kits/shipped-world.ts'
import type { World } from '#test/kits/world.ts'

let world: World

beforeAll(async () => {
  world = await createShippedWorld()
}, 300_000)
afterAll(() => world.close())

const everywhere = { bbox: '-180,-85,180,85', zoom: 3 }

describe('a position', () => {
  test.each([
    ['43.6532, -79.3832', 'CA', 'Ontario, Canada'],
    ['43,6532 -79,3832', 'CA', 'Ontario, Canada'],
    [`43°39'11.6"N 79°22'59.5"W`, 'CA', 'Ontario, Canada'],
    ['https://www.google.com/maps/place/X/@43.65,-79.38,17z/data=!8m2!3d43.6532!4d-79.3832', 'CA', 'Ontario, Canada'],
    ['87M2MJ38+7P', 'CA', 'Ontario, Canada'],
    ['MJ38+7P Toronto', 'CA', 'Ontario, Canada'],
    ['MJ38+7P, Toronto, Canada', 'NG', 'Ontario, Canada'],
    ['6.4541 3.3947', 'NG', 'Nigeria'],
    ['14,6937; -17,4441', 'SN', 'Senegal'],
    ['geo:40.7128,-74.0060', 'US', 'United States'],
  ])('%s is suggested with where it is', async (q, country, where) => {
    const { body } = await world.call(suggest, { query: { q, country } })
    expect(body).toHaveLength(1)
    expect(body[0]).toMatchObject({ kind: 'position' })
    expect(body[0]!.context).toContain(where)
  })

  test.each(['43.6532, -79.3832', '87M2MJ38+7P', 'MJ38+7P Toronto', 'https://maps.apple.com/?ll=43.6532,-79.3832&q=X'])(
    '%s lists the parks around it as coordinates do, in the list, the directory and the map',
    async (search) => {
      const query = { country: 'CA', search }
      const { body: list } = await world.call(listParks, { query })
      const around = { lat: 43.6532, lng: -79.3832, radius: 5_000, sort: 'best' }
      const { body: expected } = await world.call(listParks, { query: around })
      expect(list.total).toBeGreaterThan(10)
      expect(Math.abs(list.total - expected.total)).toBeLessThanOrEqual(2)
      expect(list.items.slice(0, 5).map(({ id }) => id)).toEqual(expected.items.slice(0, 5).map(({ id }) => id))
      const { body: map } = await world.call(mapParks, { query: { ...query, ...everywhere } })
      // A map shows all of its box, as for a place.
      const { body: boxed } = await world.call(listParks, { query: { ...query, bbox: everywhere.bbox } })
      expect(map.total).toBe(boxed.total)
      const { body: directory } = await world.call(browseParks, { query })
      expect(directory.total).toBeGreaterThanOrEqual(list.total)
    },
  )

  test('asks for the position of a short map link, and for the town of a short plus code, in both languages', async () => {
    for (const [search, language, words] of [
      ['https://maps.app.goo.gl/abcDEF123', 'en', 'no position'],
      ['maps.app.goo.gl/abcDEF123', 'fr', 'aucune position'],
      ['MJ38+7P', 'en', 'Add the town'],
      ['MJ38+7P Nowherington', 'fr', 'Ajoutez la ville'],
    ] as const) {
      const headers = { 'accept-language': language }
      const list = await world.call(listParks, { query: { search, country: 'CA' }, headers })
      const map = await world.call(mapParks, { query: { search, country: 'CA', ...everywhere }, headers })
      const suggestions = await world.call(suggest, { query: { q: search, country: 'CA' }, headers })
      const directory = await world.call(browseParks, { query: { search, country: 'CA' }, headers })
      for (const { status, problem } of [list, map, suggestions, directory]) {
        expect(status).toBe(422)
        expect(problem.errors?.[0]?.message).toContain(words)
      }
    }
  })

  test('takes long links, but no other long texts', async () => {
    const link = `https://www.google.com/maps/place/X/@43.65,-79.38,17z/data=!3d43.6532!4d-79.3832?entry=${'x'.repeat(900)}`
    expect((await world.call(listParks, { query: { search: link } })).body.total).toBeGreaterThan(10)
    expect((await world.call(suggest, { query: { q: 'x'.repeat(201) } })).status).toBe(422)
    expect((await world.call(listParks, { query: { search: 'x'.repeat(201) } })).status).toBe(422)
    expect((await world.call(listParks, { query: { search: `${link}${'x'.repeat(2_000)}` } })).status).toBe(422)
  })

  test('a link that only has a name is searched by the name', async () => {
    const link = 'https://www.google.com/maps/place/Radisson'
    const { body } = await world.call(listParks, { query: { search: link, country: 'CA' } })
    expect(body.items[0]).toMatchObject({ name: 'Radisson' })
  })
})

describe('a place in another country', () => {
  test.each([
    ['Toronto', 'NG', 'Toronto', 'CA'],
    ['toronto', 'SN', 'Toronto', 'CA'],
    ['Radisson', 'NG', 'Radisson', 'CA'],
    ['Lagos', 'CA', 'Lagos', 'NG'],
    ['Ontario', 'SN', 'Ontario', 'CA'],
    ['YYZ', 'NG', 'Toronto Pearson International Airport', 'CA'],
    ['43.6532, -79.3832', 'NG', '43.6532, -79.3832', 'CA'],
    ['https://maps.google.com/?q=6.4541,3.3947', 'US', '6.4541, 3.3947', 'NG'],
    ['Canada', 'NG', null, 'CA'],
  ])('"%s" searched in %s is said to be there', async (search, country, name, country_code) => {
    for (const endpoint of [listParks, browseParks] as const) {
      const { body } = await world.call(endpoint, { query: { search, country } })
      expect(body).toMatchObject({ total: 0, items: [] })
      expect(body.elsewhere).toEqual({ name: name === null ? null : expect.any(String), country_code })
      if (name !== null && search !== 'YYZ') expect(body.elsewhere!.name!.toLowerCase()).toBe(name.toLowerCase())
      const there = await world.call(endpoint, { query: { search, country: country_code } })
      expect(there.body.total).toBeGreaterThan(0)
      expect(there.body.elsewhere).toBeUndefined()
    }
  })

  test('is not said of a text that means something in the chosen country, or nothing anywhere', async () => {
    for (const [search, country] of [
      ['Toronto', 'CA'],
      ['Lagos', 'NG'],
      ['garage', 'US'],
      ['qzxqzx', 'NG'],
      // Across the river from Windsor, Ontario.
      ['42.3293, -83.0398', 'US'],
    ])
      expect((await world.call(listParks, { query: { search, country } })).body.elsewhere).toBeUndefined()
  })

  test('is named with its country in suggestions, car parks included', async () => {
    const { body } = await world.call(suggest, { query: { q: 'Radisson', country: 'NG' } })
    expect(body.length).toBeGreaterThan(0)
    for (const { context } of body) expect(context).toMatch(/Canada|United States|Senegal/)
    const { body: french } = await world.call(suggest, {
      query: { q: 'Lagos', country: 'CA' },
      headers: { 'accept-language': 'fr' },
    })
    expect(french[0]!.context).toContain('Nigeria')
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { listParks, mapParks } from '#contract/parks/parks.ts'
import { buildPlaces } from '#test/kits/parks-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'

/** A river with a city and a car park of each country on its banks. */
const north = { country_code: 'US', lat: 42.33, lng: -83.05 } as const
const south = { country_code: 'CA', lat: 42.3, lng: -83.03 } as const

let world: World
beforeAll(async () => {
  world = await createWorld()
  await buildPlaces(world, [
    { name: 'Northbank', weight: 0.9, ...north },
    { name: 'Southbank', weight: 0.8, ...south },
  ])
  await world.buildPark({ name: 'North garage', ...north, timezone: 'America/Detroit' })
  await world.buildPark({ name: 'South garage', ...south })
})
afterAll(() => world.close())

const aroundNorth = '-83.2,42.23,-82.9,42.43'
const aroundSouth = '-83.18,42.2,-82.88,42.4'
const onlyNorth = '-83.1,42.32,-83,42.34'

/** What the list and the map show, which is the same. */
async function shown(bbox: string, home?: string): Promise<string[]> {
  const list = (await world.call(listParks, { query: { bbox, home } })).body
  const map = (await world.call(mapParks, { query: { bbox, zoom: 16, home } })).body
  const names = list.items.map(({ name }) => name!).sort()
  expect(map.total).toBe(list.total)
  expect(map.features.flatMap(({ properties }) => (properties.cluster ? [] : [properties.name])).sort()).toEqual(names)
  return names
}

test.each([
  ['of both countries, asked for by nobody in particular', aroundNorth, undefined, ['North garage', 'South garage']],
  ['around the north, asked for there', aroundNorth, 'US', ['North garage']],
  ['around the south, asked for there', aroundSouth, 'CA', ['South garage']],
  [
    'around the north, asked for from the south: it reaches into both',
    aroundNorth,
    'CA',
    ['North garage', 'South garage'],
  ],
  ['across the border alone', onlyNorth, 'CA', ['North garage']],
  ['from a country that is not there at all', aroundSouth, 'SN', ['North garage', 'South garage']],
])('a map area %s', async (_what, bbox, home, names) => {
  expect(await shown(bbox, home)).toEqual(names)
})

test('an unknown country is refused', async () => {
  const { status, problem } = await world.call(listParks, { query: { bbox: onlyNorth, home: 'Atlantis' } })
  expect([status, problem.errors?.map(({ field }) => field)]).toEqual([422, ['country']])
})

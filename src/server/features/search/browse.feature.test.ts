import { afterAll, beforeAll, expect, test } from 'vitest'
import { browseParks, getPlace, listPlaces } from '#contract/places/browse.ts'
import { buildPlaces, updatePark } from '#test/kits/parks-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
const dakar = { country_code: 'SN', lat: 14.69, lng: -17.44 } as const

beforeAll(async () => {
  world = await createWorld()
  const here = { ...dakar, state: 'SN-DK' } as const
  await buildPlaces(world, [
    { ...here, name: 'Dakar', slug: 'dakar-sn-dk', weight: 0.9 },
    { ...here, name: 'Pikine', slug: 'pikine-sn-dk', weight: 0.8, lat: 14.76 },
    { ...here, name: 'Élinkine', slug: 'elinkine-sn-zg', state: 'SN-ZG', weight: 0.1, lat: 12.5 },
    { ...here, kind: 'area', name: 'Plateau', weight: 0.5 },
    { ...here, kind: 'airport', name: 'Petit', slug: 'petit-ppp', weight: 0.9, city: 'Pikine', iata: 'PPP' },
    { ...here, kind: 'airport', name: 'Grand', slug: 'grand-yyy', weight: 0.9, city: 'Dakar', iata: 'YYY' },
  ])
  const states = await world.db.selectFrom('states').select(['id', 'code']).execute()
  const stand = async (name: string, code: string, city: string, more: object = {}) => {
    const park = await world.buildPark({ name, ...dakar, timezone: 'Africa/Dakar', city, ...more })
    const state_id = states.find((state) => state.code === code)!.id
    await world.db.updateTable('parks').set({ state_id }).where('id', '=', park.id).execute()
  }
  await stand('Gare', 'SN-DK', 'Dakar', { increment_minor: 300n })
  await stand('Port', 'SN-DK', 'Dakar', { lat: 14.7, increment_minor: 200n })
  await stand('Marche', 'SN-DK', 'Pikine', { lat: 14.76, partner: null })
  await stand('Plage', 'SN-ZG', 'Dakar', { lat: 12.5 })
})
afterAll(() => world.close())

const browse = (query: object) => world.call(browseParks, { query })
const places = (kind: 'city' | 'airport', query: object) => world.call(listPlaces, { params: { kind }, query })

test('lists a country’s parks, bookable first, with the number per state and city', async () => {
  const { body } = await browse({ country: 'Senegal', size: 3 })
  expect(body).toMatchObject({ total: 4, page: 1, pages: 2 })
  expect(body.items.every(({ bookable }) => bookable)).toBe(true)
  expect(body.states.map(({ code, total }) => [code, total])).toEqual([
    ['SN-DK', 3],
    ['SN-ZG', 1],
  ])
  expect(body.cities.slice(0, 1)).toEqual([{ name: 'Dakar', state_code: 'SN-DK', total: 2 }])
  const next = await browse({ country: 'SN', size: 3, page: 2 })
  expect(next.body.items.map(({ name }) => name)).toEqual(['Marche'])
})

test('lists parks of a state or city, filtered by words', async () => {
  const names = async (query: object) => (await browse(query)).body.items.map(({ name }) => name).sort()
  expect(await names({ country: 'SN', state: 'SN-DK' })).toEqual(['Gare', 'Marche', 'Port'])
  expect(await names({ country: 'SN', state: 'SN-DK', city: 'dakar' })).toEqual(['Gare', 'Port'])
  expect(await names({ country: 'SN', city: 'Dakar' })).toEqual(['Gare', 'Plage', 'Port'])
  expect(await names({ country: 'SN', state: 'SN-DK', search: 'por' })).toEqual(['Port'])
  expect(await names({ country: 'SN', city: "Dakar'; --" })).toEqual([])
  expect(await names({ country: 'SN', state: 'SN-DK', search: '%' })).toEqual([])
})

test('lists the largest places first, airports of one size by city, a state’s by name', async () => {
  const cities = await places('city', { country: 'SN' })
  expect(cities.body.items.map(({ name }) => name)).toEqual(['Dakar', 'Pikine', 'Élinkine'])
  expect(cities.body.states.map(({ code, total }) => [code, total])).toEqual([
    ['SN-DK', 2],
    ['SN-ZG', 1],
  ])
  expect((await places('airport', { country: 'SN' })).body.items.map(({ name }) => name)).toEqual(['Grand', 'Petit'])
  expect((await places('city', { country: 'SN', state: 'SN-ZG' })).body.total).toBe(1)
})

test.each([
  ['pik', ['Pikine']],
  ['elinkine', ['Élinkine']],
  ['pikne', ['Pikine']],
  ['plateau', []],
  ['%', []],
])('a place is found by "%s"', async (search, names) => {
  const { body } = await places('city', { country: 'SN', search })
  expect(body.items.map(({ name }) => name)).toEqual(names)
})

test('shows a place with its car parks, their lowest price and the nearest', async () => {
  const { body } = await world.call(getPlace, { params: { kind: 'city', slug: 'dakar-sn-dk' } })
  expect(body).toMatchObject({ name: 'Dakar', state_code: 'SN-DK', country_code: 'SN', total: 3, radius_m: 10_000 })
  expect(body.parks.map(({ name }) => name)).toEqual(['Gare', 'Port', 'Marche'])
  const amounts = body.parks.map(({ price }) => price!.amount)
  expect(body.from).toEqual({ amount: Math.min(...amounts), currency: 'XOF', unit: 'hour' })
  expect(body.nearby.map(({ name }) => name).sort()).toEqual(['Grand', 'Petit', 'Pikine'])
})

test('rejects unknown places and invalid queries', async () => {
  const at = async (path: string) => (await world.app.inject(path)).statusCode
  const parks = '/api/v1/parks/front/parks/directory'
  expect(await at('/api/v1/places/city/nowhere')).toBe(404)
  expect(await at('/api/v1/places/airport/dakar-sn-dk')).toBe(404)
  expect(await at('/api/v1/places/city?country=SN&state=CA-ON')).toBe(404)
  expect(await at(`${parks}?country=SN&state=CA-ON`)).toBe(404)
  const wrong = ['?country=Atlantis', '?page=0', '?size=1e9', '?search=', '?city=%00', `?search=${'x'.repeat(10_000)}`]
  for (const query of wrong) expect(await at(parks + query), query).toBe(422)
  expect(await at('/api/v1/places/boat')).toBe(422)
})

test('compares an airport’s car parks by the price of a day', async () => {
  const { body } = await world.call(getPlace, { params: { kind: 'airport', slug: 'grand-yyy' } })
  expect(body.from?.unit).toBe('stay')
  const hour = await world.call(getPlace, { params: { kind: 'city', slug: 'dakar-sn-dk' } })
  expect(hour.body.from?.unit).toBe('hour')
  expect(body.from!.amount).toBeGreaterThan(hour.body.from!.amount)
  expect(body.parks.filter(({ bookable }) => bookable).every(({ price }) => price?.unit === 'stay')).toBe(true)
})

test('lists the terminals and shuttles of an airport that its car parks’ sources name, and no others', async () => {
  const read = async () => (await world.call(getPlace, { params: { kind: 'airport', slug: 'grand-yyy' } })).body
  expect(await read()).toMatchObject({ terminals: [], shuttles: [] })
  const { lat, lng } = await read()
  const garage = await world.buildPark({ ...dakar, lat, lng, name: 'Garage Terminal 2' })
  const front = await world.buildPark({ ...dakar, lat, lng })
  await updatePark(world, front, { name: null, address: 'Aérogare 1, rez-de-chaussée' })
  const other = await world.buildPark({ ...dakar, lat, lng, name: 'Other' })
  await updatePark(world, other, { amenities: ['shuttle'] })
  await world.buildPark({ ...dakar, lat, lng, name: 'Bus Terminal' })
  await world.buildPark({ ...dakar, lat, lng, name: 'Terminal Avenue' })
  await world.buildPark({ lat: lat + 0.05, lng, name: 'Harbour Terminal 7' })
  const { terminals, shuttles } = await read()
  expect(terminals.map(({ terminal, parks }) => [terminal, ...parks.map(({ slug }) => slug)])).toEqual([
    ['1', front.slug],
    ['2', garage.slug],
  ])
  expect(shuttles.map(({ slug }) => slug)).toEqual([other.slug])
  const city = await world.call(getPlace, { params: { kind: 'city', slug: 'dakar-sn-dk' } })
  expect(city.body).toMatchObject({ terminals: [], shuttles: [] })
})

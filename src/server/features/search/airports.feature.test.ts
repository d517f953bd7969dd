import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CountryCode } from '#contract/places/places.ts'
import { suggest } from '#contract/places/places.ts'
import { normalizeText } from '#server/features/places/normalize-text.ts'
import { distanceM } from '#server/geo.ts'
import { takeTurns } from '#test/kits/rounds.ts'
import { createPlacesWorld } from '#test/kits/shipped-world.ts'
import type { World } from '#test/kits/world.ts'

let world: World

beforeAll(async () => {
  world = await createPlacesWorld()
}, 300_000)
afterAll(() => world.close())

const find = async (q: string, country: string, language = 'en') =>
  (await world.call(suggest, { query: { q, country }, headers: { 'accept-language': language } })).body

describe('what drivers type for an airport has it first', () => {
  test.each([
    ['ikeja airport', 'NG', 'LOS'],
    ['murtala mohammed', 'NG', 'LOS'],
    ['mohammed murtala airport', 'NG', 'LOS'],
    ['lagos airport', 'NG', 'LOS'],
    ['airport lagos', 'CA', 'LOS'],
    ['abuja airport parking', 'NG', 'ABV'],
    ['pearson airport', 'CA', 'YYZ'],
    ['airport parking toronto', 'CA', 'YYZ'],
    ['car park near pearson', 'CA', 'YYZ'],
    ['yul', 'CA', 'YUL'],
    ['stationnement yul', 'CA', 'YUL'],
    ['aéroport de dorval', 'CA', 'YUL'],
    ['parking à l’aéroport de montréal', 'CA', 'YUL'],
    ['jfk parking', 'US', 'JFK'],
    ['jfk park', 'US', 'JFK'],
    ['parking at jfk', 'US', 'JFK'],
    ['mccarran', 'US', 'LAS'],
    ['dakar airport', 'SN', 'DSS'],
    ['aéroport dakar', 'SN', 'DSS'],
    ['diass airport', 'SN', 'DSS'],
    ['yoff airport', 'SN', 'DKR'],
    ['dss', 'SN', 'DSS'],
  ])('%s in %s: %s', async (q, country, code) => {
    const [first] = await find(q, country)
    expect(first).toMatchObject({ kind: 'airport' })
    expect(first!.name).toContain(`(${code})`)
  })
})

test('every airport is suggested once by its code, names and city, whatever the order of the words', async () => {
  const rows = await world.db
    .selectFrom('places')
    .innerJoin('countries', 'countries.id', 'places.country_id')
    .select(['places.name', 'folded', 'city', 'iata', 'lat', 'lng', 'weight', 'countries.code'])
    .where('kind', '=', 'airport')
    .orderBy('places.id')
    .execute()
  expect(rows.length).toBeGreaterThan(1_500)
  const isTurn = takeTurns(30)
  const problems: string[] = []
  // A few are called "Naval Air Station" alone.
  const isTelling = (name: string) =>
    rows.filter(({ folded }) => name.split(' ').every((word) => folded.includes(word))).length <= 10
  for (const row of rows.filter(isTurn)) {
    const country = row.code as CountryCode
    const isLargest = !rows.some(
      ({ city, code, weight }) => city === row.city && code === row.code && weight > row.weight,
    )
    const names = row.folded.split(' + ')[0]!.split(' | ')
    const typed = [
      ...(row.iata === null ? [] : [row.iata.toLowerCase()]),
      ...names.filter(isTelling).flatMap((name) => [name, name.split(' ').toReversed().join(' ')]),
      ...(row.city === null || !isLargest
        ? []
        : [`${row.city} airport`, `airport ${row.city}`, `aéroport de ${row.city}`, `${row.city} airport parking`]),
    ]
    for (const q of new Set(typed)) {
      const found = (await find(q, country, q.includes('aéroport') ? 'fr' : 'en')).filter(
        ({ kind }) => kind === 'airport',
      )
      const here = found.filter((place) => distanceM(place, row) < 1_500)
      const distinct = new Set(here.map(({ name }) => normalizeText(name)))
      if (here.length === 0) problems.push(`${q} (${country}) does not suggest ${row.name}`)
      if (distinct.size < here.length) problems.push(`${q} (${country}) suggests ${row.name} ${here.length} times`)
    }
  }
  expect(problems).toEqual([])
}, 900_000)

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { countryCodes } from '#contract/geography.ts'
import { distanceKm, type Position } from './seed-nearest.ts'

type City = Position & { name: string; state_code: string }

const far_km = 100
const near_km = 15

/** A town at a border has its neighbours across it, but others of its own state not far away. */
test.each(countryCodes)('no city of %s lies in another state than it says', (code) => {
  const cities = readFileSync(`data/places/cities_${code}.ndjson`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as City)
  const byDegree = Map.groupBy(cities, ({ lat }) => Math.floor(lat))
  const around = (city: City, km: number) =>
    [-1, 0, 1]
      .flatMap((step) => byDegree.get(Math.floor(city.lat) + step) ?? [])
      .filter((other) => other !== city && Math.abs(other.lng - city.lng) < km / 25 && distanceKm(city, other) < km)
  const odd = cities.filter((city) => {
    const near = around(city, near_km)
    if (near.length < 3 || near.some(({ state_code }) => state_code === city.state_code)) return false
    return !around(city, far_km).some(({ state_code }) => state_code === city.state_code)
  })
  expect(odd.map(({ name, state_code }) => [name, state_code])).toEqual([])
})

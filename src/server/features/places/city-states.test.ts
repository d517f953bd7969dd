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
  const squareOf = (lat: number, lng: number) => `${Math.floor(lat)} ${Math.floor(lng)}`
  const squares = Map.groupBy(cities, ({ lat, lng }) => squareOf(lat, lng))
  const steps = [-1, 0, 1]
  const odd = cities.filter((city) => {
    const { lat, lng, state_code } = city
    const around = steps.flatMap((up) => steps.flatMap((right) => squares.get(squareOf(lat + up, lng + right)) ?? []))
    const near = around.filter((other) => other !== city && distanceKm(city, other) < near_km)
    if (near.length < 3 || near.some((other) => other.state_code === state_code)) return false
    return !cities.some(
      (other) => other !== city && other.state_code === state_code && distanceKm(city, other) < far_km,
    )
  })
  expect(odd.map(({ name, state_code }) => [name, state_code])).toEqual([])
})

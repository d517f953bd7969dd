import { expect, test } from 'vitest'
import type { MapCluster, MapPark, ParkMap, ParkSummary } from '#contract/parks.ts'
import { unlistedFeatures } from './searchPins.ts'

const cluster = (id: string, west: number, point_count: number): MapCluster => ({
  type: 'Feature',
  id,
  geometry: { type: 'Point', coordinates: [west + 0.5, 0.5] },
  properties: { cluster: true, point_count, west, south: 0, east: west + 1, north: 1 },
})
const alone = (id: string): MapPark => ({
  type: 'Feature',
  id,
  geometry: { type: 'Point', coordinates: [9, 9] },
  properties: {
    cluster: false,
    id,
    slug: id,
    name: null,
    bookable: true,
    open: true,
    fits: null,
    price: 3,
    currency: 'CAD',
  },
})
const mapOf = (...features: ParkMap['features']): ParkMap => ({ type: 'FeatureCollection', total: 0, features })
const shown = (id: string, lng: number) => ({ id, lng, lat: 0.5 }) as ParkSummary
const countsOf = (map: ParkMap, parks: ParkSummary[]) =>
  unlistedFeatures(map, parks).map(({ id, properties }) => (properties.cluster ? [id, properties.point_count] : id))

test('shows no other parks before the response', () => {
  expect(unlistedFeatures(undefined, [shown('a', 0.5)])).toEqual([])
})

test('does not repeat a listed park, alone or in a cluster', () => {
  const map = mapOf(cluster('one', 0, 5), cluster('two', 1, 2), alone('b'), alone('c'))
  expect(countsOf(map, [])).toEqual([['one', 5], ['two', 2], 'b', 'c'])
  expect(countsOf(map, [shown('a', 0.2), shown('b', 0.3)])).toEqual([['one', 4], ['two', 2], 'c'])
  expect(countsOf(map, [shown('a', 1.2), shown('d', 1.3)])).toEqual([['one', 5], 'b', 'c'])
})

test('removes a park on the border of two clusters from one of them', () => {
  expect(countsOf(mapOf(cluster('one', 0, 5), cluster('two', 1, 5)), [shown('a', 1)])).toEqual([
    ['one', 4],
    ['two', 5],
  ])
})

import { expect, test } from 'vitest'
import type { MapCluster, MapPark, ParkMap, ParkSummary } from '#contract/parks/parks.ts'
import { unlistedFeatures } from './searchPins.ts'

/** Squares beside each other, 1.40625° wide, from the meridian of Greenwich and the equator. */
const squares = { one: '8/128/127', two: '8/129/127' }
const cluster = (name: keyof typeof squares, point_count: number): MapCluster => ({
  type: 'Feature',
  id: squares[name],
  geometry: { type: 'Point', coordinates: [1, 1] },
  properties: { cluster: true, point_count },
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
  const map = mapOf(cluster('one', 5), cluster('two', 2), alone('b'), alone('c'))
  expect(countsOf(map, [])).toEqual([[squares.one, 5], [squares.two, 2], 'b', 'c'])
  expect(countsOf(map, [shown('a', 0.2), shown('b', 0.3)])).toEqual([[squares.one, 4], [squares.two, 2], 'c'])
  expect(countsOf(map, [shown('a', 1.5), shown('d', 1.6)])).toEqual([[squares.one, 5], 'b', 'c'])
})

test('removes a park on the border of two clusters from one of them', () => {
  expect(countsOf(mapOf(cluster('one', 5), cluster('two', 5)), [shown('a', 1.40625)])).toEqual([
    [squares.one, 4],
    [squares.two, 5],
  ])
})

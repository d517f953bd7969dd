import { readFileSync } from 'node:fs'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { PMTiles } from 'pmtiles'
import { beforeAll, expect, test } from 'vitest'
import { makeStreetTiles, readStreets, type City } from '../../scripts/street-tiles.ts'

const folder = new URL('../../data/streets/', import.meta.url)
const { cities } = JSON.parse(readFileSync(new URL('sources.json', folder), 'utf8')) as { cities: Record<string, City> }
const ottawa = cities['OTTAWA']!
let archive: PMTiles

beforeAll(async () => {
  const bytes = await makeStreetTiles(await readStreets(folder, ottawa), [ottawa.bbox], 'Made by hand')
  archive = open(bytes)
})

function open(bytes: Uint8Array): PMTiles {
  const copy = new Uint8Array(bytes)
  return new PMTiles({
    getKey: () => 'streets',
    getBytes: async (offset, length) => ({ data: copy.buffer.slice(offset, offset + length) }),
  })
}

/** The classes of the roads in the tile of the city's centre. */
async function roadsAt(zoom: number): Promise<Record<string, unknown>[]> {
  const [west, south, east, north] = ottawa.bbox
  const [lng, lat] = [(west + east) / 2, (south + north) / 2]
  const x = Math.floor(((lng + 180) / 360) * 2 ** zoom)
  const y = Math.floor((0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)) * 2 ** zoom)
  const tile = await archive.getZxy(zoom, x, y)
  const roads = tile === undefined ? undefined : new VectorTile(new PbfReader(tile.data)).layers['roads']
  return Array.from({ length: roads?.length ?? 0 }, (_, n) => roads!.feature(n).properties)
}

test('has the bounds, zoom levels and attribution that readers go by', async () => {
  const { minZoom, maxZoom, minLon, minLat, maxLon, maxLat } = await archive.getHeader()
  expect([minZoom, maxZoom]).toEqual([9, 14])
  for (const [n, degrees] of [minLon, minLat, maxLon, maxLat].entries()) expect(degrees).toBeCloseTo(ottawa.bbox[n]!, 5)
  expect(await archive.getMetadata()).toMatchObject({ attribution: 'Made by hand' })
})

test('has small streets and names only where they can be read', async () => {
  const close = await roadsAt(14)
  expect(close.some(({ class: roadClass }) => roadClass === 'residential')).toBe(true)
  expect(close.some(({ name }) => name === 'Metcalfe Street')).toBe(true)
  const far = await roadsAt(11)
  expect(far.filter(({ class: roadClass }) => roadClass === 'residential')).toEqual([])
  expect(far.filter(({ name }) => name !== undefined)).toEqual([])
})

test('the packed tiles cover all cities', async () => {
  const packed = open(readFileSync(new URL('../../data/basemap/streets.pmtiles', import.meta.url)))
  const { minLon, minLat, maxLon, maxLat } = await packed.getHeader()
  for (const { bbox } of Object.values(cities)) {
    expect(bbox[0]).toBeGreaterThanOrEqual(minLon - 1e-5)
    expect(bbox[1]).toBeGreaterThanOrEqual(minLat - 1e-5)
    expect(bbox[2]).toBeLessThanOrEqual(maxLon + 1e-5)
    expect(bbox[3]).toBeLessThanOrEqual(maxLat + 1e-5)
  }
})

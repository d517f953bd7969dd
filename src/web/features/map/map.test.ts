import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import type { StyleSpecification } from 'maplibre-gl'
import { describe, expect, test } from 'vitest'
import { isFrugal } from '#contract/search/map-start.ts'
import type { BasemapColours } from './basemapColours.ts'
import { snapBox, circleAround, distanceBetween, isInside, onEarth, widened } from './geo.ts'
import { isStyle, themeStyle } from './mapStyle.ts'

const colours: BasemapColours = {
  land: '#111111',
  block: '#222222',
  edge: '#333333',
  water: '#444444',
  park: '#888888',
  road: '#999999',
  roadEdge: '#aaaaaa',
  mainRoad: '#bbbbbb',
  mainRoadEdge: '#cccccc',
  motorway: '#dddddd',
  motorwayEdge: '#eeeeee',
  text: '#555555',
  quiet: '#666666',
  act: '#777777',
}
const bundled = JSON.parse(readFileSync('data/basemap/style.json', 'utf8')) as StyleSpecification

describe('the bundled basemap', () => {
  const themed = themeStyle({ style: bundled, isHosted: false }, colours, undefined, 'https://here.example')

  test('takes every colour from the theme', () => {
    const painted = JSON.stringify(themed.layers.map(({ paint }) => paint))
    const otherColours = painted.match(/#[\da-f]{3,8}\b/g)?.filter((colour) => !/^#([\da-f])\1{5}$/.test(colour))
    expect(otherColours).toEqual([])
  })

  test('has absolute addresses', () => {
    expect(themed.glyphs).toBe('https://here.example/basemap/fonts/{fontstack}/{range}.pbf')
    expect(themed.sources.base).toMatchObject({ url: 'pmtiles://https://here.example/basemap/basemap.pmtiles' })
  })

  test('keeps its attribution', () => {
    expect(themed.sources.base).toMatchObject({ attribution: expect.stringContaining('OpenStreetMap') })
  })

  test('draws streets over the ground and under the labels, with their attribution', () => {
    const ids = themed.layers.map(({ id }) => id)
    const order = ['urban', 'parks', 'streets', 'rail', 'street-names', 'places']
    expect(ids.filter((id) => order.includes(id))).toEqual(order)
    expect(themed.sources['streets']).toMatchObject({
      url: 'pmtiles://https://here.example/basemap/streets.pmtiles',
      attribution: JSON.parse(readFileSync('data/streets/sources.json', 'utf8')).attribution_line,
    })
  })

  test('marks the street that was searched over the others and under the labels', () => {
    const { layers } = themeStyle(
      { style: bundled, isHosted: false },
      colours,
      undefined,
      'https://here.example',
      'King Street West',
    )
    const ids = layers.map(({ id }) => id)
    const order = ['streets', 'searched-street', 'street-names']
    expect(ids.filter((id) => order.includes(id))).toEqual(order)
    expect(JSON.stringify(layers.find(({ id }) => id === 'searched-street'))).toContain('"King Street West"')
    expect(themed.layers.map(({ id }) => id)).not.toContain('searched-street')
  })

  test('hides lakes at high zoom levels', () => {
    const lake = themed.layers.find(({ id }) => id === 'lakes-hi')
    expect(lake?.paint).toMatchObject({ 'fill-opacity': ['interpolate', ['linear'], ['zoom'], 10.5, 1, 12, 0] })
  })
})

test('a hosted style keeps its layers and gets the walking rings', () => {
  const style: StyleSpecification = {
    version: 8,
    sources: { tiles: { type: 'raster', tiles: ['https://tiles.example/{z}/{x}/{y}.png'] } },
    layers: [{ id: 'tiles', type: 'raster', source: 'tiles' }],
  }
  const themed = themeStyle(
    { style, isHosted: true },
    colours,
    { centre: { lat: 6, lng: 3 }, rings: [{ radius_m: 300, label: '5 min' }] },
    'https://here.example',
  )
  expect(themed.layers.map(({ id }) => id)).toEqual(['tiles', 'walk-area', 'walk-line'])
  expect(themed.sources.tiles).toEqual(style.sources.tiles)
})

test('labels the walking rings of a hosted style in a font that it has', () => {
  const style: StyleSpecification = {
    version: 8,
    sources: {},
    layers: [{ id: 'names', type: 'symbol', source: 'roads', layout: { 'text-font': ['Open Sans Bold'] } }],
  }
  const { layers } = themeStyle({ style, isHosted: true }, colours, undefined, 'https://here.example')
  expect(layers.find(({ id }) => id === 'walk-words')?.layout).toMatchObject({ 'text-font': ['Open Sans Bold'] })
})

test.each([
  ['a style', bundled, true],
  ['nothing', null, false],
  ['a list', [], false],
  ['another version', { ...bundled, version: 7 }, false],
  ['a style without layers', { ...bundled, layers: [] }, false],
  ['a style whose sources are a text', { ...bundled, sources: 'all' }, false],
])('recognizes %s', (_name, value, expected) => expect(isStyle(value)).toBe(expected))

test('every point of a circle is at its radius', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -65, max: 65, noNaN: true }),
      fc.double({ min: -170, max: 170, noNaN: true }),
      fc.integer({ min: 50, max: 5_000 }),
      (lat, lng, radius_m) => {
        for (const [x, y] of circleAround({ lat, lng }, radius_m, 8)) {
          expect(Math.abs(distanceBetween({ lat, lng }, { lat: y, lng: x }) / radius_m - 1)).toBeLessThan(0.02)
        }
      },
    ),
  )
})

test.each([
  [undefined, false],
  [{ saveData: true }, true],
  [{ effectiveType: '3g' }, true],
  [{ effectiveType: 'slow-2g' }, true],
  [{ effectiveType: '4g', saveData: false }, false],
])('a connection of %j is frugal: %s', (connection, frugal) => {
  expect(isFrugal(connection)).toBe(frugal)
})

describe('boxes', () => {
  const degrees = (min: number, max: number) => fc.integer({ min: min * 1e5, max: max * 1e5 }).map((n) => n / 1e5)
  const box = fc
    .record({
      west: degrees(-180, 179),
      width: degrees(0.001, 100),
      south: degrees(-80, 79),
      height: degrees(0.001, 40),
    })
    .map(({ west, width, south, height }) =>
      onEarth({ west, south, east: west + width, north: Math.min(85, south + height) }),
    )
  const corners = ({ west, south, east, north }: ReturnType<typeof onEarth>) => [
    { lat: south, lng: west },
    { lat: north, lng: east },
  ]

  test('the requested and the widened box contain the visible one, also across ±180°', () => {
    fc.assert(
      fc.property(box, fc.double({ min: 0, max: 18, noNaN: true }), (shown, zoom) => {
        for (const corner of corners(shown)) {
          expect(isInside(snapBox({ box: shown, zoom }), corner)).toBe(true)
          expect(isInside(widened(shown), corner)).toBe(true)
        }
      }),
    )
  })

  test('a small move requests the same box', () => {
    const at = (west: number) => ({ box: { west, south: 43.6, east: west + 0.02, north: 43.62 }, zoom: 14 })
    expect(snapBox(at(-79.389))).toEqual(snapBox(at(-79.3889)))
  })

  test('a box wider than the earth becomes the whole earth', () => {
    expect(onEarth({ west: -300, south: -95, east: 200, north: 95 })).toEqual({
      west: -180,
      south: -90,
      east: 180,
      north: 90,
    })
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { edgesOfSquare } from '#contract/parks/map-square.ts'
import { rounds } from '#test/kits/rounds.ts'
import { allOf, isInBox, nearOf, topOf } from './brute.ts'
import { jsonCodec } from './codecs.ts'
import { boxes, filters, pages, parksFrom, points } from './generated-entries.ts'
import { buildParkIndex } from './park-index.ts'
import type { Box, Entry, ParkIndex } from './types.ts'

const indexOf = (entries: Entry<number>[]) => buildParkIndex(entries, jsonCodec<number>())
const onePoint = (size: number) => parksFrom(7, size).map((entry) => ({ ...entry, lat: 6.45, lng: 3.39 }))

const worlds: [string, Entry<number>[]][] = [
  ['none', []],
  ['one', parksFrom(1, 1)],
  ['seventeen', parksFrom(2, 17)],
  ['six hundred', parksFrom(3, 600)],
  ['four thousand', parksFrom(4, 4_000)],
  ['all at one point', onePoint(300)],
]
const idsOf = (rows: Iterable<{ id: string }>) => Array.from(rows, ({ id }) => id).toSorted()

/** Every park of the box once: alone, or counted in the cluster of its square. */
function checkClusters(index: ParkIndex<number>, entries: Entry<number>[], box: Box, zoom: number, filter: object) {
  const expected = allOf(entries, filter).filter((entry) => isInBox(box, entry))
  const { total, clusters, rows } = index.clusters(box, zoom, filter)
  expect(total).toBe(expected.length)
  expect(clusters.reduce((sum, { count }) => sum + count, rows.length)).toBe(total)
  expect(new Set(clusters.map(({ square }) => square)).size).toBe(clusters.length)
  const alone = new Set(rows.map(({ id }) => id))
  expect(alone.size).toBe(rows.length)
  const counted = expected.filter(({ id }) => !alone.has(id))
  expect(counted).toHaveLength(expected.length - alone.size)
  const nearly = ({ west, south, east, north }: Box) => ({
    west: west - 1e-7,
    south: south - 1e-7,
    east: east + 1e-7,
    north: north + 1e-7,
  })
  for (const cluster of clusters) {
    expect(isInBox(nearly(edgesOfSquare(cluster.square)), cluster)).toBe(true)
    expect(
      counted.filter((entry) => isInBox(nearly(edgesOfSquare(cluster.square)), entry)).length,
    ).toBeGreaterThanOrEqual(cluster.count)
  }
}

describe.each(worlds)('returns the same as brute force: %s', (_name, entries) => {
  const index = indexOf(entries)
  const few = entries.length < 100

  test('near, top, count, all', () => {
    fc.assert(
      fc.property(points, filters, pages, fc.integer({ min: 0, max: 9 }), (point, baseFilter, page, digit) => {
        const where = ({ payload }: { payload: number }) => payload % 10 >= digit
        const filter = digit === 0 ? baseFilter : { ...baseFilter, where }
        const near = index.near(point, filter, page)
        const items = near.items.map(({ row: { id }, distance_m }) => ({ id, distance_m }))
        expect({ items, total: near.total }).toEqual(nearOf(entries, point, filter, page))
        expect(index.count(filter)).toBe(near.total)
        const top = index.top(filter, page).map(({ row: { id }, errors }) => ({ id, errors }))
        expect(top).toEqual(topOf(entries, filter, page))
        expect(idsOf(index.all(filter))).toEqual(idsOf(allOf(entries, filter)))
      }),
      { numRuns: rounds * (few ? 10 : entries.length > 1_000 ? 4 : 10) },
    )
  })

  test('clusters', () => {
    fc.assert(
      fc.property(boxes, fc.integer({ min: 0, max: 22 }), filters, (box, zoom, filter) =>
        checkClusters(index, entries, box, zoom, filter),
      ),
      { numRuns: rounds * (few ? 5 : entries.length > 1_000 ? 3 : 7) },
    )
  })
})

describe('many parks', () => {
  const entries = parksFrom(11, 8_000)
  const index = indexOf(entries)
  const wide = { lat: 43.65, lng: -79.38, radius_m: 2_000_000 }

  test('pages deep without gaps, as brute force does', () => {
    fc.assert(
      fc.property(
        points,
        fc.constantFrom({}, { country_id: 2 }, { words: ['k'] }, { within: wide }),
        fc.nat(8_000),
        (point, filter, offset) => {
          const page = { offset, limit: 30 }
          const near = index.near(point, filter, page)
          const items = near.items.map(({ row: { id }, distance_m }) => ({ id, distance_m }))
          expect({ items, total: near.total }).toEqual(nearOf(entries, point, filter, page))
        },
      ),
      { numRuns: rounds * 7 },
    )
  })

  test('clusters common and rare matches', () => {
    const filterSets = fc.constantFrom({}, { country_id: 1 }, { kind: 4 }, { words: ['k', 's'] }, { words: ['xyz'] })
    fc.assert(
      fc.property(boxes, fc.integer({ min: 0, max: 20 }), filterSets, (box, zoom, filter) =>
        checkClusters(index, entries, box, zoom, filter),
      ),
      { numRuns: rounds * 7 },
    )
  })

  test('shows a crowded area in wider squares', () => {
    const box = { west: -79.8, south: 43.3, east: -79, north: 44 }
    const zoomOf = ({ square }: { square: string }) => Number(square.split('/')[0])
    const few = index.clusters(box, 8, {}).clusters
    expect(new Set(few.map(zoomOf))).toEqual(new Set([11]))
    const crowded = index.clusters(box, 11, {}).clusters
    expect(new Set(crowded.map(zoomOf))).toEqual(new Set([13]))
  })

  test('finds the heaviest for words that are common, rare or never together', () => {
    const words = fc.uniqueArray(
      fc.constantFrom('k', 'king', 'q', 'queens', 'm', '1', '120', 'parking', 'tor', 'ŋ', 'xyz', 'dakar', 'quenes'),
      { minLength: 1, maxLength: 3 },
    )
    const topFilters = fc.record({
      words,
      typos: fc.boolean(),
      country_id: fc.constantFrom(undefined, 1, 4, 5),
      bookable: fc.constantFrom(undefined, true),
    })
    fc.assert(
      fc.property(topFilters, fc.constantFrom(0, 3, 500), fc.constantFrom(1, 10, 40), (filter, offset, limit) => {
        const top = index.top(filter, { offset, limit }).map(({ row: { id }, errors }) => ({ id, errors }))
        expect(top).toEqual(topOf(entries, filter, { offset, limit }))
        expect(index.count(filter)).toBe(allOf(entries, filter).length)
      }),
      { numRuns: rounds * 7 },
    )
  })

  test('returns the same result again from its caches', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const first = index.count(filter)
        expect(index.count(filter)).toBe(first)
        expect([...index.all(filter)]).toHaveLength(first)
      }),
      { numRuns: rounds * 25 },
    )
  })
})

describe('rows', () => {
  test('returns all fields of an entry', () => {
    const entries = parksFrom(5, 200)
    const index = indexOf(entries)
    for (const { words, ...entry } of entries) {
      const row = index.get(entry.id)!
      expect(Object.fromEntries(Object.keys(entry).map((name) => [name, row[name as keyof typeof row]]))).toEqual(entry)
      expect(row.terms).toEqual([...new Set(words.split(' '))].filter((word) => word !== '').toSorted())
      expect(JSON.parse(Buffer.from(row.payload_bytes).toString())).toBe(entry.payload)
    }
    expect(index.get('no id')).toBeUndefined()
    expect(index.get('00000000-0000-0000-0000-000000000000')).toBeUndefined()
  })

  test('keeps the later of two entries with one id', () => {
    const [a, b] = parksFrom(6, 2)
    const index = indexOf([a!, { ...b!, id: a!.id }])
    expect(index.size).toBe(1)
    expect(index.get(a!.id)!.payload).toBe(b!.payload)
  })

  test.each([
    ['id', 'A'],
    ['lat', 91],
    ['lng', Number.NaN],
    ['country_id', 1.5],
    ['kind', 256],
    ['max_height_cm', 0],
    ['weight', -1],
  ])('refuses an invalid %s and changes nothing', (name, value) => {
    const [good, bad, more] = parksFrom(8, 3)
    const index = indexOf([good!])
    expect(() => index.apply([{ remove: good!.id }, { put: more! }, { put: { ...bad!, [name]: value } }])).toThrow(
      RangeError,
    )
    expect(idsOf(index.all({}))).toEqual([good!.id])
  })
})

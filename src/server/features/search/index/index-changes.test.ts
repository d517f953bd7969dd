import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allOf, nearOf, topOf } from './brute.ts'
import { jsonCodec } from './codecs.ts'
import { filters, pages, parkFrom, parksFrom, points, randomFrom } from './generated-entries.ts'
import { buildParkIndex, restoreParkIndex } from './park-index.ts'
import type { Change, Entry, ParkIndex } from './types.ts'

const codec = jsonCodec<number>()
type Truth = Map<string, Entry<number>>
const truthOf = (entries: Entry<number>[]): Truth => new Map(entries.map((entry) => [entry.id, entry]))

const bytesOf = (index: ParkIndex<number>) => new Uint8Array(Buffer.concat([...index.snapshot()]))

/** Some new, some changed, some gone, some gone that never were; applied to the truth too. */
function changesFor(truth: Truth, random: () => number, count: number): Change<number>[] {
  return Array.from({ length: count }, () => {
    const known = [...truth.keys()]
    const id = known[Math.floor(random() * known.length)]
    const kind = random()
    if (kind < 0.4 || id === undefined) {
      const put = parkFrom(random)
      truth.set(put.id, put)
      return { put }
    }
    if (kind < 0.7) {
      const put = parkFrom(random, id)
      truth.set(id, put)
      return { put }
    }
    const remove = kind < 0.95 ? id : parkFrom(random).id
    truth.delete(remove)
    return { remove }
  })
}

/** One question of each kind, against brute force over the truth. */
function expectSame(index: ParkIndex<number>, truth: Truth, numRuns: number): void {
  const entries = [...truth.values()]
  expect(index.size).toBe(entries.length)
  fc.assert(
    fc.property(points, filters, pages, (point, filter, page) => {
      const near = index.near(point, filter, page)
      const items = near.items.map(({ row: { id }, distance_m }) => ({ id, distance_m }))
      expect({ items, total: near.total }).toEqual(nearOf(entries, point, filter, page))
      const top = index.top(filter, page).map(({ row: { id }, errors }) => ({ id, errors }))
      expect(top).toEqual(topOf(entries, filter, page))
      expect(index.count(filter)).toBe(near.total)
      const world = { west: -180, south: -90, east: 180, north: 90 }
      const { total, clusters, rows } = index.clusters(world, 3, filter)
      expect(total).toBe(near.total)
      expect(clusters.reduce((sum, { count }) => sum + count, rows.length)).toBe(total)
      const found = Array.from(index.all(filter), ({ id, payload }) => ({ id, payload }))
      const expected = allOf(entries, filter).map(({ id, payload }) => ({ id, payload }))
      const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
      expect(found.toSorted(byId)).toEqual(expected.toSorted(byId))
    }),
    { numRuns },
  )
}

test.each([
  ['from nothing', 0, 21],
  ['from one', 1, 22],
  ['from five hundred', 500, 23],
])('changes are seen at once, kept by a snapshot, and gathered: %s', async (_name, size, seed) => {
  const random = randomFrom(seed)
  const entries = parksFrom(seed, size)
  const truth = truthOf(entries)
  let index = buildParkIndex(entries, codec)
  for (const count of [1, 3, 200, 1, 1, 40, 5, 600, 2]) {
    index.apply(changesFor(truth, random, count))
    expectSame(index, truth, 6)
  }
  index = restoreParkIndex(bytesOf(index), codec)!
  expectSame(index, truth, 20)
  index.apply(changesFor(truth, random, 30))
  expectSame(index, truth, 6)
  await index.rebuild()
  expect(index.changes).toBe(0)
  expectSame(index, truth, 20)
})

test('applies changes immediately during a rebuild and keeps them afterwards', async () => {
  const random = randomFrom(31)
  const entries = parksFrom(31, 1_500)
  const truth = truthOf(entries)
  const index = buildParkIndex(entries, codec)
  index.apply(changesFor(truth, random, 300))
  const rebuilt = index.rebuild()
  expect(index.rebuild()).toBe(rebuilt)
  let isOver = false
  void rebuilt.finally(() => {
    isOver = true
  })
  const meanwhile = changesFor(truth, random, 100)
  index.apply(meanwhile)
  expectSame(index, truth, 10)
  while (!isOver) {
    const changes = changesFor(truth, random, 3)
    meanwhile.push(...changes)
    index.apply(changes)
    expectSame(index, truth, 1)
    await new Promise(setImmediate)
  }
  await rebuilt
  expectSame(index, truth, 30)
  expect(index.changes).toBeGreaterThan(0)
  expect(index.changes).toBeLessThanOrEqual(2 * meanwhile.length)
  await index.rebuild()
  expect(index.changes).toBe(0)
  expectSame(index, truth, 30)
})

test('applies the last of several changes to one park', () => {
  const [a, b] = parksFrom(41, 2)
  const index = buildParkIndex([a!], codec)
  index.apply([{ put: b! }, { remove: b!.id }, { remove: a!.id }, { put: { ...a!, payload: 5 } }])
  expect(Array.from(index.all({}), ({ id, payload }) => ({ id, payload }))).toEqual([{ id: a!.id, payload: 5 }])
  index.apply([{ remove: a!.id }, { remove: a!.id }, { remove: 'no id' }])
  expect(index.size).toBe(0)
})

test('refuses a snapshot that is damaged, truncated or of another version', () => {
  const index = buildParkIndex(parksFrom(51, 50), codec)
  const bytes = bytesOf(index)
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
      const damaged = bytes.slice()
      damaged[at]! ^= flip
      expect(restoreParkIndex(damaged, codec)).toBeUndefined()
    }),
    { numRuns: 100 },
  )
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), (length) => {
      expect(restoreParkIndex(bytes.subarray(0, length), codec)).toBeUndefined()
    }),
  )
  const shifted = new Uint8Array(bytes.length + 3)
  shifted.set(bytes, 3)
  expect(restoreParkIndex(shifted.subarray(3), codec)!.size).toBe(50)
})

test('takes a snapshot of the current state and restores it without copying', () => {
  const [a, b, c] = parksFrom(61, 3)
  const index = buildParkIndex([a!, b!], codec)
  index.apply([{ put: { ...a!, payload: 5 } }])
  const pieces = index.snapshot()
  index.apply([{ remove: b!.id }, { put: c! }])
  const written = Buffer.concat([...pieces])
  const shared = new Uint8Array(new SharedArrayBuffer(written.length + 8)).subarray(8)
  shared.set(written)
  const restored = restoreParkIndex(shared, codec)!
  const restoredEntries = Array.from(restored.all({}), ({ id, payload }) => [id, payload]).toSorted()
  expect(restoredEntries).toEqual(
    [
      [a!.id, 5],
      [b!.id, b!.payload],
    ].toSorted(),
  )
  expect(restored.get(b!.id)!.payload_bytes.buffer).toBe(shared.buffer)
})

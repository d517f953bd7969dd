import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { loadAllPlaces } from '#server/features/places/queries.ts'
import { createWorld, type TestPark, type World } from '#test/kits/world.ts'
import { LiveIndex } from './live-index.ts'
import { SnapshotFile } from './snapshot.ts'

/** The snapshot file between two starts: what it holds, what changed since, and when it is not used. */
let world: World
let folder: string
let corner: TestPark

beforeAll(async () => {
  world = await createWorld()
  corner = await world.buildPark({ name: 'Corner', lat: 43.65, lng: -79.38 })
  await world.buildPark({ name: 'Other', lat: 43.7, lng: -79.4 })
})
afterAll(() => world.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parks-'))
})
afterEach(() => rm(folder, { recursive: true }))

const path = () => join(folder, 'parks.snapshot')
const refresh = (index: LiveIndex, minutes = 0) =>
  index.refresh(world.db, new Date(world.clock.now.getTime() + minutes * 60_000))
const namesIn = (index: LiveIndex) =>
  Array.from(
    index.loaded!.parks.all({}),
    ({ payload_bytes }) => /"name":"([^"]*)"/.exec(String(Buffer.from(payload_bytes)))![1],
  )
    .toSorted()
    .join()

/** A started index whose snapshot is written: where no change is recorded yet, at the second refresh. */
async function startedTwice(): Promise<LiveIndex> {
  const index = await started()
  await refresh(index)
  await index.saved()
  return index
}

async function started(): Promise<LiveIndex> {
  const index = new LiveIndex(folder)
  await refresh(index)
  await index.saved()
  return index
}

async function readable(): Promise<boolean> {
  const index = new LiveIndex()
  await refresh(index)
  return (await new SnapshotFile(folder).read(world.db, index.loaded!.reference.rows)) !== undefined
}

test('loads the same parks and later changes at the next start', async () => {
  const first = await startedTwice()
  expect(await readdir(folder)).toEqual(['parks.snapshot'])
  expect(await readable()).toBe(true)
  const bytesOf = ({ loaded }: LiveIndex) => Buffer.concat([...loaded!.parks.snapshot()])
  expect(bytesOf(await started()).equals(bytesOf(first))).toBe(true)
  const late = await world.buildPark({ name: 'Late', lat: 43.6, lng: -79.3 })
  await sql`update parks set name = 'Renamed' where id = ${corner.id}`.execute(world.db)
  expect(await readable()).toBe(true)
  expect(namesIn(await started())).toBe('Late,Other,Renamed')
  await sql`delete from pools where park_id = ${late.id}`.execute(world.db)
  await sql`delete from tariffs where park_id = ${late.id}`.execute(world.db)
  await sql`delete from parks where id = ${late.id}`.execute(world.db)
  await sql`update parks set name = 'Corner' where id = ${corner.id}`.execute(world.db)
  expect(namesIn(await started())).toBe('Corner,Other')
})

test('loads the same places and later changes at the next start', async () => {
  const columns = sql`id, kind, name, folded, country_id, lat, lng, iata, weight, approximate, source, licence`
  const insert = (values: RawBuilder<unknown>) =>
    sql`insert into places (${columns}) values ${values}`.execute(world.db)
  await insert(sql`('ship', 'poi', 'Île du Navire', 'ile du navire', 2, 43.6, -79.3, null, 0.4, true, 'test', 'test'),
    ('dock', 'city', 'Dock', 'dock', 2, 43.6, -79.4, 'DCK', 0.9, false, 'test', 'test')`)
  const heaviest = (index: LiveIndex) => index.loaded!.places.findHeaviest(2, 10)
  const first = heaviest(await startedTwice())
  expect(first.map(({ id }) => id)).toEqual(['dock', 'ship'])
  expect(first).toEqual(await collect(loadAllPlaces(world.db)))
  expect(await readable()).toBe(true)
  expect(heaviest(await started())).toEqual(first)
  await insert(sql`('quay', 'poi', 'Quay', 'quay', 2, 43.6, -79.3, null, 0.5, false, 'test', 'test')`)
  expect(heaviest(await started()).map(({ id }) => id)).toEqual(['dock', 'quay', 'ship'])
})

async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const value of values) found.push(value)
  return found
}

test('keeps the number of parks by area through changes and restarts', async () => {
  const areasOf = (index: LiveIndex) =>
    index
      .loaded!.areas.toStored()
      .map((area) => JSON.stringify(area))
      .toSorted()
  const expectExact = async (index: LiveIndex) => {
    const fresh = new LiveIndex()
    await refresh(fresh)
    expect(areasOf(index)).toEqual(areasOf(fresh))
  }
  const index = await startedTwice()
  const moved = await world.buildPark({ name: 'Moved', city: 'Kingston' })
  await refresh(index)
  await expectExact(index)
  await sql`update parks set city = 'kingston' where id = ${moved.id}`.execute(world.db)
  await sql`update parks set rating_sum = 5, rating_count = 1 where id = ${corner.id}`.execute(world.db)
  await refresh(index)
  await expectExact(index)
  await expectExact(await started())
  await sql`delete from pools where park_id = ${moved.id}`.execute(world.db)
  await sql`delete from tariffs where park_id = ${moved.id}`.execute(world.db)
  await sql`delete from parks where id = ${moved.id}`.execute(world.db)
  await refresh(index)
  await expectExact(index)
})

test('keeps the numbers of prices and hours that cards refer to', async () => {
  await startedTwice()
  const { shared } = (await started()).loaded!
  const { shared: loaded } = (
    await (async () => {
      const index = new LiveIndex()
      await refresh(index)
      return index
    })()
  ).loaded!
  expect([shared.hours.length, shared.rates.length]).toEqual([loaded.hours.length, loaded.rates.length])
  const when = { window: undefined, now: world.clock.now, price_key: '', hours_key: 'now' }
  expect(shared.rates.map((rate) => rate.price(when).json)).toEqual(loaded.rates.map((rate) => rate.price(when).json))
})

test('is rewritten half an hour after a change, and not without one', async () => {
  const index = await startedTwice()
  const before = await readFile(path())
  const isAsBefore = async (minutes: number) => {
    await refresh(index, minutes)
    await index.saved()
    return (await readFile(path())).equals(before)
  }
  expect([await isAsBefore(29), await isAsBefore(40)]).toEqual([true, true])
  await sql`update parks set city = 'Elsewhere' where id = ${corner.id}`.execute(world.db)
  expect(await isAsBefore(45)).toBe(false)
})

test('ignores a damaged, truncated or empty file and loads everything', async () => {
  await startedTwice()
  const whole = await readFile(path())
  for (const at of [0, 5, 9, 40, 200, whole.length >> 1, whole.length - 9]) {
    const damaged = Buffer.from(whole)
    damaged[at]! ^= 1
    await writeFile(path(), damaged)
    expect([at, await readable()]).toEqual([at, false])
  }
  for (const length of [0, 7, 100, whole.length - 8]) {
    await writeFile(path(), whole.subarray(0, length))
    expect([length, await readable()]).toEqual([length, false])
    expect(namesIn(await started())).toBe('Corner,Other')
  }
})

test('ignores a snapshot of another database', async () => {
  await startedTwice()
  const other = await createWorld()
  try {
    await other.buildPark({ name: 'Foreign' })
    const index = new LiveIndex(folder)
    await index.refresh(other.db, other.clock.now)
    await index.saved()
    expect(namesIn(index)).toBe('Foreign')
  } finally {
    await other.close()
  }
})

test('is neither written nor read where another server was promoted since its cursor', async () => {
  const rows = (await startedTwice()).loaded!.reference.rows
  const file = new SnapshotFile(folder)
  const found = (await file.read(world.db, rows))!
  const elsewhere = { ...found, cursor: { ...found.cursor, timeline: '000000FF' } }
  expect(await file.write(world.db, elsewhere, rows)).toBe(false)
  expect(await file.write(world.db, found, rows)).toBe(true)
})

test('is not used after a change of fees, or when changes since were deleted', async () => {
  await startedTwice()
  await sql`update fees set value = value + 1`.execute(world.db)
  expect(await readable()).toBe(false)
  await sql`update fees set value = value - 1`.execute(world.db)
  expect(await readable()).toBe(true)
  await sql`delete from index_changes`.execute(world.db)
  expect(await readable()).toBe(false)
  // Where no change is recorded, writing a snapshot records one first.
  await rm(path())
  // On a shared server a transaction older than that record may still run.
  await expect
    .poll(async () => {
      await startedTwice()
      return readable()
    })
    .toBe(true)
})

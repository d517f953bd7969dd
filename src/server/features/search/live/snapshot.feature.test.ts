import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorld, type TestPark, type World } from '#test/world.ts'
import { LiveParks } from './live-index.ts'
import { SnapshotFile } from './snapshot.ts'

/** The index's file between two starts: what it holds, what came since, and when it is not to be trusted. */
let world: World
let folder: string
let corner: TestPark

beforeAll(async () => {
  world = await createWorld()
  corner = await world.newPark({ name: 'Corner', lat: 43.65, lng: -79.38 })
  await world.newPark({ name: 'Other', lat: 43.7, lng: -79.4 })
})
afterAll(() => world.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parks-'))
})
afterEach(() => rm(folder, { recursive: true }))

const path = () => join(folder, 'parks.snapshot')
const follow = (parks: LiveParks, minutes = 0) =>
  parks.follow(world.db, new Date(world.clock.now.getTime() + minutes * 60_000))
const namesIn = (parks: LiveParks) =>
  Array.from(
    parks.held!.parks.all({}),
    ({ payload_bytes }) => /"name":"([^"]*)"/.exec(String(Buffer.from(payload_bytes)))![1],
  )
    .toSorted()
    .join()

/** A start that has written its snapshot: where nothing is known of changes yet, at the second try. */
async function kept(): Promise<LiveParks> {
  const parks = await started()
  await follow(parks)
  await parks.saved()
  return parks
}

async function started(): Promise<LiveParks> {
  const parks = new LiveParks(folder)
  await follow(parks)
  await parks.saved()
  return parks
}

async function readable(): Promise<boolean> {
  const parks = new LiveParks()
  await follow(parks)
  return (await new SnapshotFile(folder).read(world.db, parks.held!.reference)) !== undefined
}

test('the next start has the same parks, and what changed since', async () => {
  const first = await kept()
  expect(await readdir(folder)).toEqual(['parks.snapshot'])
  expect(await readable()).toBe(true)
  const bytesOf = ({ held }: LiveParks) => Buffer.concat([...held!.parks.snapshot()])
  expect(bytesOf(await started()).equals(bytesOf(first))).toBe(true)
  const late = await world.newPark({ name: 'Late', lat: 43.6, lng: -79.3 })
  await sql`update parks set name = 'Renamed' where id = ${corner.id}`.execute(world.db)
  expect(await readable()).toBe(true)
  expect(namesIn(await started())).toBe('Late,Other,Renamed')
  await sql`delete from pools where park_id = ${late.id}`.execute(world.db)
  await sql`delete from tariffs where park_id = ${late.id}`.execute(world.db)
  await sql`delete from parks where id = ${late.id}`.execute(world.db)
  await sql`update parks set name = 'Corner' where id = ${corner.id}`.execute(world.db)
  expect(namesIn(await started())).toBe('Corner,Other')
})

test('prices and hours stand where the cards refer to', async () => {
  await kept()
  const { shared } = (await started()).held!
  const { shared: loaded } = (
    await (async () => {
      const parks = new LiveParks()
      await follow(parks)
      return parks
    })()
  ).held!
  expect([shared.hours.length, shared.rates.length]).toEqual([loaded.hours.length, loaded.rates.length])
  const when = { window: undefined, now: world.clock.now, priced_as: '', opened_as: 'now' }
  expect(shared.rates.map((rate) => rate.price(when).json)).toEqual(loaded.rates.map((rate) => rate.price(when).json))
})

test('half an hour after a change it is written anew, and without one it is not', async () => {
  const parks = await kept()
  const before = await readFile(path())
  const isAsBefore = async (minutes: number) => {
    await follow(parks, minutes)
    await parks.saved()
    return (await readFile(path())).equals(before)
  }
  expect([await isAsBefore(29), await isAsBefore(40)]).toEqual([true, true])
  await sql`update parks set city = 'Elsewhere' where id = ${corner.id}`.execute(world.db)
  expect(await isAsBefore(45)).toBe(false)
})

test('damaged, cut, or empty: it is left alone, and all is loaded', async () => {
  await kept()
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

test('another database’s is not read', async () => {
  await kept()
  const other = await createWorld()
  try {
    await other.newPark({ name: 'Foreign' })
    const parks = new LiveParks(folder)
    await parks.follow(other.db, other.clock.now)
    expect(namesIn(parks)).toBe('Foreign')
  } finally {
    await other.close()
  }
})

test('a change of fees, or changes that are forgotten, make it old', async () => {
  await kept()
  await sql`update fees set value = value + 1`.execute(world.db)
  expect(await readable()).toBe(false)
  await sql`update fees set value = value - 1`.execute(world.db)
  expect(await readable()).toBe(true)
  await sql`delete from park_changes`.execute(world.db)
  expect(await readable()).toBe(false)
  // Where nothing is known of changes, the next one leaves a mark to hold on to.
  await rm(path())
  // On a server others may be in the middle of something that is older than the mark.
  await expect
    .poll(
      async () => {
        await kept()
        return readable()
      },
      { timeout: 20_000 },
    )
    .toBe(true)
})

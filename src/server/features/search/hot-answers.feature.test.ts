import { brotliDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from '#contract/page.ts'
import type { ParkSummary } from '#contract/parks.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let id: string
const url = '/api/v1/parks/front/parks/?lat=43.65&lng=-79.38'

beforeAll(async () => {
  world = await createWorld()
  ;({ id } = await world.newPark({ name: 'Quay', lat: 43.65, lng: -79.38 }))
  for (let n = 0; n < 12; n += 1) await world.newPark({ name: `Beside ${n}`, lat: 43.66, lng: -79.38 })
  await follow()
})
afterAll(() => world.close())

const follow = () => world.deps.parks!.follow(world.db, world.clock.now)
const ask = (headers: Record<string, string> = {}) => world.app.inject({ url, headers })
const first = async (headers: Record<string, string> = {}) => (await ask(headers)).json<Page<ParkSummary>>().items[0]!

test('an answer that is asked for again is the same, in each language its own', async () => {
  const [once, again] = [await ask(), await ask()]
  expect(again.body).toBe(once.body)
  expect(again.headers['content-type']).toBe(once.headers['content-type'])
  await sql`update states set name_fr = 'Ontario-sur-Lac' where code = 'ON'`.execute(world.db)
  await follow()
  const french = await first({ 'accept-language': 'fr' })
  expect(await first()).toEqual({ ...french, state: (await first()).state })
})

test('a park that has changed is told at once, and an hour that begins too', async () => {
  expect((await first()).name).toBe('Quay')
  await sql`update parks set name = 'Pier', opening_hours = 'Mo-Su 00:00-24:00' where id = ${id}`.execute(world.db)
  await follow()
  expect(await first()).toMatchObject({ name: 'Pier', open: true })
  await sql`update parks set opening_hours = 'Mo-Su 06:00-06:10' where id = ${id}`.execute(world.db)
  await follow()
  const before = world.clock.now
  world.clock.now = new Date('2026-11-23T11:05:00Z')
  expect((await first()).open).toBe(true)
  world.clock.now = new Date('2026-11-23T11:11:00Z')
  expect((await first()).open).toBe(false)
  world.clock.now = before
})

test('once it is asked for often it is compressed once, for who takes that', async () => {
  const headers = { 'accept-encoding': 'gzip, br' }
  const plain = await ask()
  const bodies = new Set<string>()
  // Compressed beside everything else: until then each one is compressed on its way.
  for (let n = 0; n < 20; n += 1) {
    const answer = await ask(headers)
    expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: expect.stringContaining('accept-encoding') })
    bodies.add(brotliDecompressSync(answer.rawPayload).toString())
  }
  expect([...bodies]).toEqual([plain.body])
  for (const encoding of ['br;q=0', 'identity', 'brotli'])
    expect((await ask({ 'accept-encoding': encoding })).headers['content-encoding']).toBeUndefined()
})

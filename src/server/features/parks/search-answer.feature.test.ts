import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#test/world.ts'

let world: World
const addresses = Array.from(
  { length: 40 },
  (_, n) => `/api/v1/parks/front/parks/?lat=43.6${n}&lng=-79.3&size=${n + 1}`,
)

beforeAll(async () => {
  world = await createWorld()
  for (let n = 0; n < 40; n += 1) await world.newPark({ lat: 43.6 + n / 100, lng: -79.3, name: `Park ${n}` })
  await world.deps.parks!.follow(world.db, world.clock.now)
})
afterAll(() => world.close())

test('answers that are written at once are each its own, whole, compressed and broken off', async () => {
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = world.app.server.address() as AddressInfo
  const expected = await Promise.all(addresses.map(async (url) => (await world.app.inject({ url })).body))
  expect(new Set(expected).size).toBe(addresses.length)
  for (const encoding of ['identity', 'br']) {
    const answers = await Promise.all(
      addresses.map(async (url) => {
        // Some go away before their answer is there.
        const gone = request({ host: '127.0.0.1', port, path: url, headers: { 'accept-encoding': encoding } })
        gone.on('error', () => undefined).on('response', (answer) => answer.destroy())
        gone.end()
        const answer = await fetch(`http://127.0.0.1:${port}${url}`, { headers: { 'accept-encoding': encoding } })
        return answer.text()
      }),
    )
    expect(answers).toEqual(expected)
  }
})

import { request } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
const addresses = Array.from(
  { length: 40 },
  (_, n) => `/api/v1/parks/front/parks/?lat=43.6${n}&lng=-79.3&size=${n + 1}`,
)

beforeAll(async () => {
  world = await createWorld()
  for (let n = 0; n < 40; n += 1) await world.buildPark({ lat: 43.6 + n / 100, lng: -79.3, name: `Park ${n}` })
})
afterAll(() => world.close())

test('keeps concurrent responses separate and complete for slow, compressed and aborted requests', async () => {
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = world.app.server.address() as AddressInfo
  const expected = await Promise.all(addresses.map(async (url) => (await world.app.inject({ url })).body))
  expect(new Set(expected).size).toBe(addresses.length)
  const many = Array.from({ length: 20 }, () => addresses).flat()
  const served: Socket[] = []
  world.app.server.on('connection', (socket) => served.push(socket))
  const slow = connect(port, '127.0.0.1').pause()
  slow.write(many.map((path) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`).join(''))
  // Until an answer waits for its reader.
  while ((served[0]?.writableLength ?? 0) === 0) await new Promise((resolve) => setImmediate(resolve))
  for (const [n, url] of addresses.entries()) expect((await world.app.inject({ url })).body).toBe(expected[n])
  expect(await readBodies(slow, many.length)).toEqual(many.map((url) => expected[addresses.indexOf(url)]))
  const compressed = await Promise.all(
    addresses.map(async (url) => {
      const headers = { 'accept-encoding': 'br' }
      const gone = request({ host: '127.0.0.1', port, path: url, headers })
      gone.on('error', () => undefined).on('response', (answer) => answer.destroy())
      gone.end()
      const answer = await fetch(`http://127.0.0.1:${port}${url}`, { headers })
      return answer.text()
    }),
  )
  expect(compressed).toEqual(expected)
})

/** Of so many answers on one connection. */
async function readBodies(socket: Socket, count: number): Promise<string[]> {
  const bodies: string[] = []
  let read = Buffer.alloc(0)
  for await (const chunk of socket) {
    read = Buffer.concat([read, chunk as Buffer])
    for (let head = read.indexOf('\r\n\r\n'); head >= 0; head = read.indexOf('\r\n\r\n')) {
      const length = Number(/content-length: (\d+)/i.exec(read.subarray(0, head).toString())![1])
      if (read.length < head + 4 + length) break
      bodies.push(read.subarray(head + 4, head + 4 + length).toString())
      read = read.subarray(head + 4 + length)
    }
    if (bodies.length === count) break
  }
  return bodies
}

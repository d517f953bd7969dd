import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createWorld } from '#test/kits/world.ts'

/** A server that allows two calls a minute, and a function that sends a request line as it is. */
async function startServer(settings: Record<string, string> = {}) {
  const world = await createWorld({ settings: { RATE_LIMITS: 'on', RATE_ANONYMOUS_MINUTE: '2', ...settings } })
  onTestFinished(() => world.close())
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = world.app.server.address() as AddressInfo
  return (path: string, headers: Record<string, string> = {}) =>
    new Promise<number>((resolve, reject) => {
      request({ host: '127.0.0.1', port, path, headers }, (answer) => resolve(answer.resume().statusCode!))
        .on('error', reject)
        .end()
    })
}

test.each([
  ['as the contract has it', '/api/v1/health'],
  ['with an encoded letter', '/%61pi/v1/health'],
  ['with a slash at its end', '/api/v1/health/'],
  ['as a whole address', 'http://parkwell.example/api/v1/health'],
  ['as a whole address with an encoded letter', 'http://parkwell.example/a%70i/v1/health'],
])('counts a call %s', async (_how, path) => {
  const get = await startServer()
  expect([await get(path), await get('/api/v1/health'), await get(path)]).toEqual([200, 200, 429])
})

test('counts no pages, files and unknown addresses', async () => {
  const get = await startServer()
  for (const path of ['/robots.txt', '/about', '/nothing-here', '/api/v1/nothing-here'])
    for (let count = 0; count < 3; count += 1) expect(await get(path)).not.toBe(429)
})

test.each([
  ['off', 'whatever a client writes', ['198.51.100.1', '198.51.100.2', '198.51.100.3'], [200, 200, 429]],
  [
    '1',
    'what its proxy has seen',
    ['192.0.2.1, 198.51.100.9', '192.0.2.2, 198.51.100.9', '192.0.2.3, 198.51.100.9'],
    [200, 200, 429],
  ],
  ['1', 'other clients apart', ['198.51.100.1', '198.51.100.2', '198.51.100.3'], [200, 200, 200]],
  [
    '127.0.0.0/8, 203.0.113.7',
    'what its proxies have seen',
    ['192.0.2.1, 198.51.100.9, 203.0.113.7', '192.0.2.2, 198.51.100.9', '192.0.2.3, 198.51.100.9'],
    [200, 200, 429],
  ],
])('TRUST_PROXY=%s counts %s', async (TRUST_PROXY, _what, forwarded, expected) => {
  const get = await startServer({ TRUST_PROXY })
  const answers: number[] = []
  for (const line of forwarded) answers.push(await get('/api/v1/health', { 'x-forwarded-for': line }))
  expect(answers).toEqual(expected)
})

import { Agent, get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { databaseUrlOf, startServerProcess } from '#test/kits/server-process.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** A client that keeps its connections, as a balancer does. */
function openClient(address: string) {
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  return async (path: string, headers: Record<string, string> = {}) => {
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
      get(address + path, { agent, headers }, resolve).once('error', reject),
    )
    await text(response)
    return { status: response.statusCode, connection: response.headers.connection }
  }
}

test('serves while readiness fails, answers what was accepted, and ends with 0', { timeout: 60_000 }, async () => {
  const server = await startServerProcess(await databaseUrlOf(world), { DRAIN_SECONDS: '2' }, { signal: 'SIGTERM' })
  const ask = openClient(server.address)
  expect(await ask('/health/live')).toEqual({ status: 200, connection: 'keep-alive' })
  expect(await ask('/health/ready')).toEqual({ status: 200, connection: 'keep-alive' })

  // A request that waits while the server drains and closes.
  const { token } = await world.buildDriver()
  const authorization = `Bearer ${token}`
  let unlock = () => undefined as void
  const unlocked = new Promise<void>((resolve) => (unlock = resolve))
  const locked = Promise.withResolvers<void>()
  const locking = world.db.transaction().execute(async (tx) => {
    await sql`lock table vehicles`.execute(tx)
    locked.resolve()
    await unlocked
  })
  await locked.promise
  const waiting = ask('/api/v1/user/vehicles/', { authorization })

  const started_ms = performance.now()
  const ended = server.end()
  await expect.poll(() => ask('/health/ready')).toEqual({ status: 503, connection: 'close' })
  expect(await ask('/api/v1/countries')).toEqual({ status: 200, connection: 'close' })
  expect(await ask('/health/live')).toEqual({ status: 200, connection: 'close' })
  await expect.poll(() => ask('/health/live').catch(() => 'refused')).toBe('refused')
  unlock()
  await locking
  expect(await waiting).toEqual({ status: 200, connection: 'close' })
  expect(await ended).toEqual({ code: 0, signal: null })
  expect(performance.now() - started_ms).toBeLessThan(25_000)
})

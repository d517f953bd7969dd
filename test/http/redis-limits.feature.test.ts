import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { findFreePort } from '#test/kits/postgres.ts'
import { createWorld, type World } from '#test/kits/world.ts'

const isInstalled = spawnSync('redis-server', ['--version']).status === 0
if (!isInstalled) console.info('redis-server is not installed: limits that several servers share are not tested')

describe.skipIf(!isInstalled)('limits in Redis', () => {
  const limit = 6
  const folder = mkdtempSync(join(tmpdir(), 'parkwell-redis-'))
  let port: number
  let redis: ChildProcess
  let reader: Redis
  let worlds: World[]

  async function startRedis(): Promise<void> {
    redis = spawn('redis-server', ['--port', String(port), '--save', '', '--dir', folder], { stdio: 'ignore' })
    reader = new Redis({ port, retryStrategy: () => 50 })
    reader.on('error', () => undefined)
    await reader.ping()
  }
  async function stopRedis(): Promise<void> {
    reader.disconnect()
    if (redis.exitCode !== null || redis.signalCode !== null) return
    const ended = new Promise((resolve) => redis.once('exit', resolve))
    redis.kill('SIGKILL')
    await ended
  }

  beforeAll(async () => {
    port = await findFreePort()
    await startRedis()
    const settings = {
      RATE_LIMITS: 'on',
      RATE_ANONYMOUS_MINUTE: String(limit),
      REDIS_URL: `redis://127.0.0.1:${port}`,
      TRUST_PROXY: '1',
    }
    worlds = [await createWorld({ settings }), await createWorld({ settings })]
    // They connect in the background, and count no calls before they have heard that Redis is ready.
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const findCounted = async () => {
      for (const server of [0, 1]) await call(server, `203.0.113.${server}`)
      return (await reader.keys('*')).length
    }
    await vi.waitFor(async () => expect(await findCounted()).toBe(2), { timeout: 60_000 })
    errors.mockClear()
  }, 120_000)
  afterAll(async () => {
    for (const world of worlds) await world.close()
    await stopRedis()
    rmSync(folder, { recursive: true, force: true })
  })

  // What servers say while Redis is away, or does not answer in time on a loaded machine.
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
  afterEach(() => void vi.mocked(console.error).mockClear())

  /** A call of an address at one of the two servers. */
  const call = async (server: number, address: string) => {
    const headers = { 'x-forwarded-for': address }
    return (await worlds[server]!.app.inject({ url: '/api/v1/countries', headers })).statusCode
  }
  /** Calls at both servers in turn. */
  async function callInTurn(count: number, address: string): Promise<number[]> {
    const statuses = []
    for (let n = 0; n < count; n += 1) statuses.push(await call(n % 2, address))
    return statuses
  }

  test('hold across two servers, for each address', async () => {
    const allowed = Array.from({ length: limit }, () => 200)
    expect(await callInTurn(limit + 2, '198.51.100.1')).toEqual([...allowed, 429, 429])
    expect(await callInTurn(2, '198.51.100.2')).toEqual([200, 200])
  })

  test('leave keys that expire within the minute', async () => {
    const keys = await reader.keys('*')
    expect(keys.length).toBeGreaterThanOrEqual(2)
    for (const key of keys) {
      expect(key).toMatch(/^parkwell-calls-/)
      const left_ms = await reader.pttl(key)
      expect(left_ms).toBeGreaterThan(0)
      expect(left_ms).toBeLessThanOrEqual(60_000)
    }
  })

  test('are off while Redis is away, and hold again once it is back', async () => {
    await stopRedis()
    const statuses = await callInTurn(2 * limit + 2, '198.51.100.3')
    expect(new Set(statuses)).toEqual(new Set([200]))
    const readMessages = () => vi.mocked(console.error).mock.calls.map(([words]) => String(words))
    // Each server says so once, when it finds nobody to connect to.
    const message = 'calls are not limited while Redis is away'
    await expect.poll(readMessages, { timeout: 60_000 }).toEqual([message, message])
    await startRedis()
    // The servers connect again by themselves; each call counts from then on.
    await expect.poll(() => call(0, '198.51.100.4'), { timeout: 60_000 }).toBe(429)
    await expect.poll(() => call(1, '198.51.100.4'), { timeout: 60_000 }).toBe(429)
  })
})

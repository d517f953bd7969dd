import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#test/kits/world.ts'
import { ServerList } from './server-list.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ settings: { RATE_LIMITS: 'on', RATE_ANONYMOUS_MINUTE: '1' } })
})
afterAll(() => world.close())

const statusOf = async (url: string, headers: Record<string, string> = {}) =>
  (await world.app.inject({ url, headers })).statusCode

test('are asked without a limit', async () => {
  for (let n = 0; n < 5; n += 1)
    expect([await statusOf('/health/live'), await statusOf('/health/ready')]).toEqual([200, 200])
})

test('servers share the limits of what each counts alone', async () => {
  const others = [new ServerList(), new ServerList(), new ServerList()]
  for (const other of others) await other.announce(world.db)
  expect(others.map(({ alive }) => alive)).toEqual([1, 2, 3])
  await others[0]!.leave(world.db)
  await others[2]!.announce(world.db)
  expect(others[2]!.alive).toBe(2)
})

test('says that a proxy is not trusted while its header arrives', async () => {
  const { proxyCheck } = world.app
  await proxyCheck.run(world.deps)
  await statusOf('/health/live', { 'x-forwarded-for': '192.0.2.1' })
  await expect(proxyCheck.run(world.deps)).rejects.toThrow('TRUST_PROXY')
})

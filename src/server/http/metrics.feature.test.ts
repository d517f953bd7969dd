import { request } from 'node:http'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { features } from '#server/features.ts'
import { jobMetrics } from '#server/job-metrics.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { addFigures, listenForMetrics } from './metrics.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const read = async (headers: Record<string, string> = {}, { app } = world) => {
  const { statusCode, body } = await app.inject({ url: '/metrics', headers })
  return { status: statusCode, text: body }
}

test('counts requests by route, never by path, and what changes came to', async () => {
  const driver = await world.buildDriver()
  await world.app.inject({ url: '/api/v1/front/parks/first-garage' })
  await world.app.inject({ url: '/api/v1/front/parks/second-garage' })
  await world.app.inject({
    method: 'POST',
    url: '/api/v1/bookings',
    payload: {},
    headers: { authorization: `Bearer ${driver.token}` },
  })
  const { status, text } = await read()
  expect(status).toBe(200)
  expect(text).toContain(
    'http_server_request_duration_seconds_count{http_request_method="GET",http_route="/api/v1/front/parks/:parkId",http_response_status_code="404"} 2',
  )
  expect(text).toContain('parkwell_calls_total{call="createBooking",outcome="validation_failed"} 1')
  expect(text).toContain('parkwell_database_up 1')
  expect(text).not.toContain('first-garage')
})

test('reads the figures of all features and jobs', async () => {
  const registry = new Registry()
  addFigures(registry, [
    ...jobMetrics(world.deps),
    ...features.flatMap(({ metrics }) => metrics?.(world.deps) ?? []),
    {
      name: 'parkwell_failing',
      help: 'One that cannot be read',
      read: () => Promise.reject(new Error('away')),
    },
  ])
  await world.db
    .insertInto('job_runs')
    .values({ name: 'send_mails', every_s: 5, finished_at: new Date(Date.now() - 65_000), duration_ms: 1 })
    .execute()
  const text = await registry.metrics()
  expect(text).toMatch(/^parkwell_mail_oldest_seconds \d/m)
  expect(text).toMatch(/^parkwell_webhooks_waiting 0$/m)
  expect(text).toMatch(/^parkwell_money_differences_open 0$/m)
  expect(text).toMatch(/^parkwell_search_index_age_seconds \d/m)
  expect(text).toMatch(/^parkwell_job_age_seconds\{name="send_mails"\} 6\d/m)
  expect(text).toMatch(/^parkwell_work_set_aside 0$/m)
  expect(text).not.toMatch(/^parkwell_failing /m)
})

test('are for those with the token, and in production for nobody without one', async () => {
  const guarded = await createWorld({ settings: { METRICS_TOKEN: 'secret' } })
  const live = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://parkwell.example',
    DATABASE_URL: 'postgres://db/parkwell',
  }
  const production = await createWorld({ settings: live })
  try {
    expect((await read({}, guarded)).status).toBe(401)
    expect((await read({ authorization: 'Bearer wrong!' }, guarded)).status).toBe(401)
    expect((await read({ authorization: 'Bearer secret' }, guarded)).status).toBe(200)
    expect((await read({}, production)).text).not.toContain('http_server_request')
  } finally {
    await guarded.close()
    await production.close()
  }
})

test('have a port of their own', async () => {
  const server = await listenForMetrics(world.app, '127.0.0.1', 0)
  try {
    const { port } = server.address() as { port: number }
    const statusOf = (path: string) =>
      new Promise((resolve, reject) =>
        request({ host: '127.0.0.1', port, path }, (answer) => resolve(answer.resume().statusCode))
          .on('error', reject)
          .end(),
      )
    expect([await statusOf('/metrics'), await statusOf('/')]).toEqual([200, 404])
  } finally {
    server.close()
  }
})

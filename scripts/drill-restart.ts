/**
 * Restarts two servers one after the other, three times, behind HAProxy under 200 requests a second of pages, searches and
 * bookings; no request may fail, and every answered booking must be in the database. Needs `haproxy` on the path.
 * `npm run drill:restart`.
 */
import { execFileSync } from 'node:child_process'
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { bookAs, countStored, gatherCrowd } from './trial/crowd.ts'
import { startProduction } from './trial/production.ts'
import { launchServer, type RunningServer, startBalancer, waitForServer } from './trial/servers.ts'

const perSecond = 200
const rounds = 3
/** Longer than the balancer takes to see that readiness has failed twice. */
const drain_seconds = 5

const version = execFileSync('haproxy', ['-v']).toString().split('\n')[0]
const production = await startProduction()
const agent = new Agent({ keepAlive: true, maxSockets: 200 })
try {
  const settings = { RATE_LIMITS: 'off', DRAIN_SECONDS: String(drain_seconds), TRUST_PROXY: '1', OVERLOAD_MS: '0' }
  const servers: RunningServer[] = []
  for (let n = 0; n < 2; n += 1) {
    servers.push(await launchServer(production, settings))
    await waitForServer(servers[n]!)
  }
  const { base } = production
  startBalancer(production, servers, production.port)
  const crowd = await gatherCrowd(production, servers[0]!.address, 50)
  const park = crowd.parks[0]!

  const failures: string[] = []
  const codes: string[] = []
  const durations_ms: number[] = []
  let sent = 0
  const open = new Set<Promise<void>>()
  const get = (path: string) =>
    new Promise<void>((resolve) => {
      const sent_ms = performance.now()
      request(base + path, { agent, headers: { accept: 'text/html,application/json' } }, (response) => {
        response.resume().once('end', () => {
          durations_ms.push(performance.now() - sent_ms)
          if (response.statusCode !== 200) failures.push(`${response.statusCode} ${path}`)
          resolve()
        })
      })
        .once('error', (error) => {
          failures.push(`${error.message} ${path}`)
          resolve()
        })
        .end()
    })
  const book = async (n: number) => {
    const answer = await bookAs(crowd, base, n).catch((error: Error) => error)
    if (answer instanceof Error || !answer.ok)
      failures.push(`booking: ${answer instanceof Error ? answer.message : await answer.text()}`)
    else codes.push(((await answer.json()) as { booking_code: string }).booking_code)
  }
  const paths = [
    '/api/v1/countries',
    '/api/v1/parks/front/parks/?country=CA&size=20',
    `/api/v1/front/parks/${park.id}`,
    '/api/v1/parks/front/suggest?q=tor',
    '/terms',
  ]
  let booked = 0
  const send = () => {
    const n = sent++
    const work = n % 100 === 0 ? book(booked++) : get(paths[n % paths.length]!)
    open.add(work)
    void work.finally(() => open.delete(work))
  }
  const started_ms = performance.now()
  // Catches up after a busy moment, so that the rate holds.
  const clock = setInterval(() => {
    while (sent < ((performance.now() - started_ms) / 1_000) * perSecond) send()
  }, 5)

  console.info(`${version}; two servers, ${perSecond} requests a second, DRAIN_SECONDS=${drain_seconds}`)
  for (let round = 1; round <= rounds; round += 1) {
    const before = { sent, failed: failures.length }
    const stops: string[] = []
    for (const [at, server] of servers.entries()) {
      const stopping_ms = performance.now()
      const code = await server.stop()
      const stopped_s = (performance.now() - stopping_ms) / 1_000
      servers[at] = await launchServer(production, settings, server.port)
      await waitForServer(servers[at])
      stops.push(
        `ended with ${code} in ${stopped_s.toFixed(1)} s, ready after ${((performance.now() - stopping_ms) / 1_000).toFixed(1)} s`,
      )
      // The balancer asks once a second.
      await wait(3_000)
    }
    console.info(
      `round ${round}: ${sent - before.sent} requests, ${failures.length - before.failed} failed; ${stops.join('; ')}`,
    )
  }
  clearInterval(clock)
  await Promise.all(open)
  durations_ms.sort((a, b) => a - b)
  const at = (share: number) => durations_ms[Math.floor(durations_ms.length * share)]!.toFixed(0)
  const stored = await countStored(production, codes)
  console.info(`half within ${at(0.5)} ms, 99 of 100 within ${at(0.99)} ms`)
  console.info(`${stored} of ${codes.length} answered bookings are in the database`)
  for (const [failure, found] of Map.groupBy(failures, (text) => text)) console.info(`${found.length} × ${failure}`)
  process.exitCode = failures.length === 0 && stored === codes.length ? 0 : 1
} finally {
  agent.destroy()
  await production.close()
}

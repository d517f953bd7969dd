/**
 * Makes 1,000 bookings at two servers behind PgBouncer in transaction mode with `DATABASE_PREPARED=off`, compares them with
 * the database, and shows that a server with prepared statements says that it stands behind a pooler, and ends. Needs
 * `pgbouncer` on the path. `npm run drill:pooler`.
 */
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { findFreePort } from '#test/kits/postgres.ts'
import { waitFor } from './trial/book.ts'
import { bookAs, countStored, gatherCrowd } from './trial/crowd.ts'
import { account, type Production, startProduction } from './trial/production.ts'
import { launchServer, waitForServer } from './trial/servers.ts'

const bookings = 1_000
const atOnce = 16

/** Starts PgBouncer in front of the database; returns the address to connect to. */
async function startPooler(production: Production): Promise<string> {
  const url = new URL(production.secrets['DATABASE_URL']!)
  const port = await findFreePort()
  const settings = join(production.folder, 'pgbouncer.ini')
  const users = join(production.folder, 'users.txt')
  writeFileSync(users, '"postgres" ""\n')
  writeFileSync(
    settings,
    `[databases]
parkwell = host=127.0.0.1 port=${url.port} dbname=parkwell
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 6
max_client_conn = 200
`,
  )
  for (const path of [settings, users]) chmodSync(path, 0o644)
  const pooler = spawn('pgbouncer', [settings], { ...account, stdio: 'ignore' })
  production.onClose(() => pooler.kill('SIGKILL'))
  url.port = String(port)
  await waitFor('the pooler', async () => {
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    await client.end()
    return true
  })
  return url.href
}

const version = execFileSync('pgbouncer', ['--version']).toString().split('\n')[0]
const production = await startProduction()
try {
  const DATABASE_URL = await startPooler(production)
  const behind = { DATABASE_URL, DATABASE_PREPARED: 'off', RATE_LIMITS: 'off', OVERLOAD_MS: '0' }
  const first = await launchServer(production, behind)
  await waitForServer(first)
  const second = await launchServer(production, behind)
  await waitForServer(second)
  const servers = [first, second]
  const crowd = await gatherCrowd(production, first.address, 50)

  const answers = new Map<string, number>()
  const codes: string[] = []
  const started_ms = performance.now()
  let next = 0
  const work = async () => {
    while (next < bookings) {
      const n = next++
      const answer = await bookAs(crowd, servers[n % servers.length]!.address, n)
      const body = (await answer.json()) as { booking_code?: string; code?: string }
      const name = answer.ok ? String(answer.status) : `${answer.status} ${body.code}`
      answers.set(name, (answers.get(name) ?? 0) + 1)
      if (answer.ok) codes.push(body.booking_code!)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const seconds = (performance.now() - started_ms) / 1_000

  const stored = await countStored(production, codes)
  const failures = servers.map(({ log }) => (log().match(/"level":50/g) ?? []).length)
  console.info(`${version}, transaction mode, 6 connections; two servers, ${atOnce} bookings at once`)
  console.info(`answers ${JSON.stringify(Object.fromEntries(answers))} in ${seconds.toFixed(1)} s`)
  console.info(`${stored} of ${codes.length} answered bookings are in the database`)
  console.info(`errors in the logs: ${failures.join(' and ')}`)
  for (const server of servers) await server.stop()

  const prepared = await launchServer(production, { DATABASE_URL, RATE_LIMITS: 'off' })
  const requests = setInterval(() => {
    for (let n = 0; n < 8; n += 1)
      void fetch(`${prepared.address}/api/v1/parks/front/parks/?country=CA`).catch(() => undefined)
  }, 100)
  const code = await prepared.ended
  clearInterval(requests)
  const reason = prepared.log().match(/[^"\n]*DATABASE_PREPARED[^"\n]*/)?.[0]
  console.info(`with prepared statements the server ended with ${code}: ${reason}`)
  const isRight = codes.length === bookings && stored === bookings && failures.every((count) => count === 0)
  process.exitCode = isRight && reason !== undefined && code !== 0 ? 0 : 1
} finally {
  await production.close()
}

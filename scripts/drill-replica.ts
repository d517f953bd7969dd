/**
 * Reads lists and figures of the desk while bookings are made: at a server that knows the leader alone, then at one that reads
 * a standby. Measures what the leader gains and how old what is read is, holds the standby up, and kills it: nobody may read
 * what is older than the server allows, miss a change of their own, or get an error. `npm run drill:replica`.
 */
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { openServer } from '#server/database/connect.ts'
import { most_lag_ms } from '#server/database/replica.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { copyNewestBooking } from '#test/kits/many-bookings.ts'
import { startPostgres, type PostgresServer } from '#test/kits/postgres.ts'
import { cpuOf } from '../bench/lib.ts'
import { waitFor } from './trial/book.ts'
import { bookAs, gatherCrowd, type Crowd } from './trial/crowd.ts'
import { startProduction } from './trial/production.ts'
import { launchServer, waitForServer, type RunningServer } from './trial/servers.ts'

const bookingsBefore = 100_000
const readsPerSecond = 6
const bookingsPerSecond = 2
const phase_ms = 30_000
/** So long the standby stands still: it gets too old for the server, and comes back. */
const held_ms = 12_000
const METRICS_TOKEN = 'a-token-of-the-drill'
const paths = ['bookings?size=500', 'dashboard', 'customers?size=100', 'analytics', 'bookings?size=500', 'waiting']

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

const addressOf = (server: PostgresServer) => `postgres://postgres@127.0.0.1:${new URL(server.url).port}/parkwell`

/** Runs one statement on a connection of its own. */
async function run(server: PostgresServer, statement: string, database = 'parkwell'): Promise<void> {
  const url = new URL(server.url)
  url.pathname = `/${database}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** What colleagues and drivers do at one server, and what came of it. */
class DeskLoad {
  readonly #crowd: Crowd
  readonly #address: string
  readonly #open = new Set<Promise<void>>()
  readonly #clocks: NodeJS.Timeout[] = []
  /** Acknowledged bookings, by code. */
  readonly #booked_ms = new Map<string, number>()
  #isStopped = false
  readonly durations_ms: number[] = []
  /** Of lists of bookings: how long the oldest booking that was missing had been acknowledged. */
  readonly ages_ms: number[] = []
  /** Own changes that were looked for, and not found. */
  readonly own = { looked: 0, missed: 0 }
  readonly failures: string[] = []

  constructor(crowd: Crowd, address: string) {
    this.#crowd = crowd
    this.#address = address
  }

  start(first: number): void {
    this.#every(1_000 / readsPerSecond, (n) => this.#read(paths[n % paths.length]!))
    this.#every(1_000 / bookingsPerSecond, (n) => this.#book(first + n))
    this.#track(this.#changeAndReadOn())
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    for (const clock of this.#clocks) clearInterval(clock)
    await Promise.all(this.#open)
  }

  /** Calls `act` at a steady rate, also after a busy moment. */
  #every(ms: number, act: (n: number) => Promise<void>): void {
    const started_ms = performance.now()
    let n = 0
    const turn = () => {
      for (; n < (performance.now() - started_ms) / ms; n += 1) {
        this.#track(act(n))
      }
    }
    this.#clocks.push(setInterval(turn, 10))
  }

  #track(work: Promise<void>): void {
    const tracked = work.catch((error: Error) => void this.failures.push(error.message))
    this.#open.add(tracked)
    void tracked.finally(() => this.#open.delete(tracked))
  }

  /** One change after the other, so that each is the last when it is looked for. */
  async #changeAndReadOn(): Promise<void> {
    for (let n = 1; !this.#isStopped; n += 1) {
      await this.#changeAndRead(`Drill ${n}`)
      await wait(500)
    }
  }

  /** As a colleague's browser, which has changed nothing where `changed` is not given. */
  async #ask(path: string, changed = ''): Promise<unknown> {
    const response = await fetch(`${this.#address}/api/v1/admin/${path}`, {
      headers: { authorization: `Bearer ${this.#crowd.tokens[0]}`, cookie: `signed_in=1${changed}` },
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`)
    return JSON.parse(text)
  }

  async #read(path: string): Promise<void> {
    const sent_ms = performance.now()
    const before = [...this.#booked_ms].filter(([, at_ms]) => at_ms < sent_ms && at_ms > sent_ms - 20_000)
    const answer = await this.#ask(path)
    this.durations_ms.push(performance.now() - sent_ms)
    if (!path.startsWith('bookings')) return
    const { items } = answer as { items: { booking_code: string }[] }
    const found = new Set(items.map(({ booking_code }) => booking_code))
    const missing = before.filter(([code]) => !found.has(code)).map(([, at_ms]) => sent_ms - at_ms)
    this.ages_ms.push(Math.max(0, ...missing))
  }

  async #book(n: number): Promise<void> {
    const response = await bookAs(this.#crowd, this.#address, n)
    const text = await response.text()
    if (!response.ok) throw new Error(`booking: ${response.status} ${text.slice(0, 200)}`)
    this.#booked_ms.set((JSON.parse(text) as { booking_code: string }).booking_code, performance.now())
  }

  /** Changes the reader's own name and looks for it in the list at once, with the cookies that the answer set. */
  async #changeAndRead(first_name: string): Promise<void> {
    const response = await fetch(`${this.#address}/api/v1/users/profile`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${this.#crowd.tokens[0]}`,
        cookie: 'signed_in=1',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ first_name }),
    })
    if (!response.ok) throw new Error(`profile: ${response.status} ${await response.text()}`)
    const changed = response.headers.getSetCookie().map((text) => `; ${text.split(';')[0]}`)
    const { items } = (await this.#ask('customers?size=100', changed.join(''))) as { items: { name: string }[] }
    this.own.looked += 1
    if (!items.some(({ name }) => name === first_name)) this.own.missed += 1
  }
}

/** How many reads the standby answered, and how many were repeated at the leader. */
async function readCounts({ address }: RunningServer): Promise<Record<'answered' | 'repeated', number>> {
  const text = await (
    await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  ).text()
  const read = (outcome: string) =>
    Number(new RegExp(`parkwell_replica_reads\\{[^}]*"${outcome}"[^}]*\\} (\\d+)`).exec(text)?.[1] ?? 0)
  return { answered: read('answered'), repeated: read('repeated') }
}

const primary = await startPostgres({ fsync: true, settings: ['autovacuum=on'] })
await run(primary, 'create database parkwell', 'postgres')
const production = await startProduction({ database_url: addressOf(primary) })
production.onClose(() => primary.stop())
try {
  const settings = { RATE_LIMITS: 'off', OVERLOAD_MS: '0', METRICS_TOKEN }
  const alone = await launchServer(production, settings)
  await waitForServer(alone)
  const crowd = await gatherCrowd(production, alone.address, 50)
  const booked = await bookAs(crowd, alone.address, 0)
  if (!booked.ok) throw new Error(`the first booking: ${await booked.text()}`)
  const { db, close } = await openServer(production.secrets['DATABASE_URL']!, 1)
  await giveRole(db, { user_id: crowd.ids[0]!, role: 'admin' })
  await copyNewestBooking(db, 1, bookingsBefore)
  await close()
  await run(primary, 'vacuum analyze')

  const standby = await startPostgres({ of: primary, fsync: true })
  let isKilled = false
  production.onClose(() => (isKilled ? undefined : standby.stop()))
  const beside = await launchServer(production, { ...settings, DATABASE_REPLICA_URL: addressOf(standby) })
  await waitForServer(beside)

  let next = 1
  const problems: string[] = []
  const measure = async (what: string, server: RunningServer, ms: number, during?: () => Promise<void>) => {
    const load = new DeskLoad(crowd, server.address)
    const before = { leader: cpuOf(primary.process.pid!), standby: cpuOf(standby.process.pid!) }
    const counts = await readCounts(server)
    load.start(next)
    await Promise.all([wait(ms), during?.()])
    await load.stop()
    next += (ms / 1_000 + 5) * bookingsPerSecond
    const after = await readCounts(server)
    const reads = load.durations_ms.length
    const cpu = (pid: number, was: number) => ((cpuOf(pid) - was) / reads).toFixed(1)
    const ages = [0.5, 0.99, 1].map((share) => (percentile(load.ages_ms, share) / 1_000).toFixed(2))
    console.info(
      `${what}: ${reads} reads, half within ${percentile(load.durations_ms, 0.5).toFixed(0)} ms, 99 of 100 within ${percentile(load.durations_ms, 0.99).toFixed(0)} ms; ` +
        `${after.answered - counts.answered} answered by the standby, ${after.repeated - counts.repeated} repeated; ` +
        `CPU ms for each read, with the bookings beside it: leader ${cpu(primary.process.pid!, before.leader)}, standby ${isKilled ? '–' : cpu(standby.process.pid!, before.standby)}; ` +
        `what was read lacked bookings of up to ${ages[0]} s (half), ${ages[1]} s (99 of 100), ${ages[2]} s (all); ` +
        `${load.own.looked - load.own.missed} of ${load.own.looked} own changes found`,
    )
    for (const [failure, found] of Map.groupBy(load.failures, (text) => text))
      problems.push(`${what}: ${found.length} × ${failure}`)
    if (load.own.missed > 0) problems.push(`${what}: own changes were missed`)
    if (percentile(load.ages_ms, 1) > most_lag_ms) problems.push(`${what}: what was read was too old`)
    return after.answered - counts.answered
  }

  console.info(
    `PostgreSQL ${production.postgres_version}, ${bookingsBefore} bookings; ${readsPerSecond} reads and ${bookingsPerSecond} bookings a second`,
  )
  // Both answer once before they are measured.
  await measure('warming up, leader alone', alone, 5_000)
  await measure('warming up, beside a standby', beside, 5_000)
  await measure('leader alone', alone, phase_ms)
  const answered = await measure('beside a standby', beside, phase_ms)
  if (answered === 0) problems.push('the standby answered nothing')
  await measure(`standby held up for ${held_ms / 1_000} s`, beside, held_ms + 8_000, async () => {
    await run(standby, 'select pg_wal_replay_pause()')
    await wait(held_ms)
    await run(standby, 'select pg_wal_replay_resume()')
  })
  await measure('standby killed', beside, 15_000, async () => {
    await wait(3_000)
    isKilled = true
    standby.process.kill('SIGKILL')
    production.onClose(() => rmSync(dirname(standby.data), { recursive: true, force: true }))
    await waitFor('the end', async () => (standby.process.signalCode === null ? undefined : true))
  })
  for (const problem of problems) console.info(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  await production.close()
}

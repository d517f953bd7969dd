import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { createApp } from '#server/app.ts'
import { openServer } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { createRandom, type Random } from '#server/features/demo/random.ts'
import { startServerProcess, databaseUrlOf } from '#test/kits/server-process.ts'
import type { Driver, World } from '#test/kits/world.ts'

/*
 * The harness of the chaos tests: a crowd sends random, seeded calls over HTTP to one or several servers while
 * connections or processes are killed. Calls that fail because of that are repeated with their idempotency key, as a
 * client would. Scenarios define the people, their weighted actions and the checks.
 */

/** `CHAOS_SEED` replays one seed. */
export const seed = process.env['CHAOS_SEED'] ?? String(Math.floor(Math.random() * 1e9))

/** Adds the seed to the error of a failed run. */
export async function withSeed(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw new Error(`CHAOS_SEED=${seed} fails: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/**
 * Server addresses, and whether a failed call from `from` to `to` (`performance.now`) was caused by the test itself.
 */
export interface Target {
  addresses: () => readonly string[]
  isExcused: (from: number, to: number) => boolean
}

export type Chaos<Person extends Driver = Driver> = Target & {
  world: World
  random: Random
  now: () => Date
  people: Person[]
  /** Number of responses by endpoint and status: `createBooking 409 park_full`. */
  responseCounts: Map<string, number>
  /** Unexpected responses. */
  problems: string[]
}

export function createChaos<Person extends Driver>(
  world: World,
  target: Target,
  people: Person[],
  options: { seed: string; now?: () => Date },
): Chaos<Person> {
  const now = options.now ?? (() => new Date(world.clock.now))
  return { world, ...target, random: createRandom(options.seed), now, people, responseCounts: new Map(), problems: [] }
}

export interface CallInput {
  params?: object
  query?: object
  body?: object
  key?: string
}
export interface CallResponse {
  status: number
  body: unknown
}
/** `accepted`: expected statuses other than 2xx. `replayRate`: share of successes that are repeated and compared. */
export interface CallRules {
  accepted: ReadonlySet<number>
  replayRate?: number
}

const timeout_ms = 120_000

/**
 * Sends one call. Repeats it with its key after 503 (overload) and after a failure that the test caused. Returns
 * undefined when the outcome is unknown, or when the response is a problem, which it records.
 */
export async function callServer(
  chaos: Chaos,
  person: Driver,
  endpoint: Endpoint,
  input: CallInput,
  { accepted, replayRate = 0 }: CallRules,
): Promise<CallResponse | undefined> {
  let deadline = performance.now() + timeout_ms
  while (performance.now() < deadline) {
    const startedAt = performance.now()
    const response = await send(chaos, person, endpoint, input)
    const name = `${endpoint.name} ${describeResponse(response)}`
    chaos.responseCounts.set(name, (chaos.responseCounts.get(name) ?? 0) + 1)
    if (response !== undefined && (isSuccess(response) || accepted.has(response.status))) {
      if (isSuccess(response) && input.key !== undefined && replayRate > 0 && chaos.random.chance(replayRate))
        await expectSameResponse(chaos, person, endpoint, input, response)
      return response
    }
    const isFailure = response === undefined || response.status >= 500
    const isExcused = chaos.isExcused(startedAt, performance.now())
    // The time counts from the last failure that the test caused: a long run kills its server again and again.
    if (isExcused) deadline = performance.now() + timeout_ms
    if (!isFailure || (response?.status !== 503 && !isExcused)) {
      chaos.problems.push(`${name} ${JSON.stringify(response?.body)}`)
      return undefined
    }
    if (input.key === undefined) return undefined
    await pause(50)
  }
  throw new Error(`${endpoint.name} got no response in ${timeout_ms} ms`)
}

const isSuccess = ({ status }: CallResponse): boolean => status < 300

function describeResponse(response: CallResponse | undefined): string {
  if (response === undefined) return 'no response'
  const code = response.status < 400 ? undefined : (response.body as { code?: string } | undefined)?.code
  return code === undefined ? String(response.status) : `${response.status} ${code}`
}

/** Repeats a call, as a client whose first response was lost would, and requires the stored response. */
async function expectSameResponse(
  chaos: Chaos,
  person: Driver,
  endpoint: Endpoint,
  input: CallInput,
  first: CallResponse,
): Promise<void> {
  const second = await send(chaos, person, endpoint, input)
  if (second === undefined || second.status >= 500 || JSON.stringify(second) === JSON.stringify(first)) return
  chaos.problems.push(`${endpoint.name}: ${JSON.stringify(first)}, then ${JSON.stringify(second)}`)
}

async function send(
  chaos: Chaos,
  person: Driver,
  endpoint: Endpoint,
  input: CallInput,
): Promise<CallResponse | undefined> {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String((input.params as Record<string, unknown>)[name])),
  )
  const addresses = chaos.addresses()
  const url = new URL(path, addresses[Math.floor(Math.random() * addresses.length)])
  for (const [name, value] of Object.entries(input.query ?? {})) url.searchParams.set(name, String(value))
  try {
    const response = await fetch(url, {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${person.token}`,
        ...(input.key === undefined ? {} : { 'idempotency-key': input.key }),
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** Returns the endpoints of `names` that never succeeded. */
export const findNeverSuccessful = ({ responseCounts }: Chaos, names: readonly string[]): string[] =>
  names.filter((name) => ![...responseCounts.keys()].some((key) => new RegExp(`^${name} 20\\d$`).test(key)))

export type Action<C, Person> = (chaos: C, person: Person) => Promise<unknown>
export type WeightedActions<C, Person> = readonly (readonly [weight: number, action: Action<C, Person>])[]

/** Performs `count` random actions of random people, one after the other. Crowds run several of these at once. */
export async function performActions<Person extends Driver, C extends Chaos<Person>>(
  chaos: C,
  actions: WeightedActions<C, Person>,
  count: number,
): Promise<void> {
  const sum = actions.reduce((total, [weight]) => total + weight, 0)
  for (let n = 0; n < count; n += 1) {
    let remaining = chaos.random.next() * sum
    const [, action] = actions.find(([weight]) => (remaining -= weight) < 0)!
    await action(chaos, chaos.random.pick(chaos.people as [Person, ...Person[]]))
  }
}

export interface Run {
  isOver: boolean
}

/** Runs `perform` in `size` parallel tasks, and `disturb` concurrently until all tasks have ended. */
export async function runCrowd(
  size: number,
  perform: () => Promise<void>,
  disturb: (run: Run) => Promise<void>,
): Promise<void> {
  const run = { isOver: false }
  const crowd = Promise.all(Array.from({ length: size }, perform))
  await Promise.all([crowd.finally(() => (run.isOver = true)), disturb(run)])
}

/** Time until a loaded machine detects a broken connection. */
const noticeDelay_ms = 5_000

interface ServerOptions {
  count: number
  deps?: Partial<Deps>
  jobs: readonly ((deps: Deps) => Promise<unknown>)[]
  isExpectedError?: (message: string) => boolean
}

/** Starts several servers in this process on one database and one clock. They end with the test. */
export async function startServers(world: World, { count, deps: overrides, jobs, isExpectedError }: ServerOptions) {
  const url = `${await databaseUrlOf(world)}?application_name=chaos`
  const kills: number[] = []
  const isExcused = (from: number, to: number) => kills.some((at) => at > from - noticeDelay_ms && at < to)
  const errors: { at: number; message: string }[] = []
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (...parts: unknown[]) => errors.push({ at: performance.now(), message: parts.join(' ') }),
  }
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const database = await openServer(url, 3)
      onTestFinished(() => database.close())
      const deps: Deps = { ...world.deps, ...overrides, db: database.db, log }
      const app = await createApp({ ...deps, config: { ...deps.config, LOG_LEVEL: 'silent' } })
      onTestFinished(() => app.close())
      return { deps, address: await app.listen({ host: '127.0.0.1', port: 0 }) }
    }),
  )
  const addresses = servers.map(({ address }) => address)
  return {
    servers,
    target: { addresses: () => addresses, isExcused } satisfies Target,
    /** Terminates a database connection of the servers, preferably a busy one. */
    killConnection: async () => {
      kills.push(performance.now())
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'chaos'
        order by state = 'idle', random() limit 1`.execute(world.db)
      kills.push(performance.now())
    },
    /** Runs the jobs in all servers at once. */
    runJobs: async () => {
      const from = performance.now()
      const results = await Promise.allSettled(servers.flatMap(({ deps }) => jobs.map((job) => job(deps))))
      const failed = results.find(({ status }) => status === 'rejected')
      if (failed !== undefined && !isExcused(from, performance.now())) throw (failed as PromiseRejectedResult).reason
    },
    expectNoErrors: () => {
      const unexpected = errors.filter(({ at, message }) => !isExcused(at - 100, at) && !isExpectedError?.(message))
      expect(unexpected.map(({ message }) => message)).toEqual([])
    },
  }
}
export type Servers = Awaited<ReturnType<typeof startServers>>

/** Time after a restart in which a failed call can still be caused by the kill. */
const restartGrace_ms = 2_000

/** Starts the product as a process of its own that can be killed and restarted during a run. */
export async function startKillableServer(world: World, env: Record<string, string> = {}) {
  const outages: { from: number; to: number }[] = []
  const server = await startServerProcess(await databaseUrlOf(world), env)
  return {
    server,
    target: {
      addresses: () => [server.address],
      isExcused: (from, to) => outages.some((outage) => outage.from < to && outage.to > from),
    } satisfies Target,
    /** Kills the process `count` times at most, `delays_ms` apart, and restarts it after `whileDown`. */
    killRepeatedly: async (
      run: Run,
      random: Random,
      { count, delays_ms: [min_ms, max_ms], whileDown }: KillOptions,
    ): Promise<void> => {
      for (let kills = 0; !run.isOver && kills < count; kills += 1) {
        await pause(random.whole(min_ms, max_ms))
        const outage = { from: performance.now(), to: Infinity }
        outages.push(outage)
        await server.kill()
        await whileDown()
        await server.start()
        outage.to = performance.now() + restartGrace_ms
      }
    },
  }
}
interface KillOptions {
  count: number
  delays_ms: readonly [number, number]
  whileDown: () => Promise<void>
}

import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { expect, inject } from 'vitest'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '#contract/endpoint.ts'
import type { Problem } from '#contract/errors.ts'
import { currencyOf } from '#contract/formats.ts'
import { countryIds } from '#contract/geography.ts'
import type { CountryCode } from '#contract/places/places.ts'
import type { ShippedRole } from '#contract/shipped-roles.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openEmbedded, openServer, type Database, type Db } from '#server/database/connect.ts'
import { newCode, newId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import { hooks } from '#server/features.ts'
import { passwordCost, setPasswordCost } from '#server/features/accounts/login/passwords.ts'
import { hashToken } from '#server/features/accounts/queries.ts'
import { VisitCounter } from '#server/features/figures/visit-counter.ts'
import { LiveIndex } from '#server/features/search/live/live-index.ts'
import { checkLedger } from '#server/features/wallet/ledger/ledger-check.ts'
import { postTransfer } from '#server/features/wallet/ledger/ledger.ts'
import { ServerList } from '#server/http/server-list.ts'
import { ReadOnlyMode } from '#server/read-only.ts'
import { createWorkers, type Workers } from '#server/workers/workers.ts'
import { findOrCreatePartner, giveRole } from './desk/access-kit.ts'

export interface Driver {
  user_id: string
  token: string
  email: string
}
export interface TestPark {
  id: string
  slug: string
  park_code: string
  pool_id: number
}
interface TestResponse<T> {
  status: number
  body: T
  problem: Problem
  headers: Record<string, unknown>
  raw: Buffer
}

export interface World {
  app: FastifyInstance
  deps: Deps
  db: Db
  database: Database
  /** The server’s clock; it only moves when a test changes it. */
  clock: { now: Date; advance(minutes: number): void }
  call<E extends Endpoint>(
    endpoint: E,
    input?: {
      params?: ParamsOf<E>
      query?: Partial<Record<keyof QueryOf<E> & string, unknown>>
      body?: BodyOf<E> | object
      token?: string
      headers?: Record<string, string>
    },
  ): Promise<TestResponse<AnswerOf<E>>>
  /** Creates a verified account with a session and, optionally, a balance. */
  buildDriver(options?: {
    country_code?: CountryCode
    language?: 'en' | 'fr'
    role?: ShippedRole
    /** The partner for which the role is held; everywhere without one. */
    partner?: string
    balance_minor?: bigint
  }): Promise<Driver>
  /** Creates a bookable car park, open 24/7: 2.00 per hour or part thereof, at most 10.00 a day, `capacity` car spaces. */
  buildPark(options?: {
    country_code?: CountryCode
    capacity?: number
    name?: string
    lat?: number
    lng?: number
    city?: string
    timezone?: string
    increment_minor?: bigint
    day_cap_minor?: bigint | null
    cancellation?: 'flexible' | 'strict'
    opening_hours?: string | null
    partner?: string | null
  }): Promise<TestPark>
  /** Fails when a rule of the ledger is violated. */
  expectBalancedLedger(): Promise<void>
  close(): Promise<void>
}

/**
 * The processes of all worlds of this worker, with which they end: each takes seconds to start. Beside the work of a whole
 * run, polite ones would get next to nothing.
 */
const workers = createWorkers({ is_polite: false })

/** A hash of the product takes 21 ms of work, and a run makes hundreds. */
export const setCheapPasswords = () => setPasswordCost({ ...passwordCost, memoryCost: 64, timeCost: 1 })
setCheapPasswords()

/** A search index that refreshes before every use, so that tests see their own writes. */
class FreshIndex extends LiveIndex {
  readonly #db: Db
  readonly #clock: { now: Date }

  constructor(db: Db, clock: { now: Date }) {
    super()
    this.#db = db
    this.#clock = clock
  }

  override async current() {
    await this.refresh(this.#db, this.#clock.now)
    return super.current()
  }
}

/** Starts the server on a database of its own (the engine of the test project), with a clock that tests control. */
export async function createWorld(
  options: {
    settings?: Record<string, string>
    payments?: Deps['payments']
    payouts?: Deps['payouts']
    wallets?: Deps['wallets']
    sms?: Deps['sms']
    engine?: 'embedded' | 'server'
    pool?: number
    workers?: Workers
    /** A database on the server to start from, to which nobody is connected. */
    template?: string
    /** Whether the database stays on the server when the world is closed, for others to start from. */
    keeps_database?: boolean
    /** Whether the server’s own connections refuse changes in read-only mode; those of the test take them. */
    follows_read_only?: boolean
    /** An open database in place of a copy of the template, such as the schema of a cell. */
    database?: Database
    /** Where what may lag is read. */
    replica?: Deps['replica']
    /** The log of the server’s own work; the console without one. */
    log?: Deps['log']
  } = {},
): Promise<World> {
  const database =
    options.database ??
    (await openCopy(
      options.engine ?? (process.env['TEST_ENGINE'] === 'server' ? 'server' : 'embedded'),
      options.pool ?? 4,
      options.template,
      options.keeps_database,
    ))
  const { db } = database
  const read_only = new ReadOnlyMode()
  const served = options.follows_read_only === true ? await openServed(database, read_only) : database
  const clock = {
    now: new Date('2026-11-21T09:03:20.000Z'),
    advance(minutes: number) {
      clock.now = new Date(clock.now.getTime() + minutes * 60_000)
    },
  }
  const deps: Deps = {
    db: served.db,
    engine: database.engine,
    probe: served.probe,
    read_only,
    waiting: served.waiting,
    readMode: served.readMode,
    replica: options.replica,
    servers: new ServerList(),
    config: readConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      OVERLOAD_MS: '0',
      ...options.settings,
    }),
    clock: () => new Date(clock.now),
    publicUrl: () => 'http://127.0.0.1:3000',
    payments: options.payments ?? {},
    payouts: options.payouts ?? {},
    search: new FreshIndex(db, clock),
    visits: new VisitCounter(),
    wallets: options.wallets ?? {},
    sms: options.sms ?? {},
    mailer: { send: async () => undefined, close: async () => undefined },
    // A test that replaces a pool replaces that of its world.
    workers: options.workers ?? { ...workers, close: async () => undefined },
    hooks,
    log: options.log ?? console,
  }
  const app = await createApp(deps)
  await app.ready()
  const world: World = {
    app,
    deps,
    db,
    database,
    clock,
    call: async (endpoint, input = {}) => {
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
        encodeURIComponent(String((input.params as Record<string, unknown>)[name])),
      )
      const query = Object.fromEntries(
        Object.entries(input.query ?? {})
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => [name, String(value)]),
      )
      const response = await app.inject({
        method: endpoint.method,
        url: path,
        query,
        headers: { ...(input.token === undefined ? {} : { authorization: `Bearer ${input.token}` }), ...input.headers },
        ...(input.body === undefined ? {} : { payload: input.body as object }),
      })
      const isJson = String(response.headers['content-type'] ?? '').includes('json')
      const body = isJson ? response.json() : response.body
      return { status: response.statusCode, body, problem: body, headers: response.headers, raw: response.rawPayload }
    },
    buildDriver: async (options = {}) => {
      const user_id = newId()
      const token = randomBytes(24).toString('base64url')
      const email = `driver-${newCode(10).toLowerCase()}@test.example`
      const country_code = options.country_code ?? 'CA'
      const now = new Date(clock.now)
      await db
        .insertInto('users')
        .values({
          id: user_id,
          email,
          email_verified_at: now,
          first_name: 'Ada',
          country_id: countryIds[country_code],
          language: options.language ?? 'en',
          terms_accepted_at: now,
          created_at: now,
        })
        .execute()
      const { role, partner } = options
      if (role !== undefined && role !== 'customer') {
        const partner_id = partner === undefined ? null : await findOrCreatePartner(db, country_code, partner)
        await giveRole(db, { user_id, role, partner_id })
      }
      await db
        .insertInto('sessions')
        .values({
          id: newId(),
          user_id,
          token_hash: hashToken(token),
          created_at: now,
          last_seen_at: now,
          expires_at: new Date(now.getTime() + 400 * 86_400_000),
        })
        .execute()
      const { balance_minor } = options
      if (balance_minor !== undefined && balance_minor > 0n) {
        await db.transaction().execute((tx) =>
          postTransfer(tx, {
            kind: 'adjustment',
            reference: newId(),
            description: 'test',
            currency: currencyOf(country_code),
            at: now,
            postings: [
              { account: { kind: 'customer', owner: user_id }, amount_minor: balance_minor },
              { account: { kind: 'adjustment', owner: '' }, amount_minor: -balance_minor },
            ],
          }),
        )
      }
      return { user_id, token, email }
    },
    buildPark: async (options = {}) => {
      const id = newId()
      const { partner = 'Test partner' } = options
      const park_code = `P${newCode(6)}`
      const slug = `test-${newCode(8).toLowerCase()}`
      const country_code = options.country_code ?? 'CA'
      const now = new Date(clock.now)
      await db
        .insertInto('sources')
        .values({ code: 'test', title: 'Test', licence: 'CC0', attribution: 'Test' })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await db
        .insertInto('parks')
        .values({
          id,
          source: 'test',
          source_id: id,
          park_code,
          slug,
          name: options.name ?? 'Test garage',
          kind: 'garage',
          country_id: countryIds[country_code],
          city: options.city ?? 'Toronto',
          lat: options.lat ?? 43.65,
          lng: options.lng ?? -79.38,
          timezone: options.timezone ?? 'America/Toronto',
          opening_hours: options.opening_hours === undefined ? '24/7' : options.opening_hours,
          capacity: options.capacity ?? 10,
          partner_id: partner === null ? null : await findOrCreatePartner(db, country_code, partner),
          cancellation: options.cancellation ?? 'flexible',
          imported_at: now,
          fingerprint: Buffer.alloc(0),
          folded: (options.name ?? 'test garage').toLowerCase(),
        })
        .execute()
      await db
        .insertInto('park_handles')
        .values([
          { handle: slug, park_id: id },
          { handle: park_code.toLowerCase(), park_id: id },
        ])
        .execute()
      await db
        .insertInto('tariffs')
        .values({
          id: newId(),
          park_id: id,
          vehicle_type_id: 1,
          version: 1,
          currency: currencyOf(country_code),
          increment_minutes: 60,
          increment_minor: options.increment_minor ?? 200n,
          day_cap_minor: options.day_cap_minor === undefined ? 1_000n : options.day_cap_minor,
          is_example: false,
          source: 'test',
          created_at: now,
        })
        .execute()
      const pool = await db
        .insertInto('pools')
        .values({ park_id: id, vehicle_class: 'car', capacity: options.capacity ?? 10, is_example: false })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id, slug, park_code, pool_id: pool.id }
    },
    expectBalancedLedger: async () => expect(await checkLedger(db)).toEqual([]),
    close: async () => {
      await app.close()
      await deps.workers.close()
      if (served !== database) await served.close()
      await database.close()
    },
  }
  return world
}

/** A pool of the server’s own to the database of a world. */
async function openServed(database: Database, read_only: ReadOnlyMode): Promise<Database> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db)
  return openServer(inject('server_url').replace(/postgres$/, rows[0]!.name), 4, { work: 'requests', read_only })
}

/**
 * What creates and drops the databases of this worker. Its connection stays open: two new ones for each world took more
 * of the server's work than copying and dropping the database.
 */
let root: Promise<Database> | undefined

async function execAsRoot(statement: string): Promise<void> {
  root ??= openServer(inject('server_url'), 1)
  await (await root).exec(statement)
}

/** Opens a database of its own, of which nobody else knows: a copy of the template. It is dropped when it is closed. */
export async function openCopy(
  engine: 'embedded' | 'server',
  pool: number,
  template = 'parkwell_template',
  keeps_database = false,
): Promise<Database> {
  if (engine === 'embedded') return openEmbedded(undefined, new Blob([readFileSync(inject('embedded_dump'))]))
  const name = `world_${newCode(12).toLowerCase()}`
  // Half of what it takes to write each page of the copy to the log.
  await execAsRoot(`create database ${name} template ${template} strategy file_copy`)
  const database = await openServer(inject('server_url').replace(/postgres$/, name), pool)
  return {
    ...database,
    close: async () => {
      await database.close()
      // Processes that a test has killed may still be connected.
      if (!keeps_database) await execAsRoot(`drop database if exists ${name} with (force)`)
    },
  }
}

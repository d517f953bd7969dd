import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openEmbedded } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import type { Deps } from '#server/deps.ts'
import { advanceBookings } from '#server/features/bookings/lifecycle/advance.ts'
import { LiveIndex } from '#server/features/search/live/live-index.ts'
import { ipLookups } from '#server/providers/geo/ip-lookups.ts'
import { createIdentity } from '#server/providers/identity/create.ts'
import { createPayments } from '#server/providers/payments/create.ts'
import type { Simulators } from '#simulators/simulators.ts'
import { copySeededDatabase } from './seed.ts'

/** The server running in the test's own process, so that tests can set its clock and its rows. */
export type InProcessServer = {
  address: string
  deps: Deps
  /** The payment providers' simulators. */
  simulators: Simulators
  now: () => Date
  /** Sets the clock and runs the booking job once; `undefined` returns to the machine's clock. */
  moveTo(at: Date | undefined): Promise<void>
  stop(): Promise<void>
}

/** Starts it with the clock stopped at `startAt`, or with the machine's clock, with extra settings. */
export async function startInProcessServer(
  startAt: Date | undefined,
  settings: Record<string, string> = {},
): Promise<InProcessServer> {
  process.env['TZ'] = 'UTC'
  const config = readConfig({ NODE_ENV: 'development', RATE_LIMITS: 'off', LOG_LEVEL: 'error', ...settings })
  const folder = mkdtempSync(join(tmpdir(), 'parkwell-e2e-'))
  await copySeededDatabase(folder)
  const database = await openEmbedded(folder)
  await migrate(database)
  const { providers, simulators } = await createPayments(config)
  if (simulators === undefined) throw new Error('the in-process server needs the payment simulators')
  let fixedNow = startAt
  const now = () => new Date(fixedNow ?? Date.now())
  let address = ''
  const deps: Deps = {
    db: database.db,
    engine: database.engine,
    config,
    clock: now,
    publicUrl: () => address,
    payments: providers,
    mailer: { send: async () => undefined, close: async () => undefined },
    identity: createIdentity(config),
    search: new LiveIndex(),
    ip_lookups: ipLookups(config, simulators.ip_lookups),
    log: console,
  }
  await deps.search.refresh(deps.db, now())
  const app = await createApp(deps)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  address = `http://127.0.0.1:${port}`
  simulators.setWebhookBase(address)
  return {
    address,
    deps,
    simulators,
    now,
    moveTo: async (at) => {
      fixedNow = at
      await advanceBookings(deps)
    },
    stop: async () => {
      await app.close()
      await simulators.close()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Switches a park to check-in by scan and assigns it to a user, who becomes a guard. */
export async function assignGuard({ deps: { db } }: InProcessServer, park_id: string, email: string): Promise<void> {
  await db.updateTable('parks').set({ check_in: 'scan' }).where('id', '=', park_id).execute()
  await db.updateTable('users').set({ role: 'guard' }).where('email', '=', email).execute()
  await sql`insert into park_guards (user_id, park_id) select id, ${park_id}::uuid from users where email = ${email}`.execute(
    db,
  )
}

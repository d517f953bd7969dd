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
import { copyFilled } from './filled.ts'

/** The product in this very process: its clock stands still until a journey moves it, and its rows can be put as needed. */
export type Clocked = {
  address: string
  deps: Deps
  /** The payment providers' stand-ins, to be told how to behave. */
  simulators: Simulators
  now: () => Date
  /** Moves the clock to an instant, and lets the bookings' own clock look once; undefined lets it go with the machine's. */
  moveTo(at: Date | undefined): Promise<void>
  stop(): Promise<void>
}

/** Starts it at an instant, or with the machine's own clock, with these settings beside the usual ones. */
export async function startClocked(begin: Date | undefined, settings: Record<string, string> = {}): Promise<Clocked> {
  process.env['TZ'] = 'UTC'
  const config = readConfig({ NODE_ENV: 'development', RATE_LIMITS: 'off', LOG_LEVEL: 'error', ...settings })
  const folder = mkdtempSync(join(tmpdir(), 'parkwell-e2e-'))
  await copyFilled(folder)
  const database = await openEmbedded(folder)
  await migrate(database)
  const { providers, simulators } = await createPayments(config)
  if (simulators === undefined) throw new Error('a clocked product pays at the stand-ins')
  let stands = begin
  const now = () => new Date(stands ?? Date.now())
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
      stands = at
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

/** A park of Toronto where every car is scanned, and a guard to whom it is given. */
export async function giveToGuard({ deps: { db } }: Clocked, park_id: string, email: string): Promise<void> {
  await db.updateTable('parks').set({ check_in: 'scan' }).where('id', '=', park_id).execute()
  await db.updateTable('users').set({ role: 'guard' }).where('email', '=', email).execute()
  await sql`insert into park_guards (user_id, park_id) select id, ${park_id}::uuid from users where email = ${email}`.execute(
    db,
  )
}

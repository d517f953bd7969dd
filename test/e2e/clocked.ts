import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openEmbedded } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import type { Deps } from '#server/deps.ts'
import { advanceBookings } from '#server/features/bookings/clock.ts'
import { LiveParks } from '#server/features/parks/index-live.ts'
import { createPayments } from '#server/providers/payments/create.ts'
import { fillDatabase } from '#server/fill.ts'

/** The product in this very process: its clock stands still until a journey moves it, and its rows can be put as needed. */
export type Clocked = {
  address: string
  deps: Deps
  now: () => Date
  /** Moves the clock to an instant, and lets the bookings' own clock look once. */
  moveTo(at: Date): Promise<void>
  stop(): Promise<void>
}

export async function startClocked(begin: Date): Promise<Clocked> {
  process.env['TZ'] = 'UTC'
  const config = readConfig({ NODE_ENV: 'development', RATE_LIMITS: 'off', LOG_LEVEL: 'error' })
  const database = await openEmbedded(undefined)
  await migrate(database)
  await fillDatabase(database.db, config)
  const { providers, simulators } = await createPayments(config)
  let now = begin
  let address = ''
  const deps: Deps = {
    db: database.db,
    engine: database.engine,
    config,
    clock: () => new Date(now),
    publicUrl: () => address,
    payments: providers,
    mailer: { send: async () => undefined, close: async () => undefined },
    parks: new LiveParks(),
    log: console,
  }
  await deps.parks!.follow(deps.db, now)
  const app = await createApp(deps)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  address = `http://127.0.0.1:${port}`
  simulators?.setWebhookBase(address)
  return {
    address,
    deps,
    now: () => new Date(now),
    moveTo: async (at) => {
      now = at
      await advanceBookings(deps)
    },
    stop: async () => {
      await app.close()
      await simulators?.close()
      await database.close()
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

import { sql } from 'kysely'
import { inject } from 'vitest'
import { openServer } from '#server/database/connect.ts'
import { loadShippedData } from '#server/shipped-data.ts'
import { createWorld, type World } from './world.ts'

const template = 'parkwell_shipped'
/** Any number that nothing else in the server’s own database locks. */
const lock = 1

/** A world with the shipped places and car parks, which take seconds to load: it copies what the first of a run has loaded. */
export async function createShippedWorld(): Promise<World> {
  const root = await openServer(inject('server_url'), 1)
  try {
    await root.db.connection().execute(async (connection) => {
      await sql`select pg_advisory_lock(${lock})`.execute(connection)
      const { rows } = await sql`select 1 from pg_database where datname = ${template}`.execute(connection)
      if (rows.length > 0) return
      const world = await createWorld({ engine: 'server', keeps_database: true })
      await loadShippedData(world.db, { ...world.deps.config, SHIPPED_DATA: true })
      const { rows: own } = await sql<{ name: string }>`select current_database() as name`.execute(world.db)
      await world.close()
      await sql`alter database ${sql.id(own[0]!.name)} rename to ${sql.id(template)}`.execute(connection)
    })
  } finally {
    // Gives the lock back.
    await root.close()
  }
  return createWorld({ engine: 'server', template })
}

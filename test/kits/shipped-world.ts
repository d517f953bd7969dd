import { sql } from 'kysely'
import { inject } from 'vitest'
import { openServer } from '#server/database/connect.ts'
import { seedReference } from '#server/features/places/seed.ts'
import { loadShippedData } from '#server/shipped-data.ts'
import { createWorld, type World } from './world.ts'

/** Any number that nothing else in the server’s own database locks. */
const lock = 1

/** A world with the shipped places, and no car parks. */
export const createPlacesWorld = async (): Promise<World> =>
  createWorld({ engine: 'server', template: await fillPlaces() })

/** A world with the shipped places and car parks, and the demo’s claims. */
export async function createShippedWorld(): Promise<World> {
  const template = await fillOnce('parkwell_shipped', await fillPlaces(), ({ db, deps }) =>
    loadShippedData(db, { ...deps.config, SHIPPED_DATA: true }),
  )
  return createWorld({ engine: 'server', template })
}

const fillPlaces = () =>
  fillOnce('parkwell_places', undefined, async ({ db }) => {
    await seedReference(db)
    // As where the product has loaded its data: lists of places are a hundred times slower without statistics.
    await sql`analyze`.execute(db)
  })

/** A database to copy, with rows that take seconds to write: the first of a run writes them. Returns its name. */
async function fillOnce(
  name: string,
  template: string | undefined,
  fill: (world: World) => Promise<void>,
): Promise<string> {
  const root = await openServer(inject('server_url'), 1)
  try {
    await root.db.connection().execute(async (connection) => {
      await sql`select pg_advisory_lock(${lock})`.execute(connection)
      const { rows } = await sql`select 1 from pg_database where datname = ${name}`.execute(connection)
      if (rows.length > 0) return
      const copied = template === undefined ? {} : { template }
      const world = await createWorld({ engine: 'server', keeps_database: true, ...copied })
      await fill(world)
      const { rows: own } = await sql<{ name: string }>`select current_database() as name`.execute(world.db)
      await world.close()
      await sql`alter database ${sql.id(own[0]!.name)} rename to ${sql.id(name)}`.execute(connection)
    })
  } finally {
    // Gives the lock back.
    await root.close()
  }
  return name
}

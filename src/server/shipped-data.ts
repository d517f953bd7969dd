import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import type { Config } from './config.ts'
import { features } from './features.ts'

/**
 * Loads the data that ships with the product, feature by feature: countries, states, vehicle types and fees; places and car
 * parks unless `SHIPPED_DATA` is off; then demo data unless `DEMO_DATA` is off.
 */
export async function loadShippedData(db: Db, config: Config): Promise<void> {
  const fingerprintBefore = await readDataFingerprint(db)
  for (const { seed } of features) await seed?.(db, config)
  if (!config.SHIPPED_DATA) return
  // A cell has the example car parks alone.
  if (config.demo) for (const { name, demo } of features) if (!config.is_cell || name === 'parks') await demo?.(db)
  // The embedded engine has no autovacuum, and text search is 100 times slower without statistics.
  if ((await readDataFingerprint(db)) !== fingerprintBefore)
    await sql`vacuum analyze places, parks, park_handles, tariffs, pools`.execute(db)
}

/** The versions noted by the seed, the importer and the demo data; it differs once they have written rows. */
async function readDataFingerprint(db: Db): Promise<string> {
  const marks = await db
    .selectFrom('settings')
    .selectAll()
    .where('key', '~', '^(seed|import|demo)_')
    .orderBy('key')
    .execute()
  return JSON.stringify(marks)
}

import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/connect.ts'
import { importShippedParks } from '#server/features/park-import/import.ts'
import { seedReference } from '#server/features/places/seed.ts'
import { writeExampleDocuments } from './documents.ts'
import { writeExampleEvents } from './events.ts'
import { applyDemoOverlay } from './overlay.ts'
import { writeExamplePromos } from './promos.ts'
import { writeExampleShop } from './shop.ts'

const shipped = fileURLToPath(new URL('../../../../data/parks/', import.meta.url))

/**
 * Loads the data that ships with the product: countries, states, vehicle types and fees; places and car parks unless
 * `SHIPPED_DATA` is off; demo data unless `DEMO_DATA` is off.
 */
export async function loadShippedData(db: Db, config: Config): Promise<void> {
  const fingerprintBefore = await readDataFingerprint(db)
  await seedReference(db, { places: config.SHIPPED_DATA })
  if (!config.SHIPPED_DATA) return
  await importShippedParks(db, shipped)
  if (config.demo) {
    await applyDemoOverlay(db)
    await writeExamplePromos(db)
    await writeExampleEvents(db)
    await writeExampleShop(db)
    await writeExampleDocuments(db)
  }
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

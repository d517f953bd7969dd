import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Config } from './config.ts'
import type { Db } from '#server/database/connect.ts'
import { writeExampleEvents } from '#server/features/demo/events.ts'
import { applyDemoOverlay } from '#server/features/demo/overlay.ts'
import { importShippedParks } from '#server/features/park-import/import.ts'
import { seedReference } from '#server/features/places/seed.ts'
import { writeExamplePromos } from '#server/features/demo/promos.ts'

const shipped = fileURLToPath(new URL('../../data/parks/', import.meta.url))

/** Brings what ships with the product into the database: places, real parks and, unless switched off, the examples. Says what it did, or nothing. */
export async function loadShippedData(db: Db, config: Config): Promise<string | undefined> {
  const before = await readDataFingerprint(db)
  await seedReference(db)
  await importShippedParks(db, shipped)
  if (config.demo) {
    await applyDemoOverlay(db)
    await writeExamplePromos(db)
    await writeExampleEvents(db)
  }
  // The embedded engine never does it by itself, and without it a text is searched a hundred times slower.
  if ((await readDataFingerprint(db)) !== before)
    await sql`vacuum analyze places, parks, park_handles, tariffs, pools`.execute(db)
  return undefined
}

/** What the seed, the importer and the examples noted of themselves: another text means that rows were written. */
async function readDataFingerprint(db: Db): Promise<string> {
  const marks = await db
    .selectFrom('settings')
    .selectAll()
    .where('key', '~', '^(seed|import|demo)_')
    .orderBy('key')
    .execute()
  return JSON.stringify(marks)
}

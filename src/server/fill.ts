import { fileURLToPath } from 'node:url'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/connect.ts'
import { applyDemoOverlay } from '#server/features/parks/demo-overlay.ts'
import { importShippedParks } from '#server/features/parks/import.ts'
import { seedReference } from '#server/features/places/seed.ts'

const shipped = fileURLToPath(new URL('../../data/parks/', import.meta.url))

/** Brings what ships with the product into the database: places, real parks and, unless switched off, the examples. Says what it did, or nothing. */
export async function fillDatabase(db: Db, config: Config): Promise<string | undefined> {
  await seedReference(db)
  await importShippedParks(db, shipped)
  if (config.demo) await applyDemoOverlay(db)
  return undefined
}

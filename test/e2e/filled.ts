import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { openEmbedded } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { fillDatabase } from '#server/fill.ts'

/** Of the run's environment, which every worker inherits. */
const key = 'FILLED_DATABASE'

/** Fills a database with all that ships, once in a run: every product that it starts begins with a copy. Gives the way to remove it. */
export async function fillOnce(): Promise<() => void> {
  process.env['TZ'] = 'UTC'
  const folder = mkdtempSync(join(tmpdir(), 'parkwell-e2e-filled-'))
  const database = await openEmbedded(join(folder, 'database'))
  await migrate(database)
  await fillDatabase(database.db, readConfig({ NODE_ENV: 'development' }))
  await database.close()
  process.env[key] = join(folder, 'database')
  return () => rmSync(folder, { recursive: true, force: true })
}

/** Puts the filled database where a product will open it. */
export function copyFilled(to: string): void {
  const from = process.env[key]
  if (from === undefined) throw new Error('no database was filled: the journeys are started by Playwright’s own set-up')
  cpSync(from, to, { recursive: true })
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openEmbedded, openServer, type Database } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { seedReference } from '#server/features/places/seed.ts'
import { startPostgres } from '#test/postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A dump of a migrated and seeded embedded database. */
    embedded_dump: string
    /** A PostgreSQL server with the template database `parkwell_template`. */
    server_url: string
  }
}

/** Migrates and seeds one database per engine; each test file starts from a copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // `--project rules` needs no database.
  if (project.vitest.projects.every(({ name }) => name === 'rules')) return async () => undefined
  const folder = mkdtempSync(join(tmpdir(), 'parkwell-test-'))
  const embedded = await openEmbedded(undefined)
  await prepare(embedded)
  const dump = join(folder, 'embedded.tar')
  writeFileSync(dump, Buffer.from(await (await embedded.pglite.dumpDataDir('none')).arrayBuffer()))
  await embedded.close()
  project.provide('embedded_dump', dump)

  const postgres = await startPostgres()
  const root = await openServer(postgres.url, 1)
  await root.exec('create database parkwell_template')
  await root.close()
  const template = await openServer(postgres.url.replace(/postgres$/, 'parkwell_template'), 1)
  await prepare(template)
  await template.close()
  project.provide('server_url', postgres.url)
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function prepare(database: Database): Promise<void> {
  await migrate(database)
  await seedReference(database.db, { places: false })
}

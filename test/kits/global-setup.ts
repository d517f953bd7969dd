import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openEmbedded, openServer, type Database } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { seedReference } from '#server/features/places/seed.ts'
import { seedOnce } from '#test/e2e/kit/seed.ts'
import { startProduct } from '#test/e2e/kit/server.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A dump of a migrated and seeded embedded database. */
    embedded_dump: string
    /** A PostgreSQL server with the template database `parkwell_template`. */
    server_url: string
    /** The address of a server on a copy of the seeded database, shared by page tests. */
    product_url: string
    /** Its folder, for commands of the terminal, which run in this server. */
    product_data_dir: string
  }
}

type Stop = () => Promise<void> | void

/** Starts what the projects of this run need. */
export default async function setup(project: TestProject): Promise<Stop> {
  const names = new Set(project.vitest.projects.map(({ name }) => name))
  const stops = await Promise.all([
    names.has('pages') ? startSeededProduct(project) : [],
    names.has('embedded') ? prepareEmbedded(project) : [],
    names.has('server') || names.has('pages') ? prepareServer(project) : [],
  ])
  return async () => {
    for (const stop of stops.flat().toReversed()) await stop()
  }
}

async function startSeededProduct(project: TestProject): Promise<Stop[]> {
  const removeSeed = await seedOnce()
  const product = await startProduct()
  project.provide('product_url', product.address)
  project.provide('product_data_dir', product.data_dir)
  return [removeSeed, product.stop]
}

/** Migrates and seeds an embedded database; each test file starts from a copy. */
async function prepareEmbedded(project: TestProject): Promise<Stop[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parkwell-test-'))
  const embedded = await openEmbedded(undefined)
  await prepare(embedded)
  const dump = join(folder, 'embedded.tar')
  writeFileSync(dump, Buffer.from(await (await embedded.pglite.dumpDataDir('none')).arrayBuffer()))
  await embedded.close()
  project.provide('embedded_dump', dump)
  return [() => rmSync(folder, { recursive: true, force: true })]
}

/** Starts a PostgreSQL server with a migrated and seeded template database; each test file starts from a copy. */
async function prepareServer(project: TestProject): Promise<Stop[]> {
  const postgres = await startPostgres()
  const root = await openServer(postgres.url, 1)
  await root.exec('create database parkwell_template')
  await root.close()
  const template = await openServer(postgres.url.replace(/postgres$/, 'parkwell_template'), 1)
  await prepare(template)
  await template.close()
  project.provide('server_url', postgres.url)
  return [() => postgres.stop()]
}

async function prepare(database: Database): Promise<void> {
  await migrate(database)
  await seedReference(database.db, { places: false })
}

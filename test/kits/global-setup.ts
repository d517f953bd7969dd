import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openEmbedded, openServer, type Database } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { seedReference } from '#server/features/places/seed.ts'
import { buildStaffAndDiscrepancies, buildShippedData, seedOnce } from '#test/e2e/kit/seed.ts'
import { startProduct } from '#test/e2e/kit/server.ts'
import { startPostgres } from './postgres.ts'
import { rounds } from './rounds.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A dump of a migrated and seeded embedded database. */
    embedded_dump: string
    /** A PostgreSQL server with the template database `parkwell_template`. */
    server_url: string
    /** The address of a server on a copy of the seeded database, shared by page tests. */
    product_url: string
    /** Its settings, for commands of the terminal. */
    product_settings: Record<string, string>
  }
}

type Stop = () => Promise<void> | void

/** Starts what the projects of this run need. */
export default async function setup(project: TestProject): Promise<Stop> {
  const names = new Set(project.vitest.projects.map(({ name }) => name))
  const stops = await Promise.all([
    names.has('embedded') ? prepareEmbedded(project) : [],
    names.has('server') || names.has('pages') ? prepareServer(project, names.has('pages')) : [],
  ])
  return async () => {
    for (const stop of stops.flat().toReversed()) await stop()
  }
}

/**
 * Starts the product of the page tests on the PostgreSQL server, which answers in half the time. The journeys have the
 * embedded engine, and when all is tried, page tests do too.
 */
async function startSeededProduct(project: TestProject, urlOf: (database: string) => string): Promise<Stop[]> {
  const usesEmbedded = rounds > 1
  const removeSeed = usesEmbedded ? await seedOnce() : () => undefined
  const DATABASE_URL = urlOf('parkwell_product')
  if (!usesEmbedded) await prepareProduct(urlOf)
  const product = await startProduct({ OVERLOAD_MS: '0', ...(!usesEmbedded && { DATABASE_URL }) })
  project.provide('product_url', product.address)
  project.provide('product_settings', { DATA_DIR: product.data_dir, ...(!usesEmbedded && { DATABASE_URL }) })
  return [removeSeed, product.stop]
}

/** Fills two databases: `parkwell_shipped`, from which test worlds with the shipped data start too, and the product's. */
async function prepareProduct(urlOf: (database: string) => string): Promise<void> {
  await createDatabase(urlOf, 'parkwell_shipped', 'parkwell_template', ({ db }) => buildShippedData(db))
  await createDatabase(urlOf, 'parkwell_product', 'parkwell_shipped', ({ db }) => buildStaffAndDiscrepancies(db))
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

/**
 * Starts a PostgreSQL server with a migrated and seeded template database; each test file starts from a copy. With a product
 * for page tests, if there are some.
 */
async function prepareServer(project: TestProject, hasPages: boolean): Promise<Stop[]> {
  const postgres = await startPostgres()
  const urlOf = (database: string) => postgres.url.replace(/postgres$/, database)
  await createDatabase(urlOf, 'parkwell_template', 'template1', prepare)
  project.provide('server_url', postgres.url)
  return [() => postgres.stop(), ...(hasPages ? await startSeededProduct(project, urlOf) : [])]
}

/** Creates a database from another, and fills it. */
async function createDatabase(
  urlOf: (database: string) => string,
  name: string,
  template: string,
  fill: (database: Database) => Promise<void>,
): Promise<void> {
  const root = await openServer(urlOf('postgres'), 1)
  await root.exec(`create database ${name} template ${template}`)
  await root.close()
  const database = await openServer(urlOf(name), 1)
  await fill(database)
  await database.close()
}

async function prepare(database: Database): Promise<void> {
  await migrate(database)
  await seedReference(database.db, { places: false })
}

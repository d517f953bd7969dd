import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openEmbedded } from '#server/database/connect.ts'
import { buildProductDatabase, buildReferenceData, buildTemplate, seedOnce } from '#test/e2e/kit/seed.ts'
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

/** Starts the product of the page tests on the PostgreSQL server or, when all is tried, on the embedded engine. */
async function startSeededProduct(project: TestProject, server_url: string): Promise<Stop[]> {
  const usesEmbedded = rounds > 1
  const removeSeed = usesEmbedded ? await seedOnce() : () => undefined
  const database: Record<string, string> = usesEmbedded
    ? {}
    : { DATABASE_URL: await buildProductDatabase(server_url, 'parkwell_product') }
  const product = await startProduct({ OVERLOAD_MS: '0', ...database })
  project.provide('product_url', product.address)
  project.provide('product_settings', { DATA_DIR: product.data_dir, ...database })
  return [removeSeed, product.stop]
}

/** Migrates and seeds an embedded database; each test file starts from a copy. */
async function prepareEmbedded(project: TestProject): Promise<Stop[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parkwell-test-'))
  const embedded = await openEmbedded(undefined)
  await buildReferenceData(embedded)
  const dump = join(folder, 'embedded.tar')
  writeFileSync(dump, Buffer.from(await (await embedded.pglite.dumpDataDir('none')).arrayBuffer()))
  await embedded.close()
  project.provide('embedded_dump', dump)
  return [() => rmSync(folder, { recursive: true, force: true })]
}

/**
 * Prepares a PostgreSQL server, by default one of its own, with a migrated and seeded template database; each test file
 * starts from a copy. With a product for page tests, if there are some.
 */
async function prepareServer(project: TestProject, hasPages: boolean): Promise<Stop[]> {
  const given = process.env['TEST_POSTGRES']
  const { url, stop } = given === undefined ? await startPostgres() : { url: given, stop: () => undefined }
  await buildTemplate(url)
  project.provide('server_url', url)
  return [stop, ...(hasPages ? await startSeededProduct(project, url) : [])]
}

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openEmbedded, openServer, type Db } from '#server/database/connect.ts'
import { error_dsn } from '#simulators/error-service.ts'
import { startMapHost } from '#simulators/map-host.ts'
import { copySeededDatabase, buildProductDatabase, seedOnce } from './seed.ts'

/**
 * Starts the server process as `npm start` does, on a copy of the seeded embedded database, with extra settings; `fill`
 * writes more into that copy first. Settings with a `DATABASE_URL` name another database.
 */
export async function startProduct(
  settings: Record<string, string> = {},
  fill?: (db: Db) => Promise<void>,
): Promise<{ address: string; data_dir: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'parkwell-e2e-'))
  const { DATABASE_URL } = settings
  if (DATABASE_URL === undefined) await copySeededDatabase(join(folder, 'database'))
  if (fill !== undefined) {
    const database =
      DATABASE_URL === undefined ? await openEmbedded(join(folder, 'database')) : await openServer(DATABASE_URL, 1)
    await fill(database.db)
    await database.close()
  }
  const defaults = {
    NODE_ENV: 'development',
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    RATE_LIMITS: 'off',
    EXAMPLE_ORDERS: 'off',
    // As `npm start` does: compiling takes a third of the start.
    NODE_COMPILE_CACHE: 'node_modules/.cache/node',
  }
  const child = spawn('node', ['src/server/main.ts'], {
    env: { ...process.env, ...defaults, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  const address = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const announced = / is at (http:[^\s"]+)/.exec(line)?.[1]
      if (announced !== undefined) resolve(announced)
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  return {
    address,
    data_dir: folder,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The settings of a product on a database of this name at the PostgreSQL server of a whole run; none without one. */
async function nameDatabase(name: string): Promise<Record<string, string>> {
  const server_url = process.env['TEST_POSTGRES']
  if (server_url === undefined) return {}
  return { DATABASE_URL: await buildProductDatabase(server_url, name), OVERLOAD_MS: '0' }
}

/**
 * Starts another server for one journey that needs settings of its own: on the PostgreSQL server of a whole run, where the
 * embedded database would have to be seeded first.
 */
export const startOwnProduct = async (
  name: string,
  settings: Record<string, string>,
  fill?: (db: Db) => Promise<void>,
) => startProduct({ ...(await nameDatabase(`parkwell_${name}`)), ...settings }, fill)

/** Starts the server shared by all tests; the returned function stops it. */
export default function setup(): Promise<() => Promise<void>> {
  return startSharedServer()
}

/**
 * Starts a server whose address is `BASE_URL`; the returned function stops it. It has the embedded database, into which `fill`
 * writes, or one on the PostgreSQL server of a whole run.
 */
export async function startSharedServer(fill?: (db: Db) => Promise<void>): Promise<() => Promise<void>> {
  const server_url = process.env['TEST_POSTGRES']
  const removeSeed = server_url === undefined ? await seedOnce() : () => undefined
  const database = await nameDatabase('parkwell_journeys')
  const mapHost = await startMapHost()
  const settings = {
    ...database,
    SENTRY_DSN: error_dsn,
    // Every map falls back to the packed one, except where a journey says otherwise.
    MAP_STYLE_URL: mapHost.styleUrl('refuses', 'light'),
    MAP_STYLE_DARK_URL: mapHost.styleUrl('refuses', 'dark'),
  }
  const product = await startProduct(settings, fill)
  process.env['BASE_URL'] = product.address
  // For commands of the terminal, which run in this server.
  process.env['PRODUCT_DATA_DIR'] = product.data_dir
  return async () => {
    await product.stop()
    await mapHost.close()
    removeSeed()
  }
}

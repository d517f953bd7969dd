import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { getProfile } from '#contract/accounts/auth.ts'
import { openServer } from '#server/database/connect.ts'
import { acquireLock } from '#server/database/lock.ts'
import { buildDriver, send } from '#test/e2e/kit/drivers.ts'
import { copySeededDatabase } from '#test/e2e/kit/seed.ts'
import { inTurn, isInTurn, longTurns } from '#test/kits/rounds.ts'
import { compiled, databaseUrlOf, startServerProcess } from '#test/kits/server-process.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { listenForCommands } from './listen.ts'
import { findSocketPath } from './protocol.ts'
import { runCommand } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'parkwell-commands-'))
const data_dir = join(folder, 'data')
const parksFile = join(folder, 'parks.ndjson')
const park = {
  source: 'osm_wilmington',
  source_id: 'way/1',
  name: 'Harbour Garage',
  lat: 39.74,
  lng: -75.55,
  city: 'Wilmington',
  state_code: 'US-DE',
  country_code: 'US',
}

beforeAll(() => {
  mkdirSync(join(data_dir, 'database'), { recursive: true })
  writeFileSync(parksFile, JSON.stringify(park))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a script as npm does, with nothing of the tests' own environment. */
async function runScript(name: string, words: readonly string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, [`scripts/${name}.ts`, ...words], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compiled, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written = { output: '', error: '' }
  child.stdout.on('data', (part) => (written.output += part))
  child.stderr.on('data', (part) => (written.error += part))
  const exit_code = await new Promise((resolve) => child.once('close', resolve))
  return { exit_code, ...written }
}

const failure = (error: RegExp | string) => ({
  exit_code: 1,
  output: '',
  error: typeof error === 'string' ? error : expect.stringMatching(error),
})

/** Runs one of these commands as npm does in each run, which takes a process, and the others in this process. */
const scripts = inTurn(['staff', 'import', 'ledger:check', 'reconcile'], 1)()
async function runInTurn(command: string, words: readonly string[], environment: Record<string, string>) {
  if (scripts.includes(command)) return runScript(command.replace(':', '-'), words, environment)
  const { output, ...result } = await runCommand(command, words, environment)
  return { ...result, output: `${output}\n` }
}

/** Others show in each run what a command does, here and in the server's process. */
const testInTurn = test.runIf(longTurns.embedded && isInTurn('commands beside the embedded database', 2))

describe('beside a server with the embedded database', () => {
  testInTurn('runs in the server, and in its own process once that was killed', { timeout: 400_000 }, async () => {
    const DATA_DIR = join(folder, 'embedded')
    await copySeededDatabase(join(DATA_DIR, 'database'))
    const server = await startServerProcess('', { DATA_DIR })
    const { email, token } = await buildDriver(server.address, { country_code: 'NG', language: 'en', top_up: 5_000 })
    const nearby = `/api/v1/parks/front/parks/?lat=${park.lat}&lng=${park.lng}`
    const countNearby = async () => (await send(server.address, 'GET', nearby))['total']
    const before = Number(await countNearby())
    const readRole = async () => (await send(server.address, 'GET', '/api/v1/users/profile', { token }))['role']

    expect(await runInTurn('staff', [email, 'guard'], { DATA_DIR })).toEqual({
      exit_code: 0,
      output: `${email} is now guard.\n`,
      error: '',
    })
    expect(await readRole()).toBe('guard')
    const added = expect.stringMatching(/^1 added, 0 updated, 0 unchanged/)
    expect(await runInTurn('import', [parksFile], { DATA_DIR })).toEqual({ exit_code: 0, output: added, error: '' })
    expect(await runCommand('import', [parksFile], { DATA_DIR })).toMatchObject({
      output: expect.stringMatching(/^0 added, 0 updated, 1 unchanged/),
    })
    expect(await runInTurn('ledger:check', [], { DATA_DIR })).toMatchObject({
      exit_code: 0,
      output: expect.stringMatching(/^The ledger is consistent: [1-9]\d* transfers/),
    })
    await expect.poll(countNearby).toBe(before + 1)
    const today = new Date().toISOString().slice(0, 10)
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    const days = ['--from', yesterday, '--to', today]
    expect(await runInTurn('reconcile', [...days, '--provider', 'paystack'], { DATA_DIR })).toEqual({
      exit_code: 0,
      output: 'paystack: 1 listed, 0 settled, 0 new discrepancies.\n',
      error: '',
    })

    const socket = findSocketPath(DATA_DIR)
    expect(socket).toBe(join(DATA_DIR, 'commands', 'commands.sock'))
    expect([socket, dirname(socket)].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o700])
    await server.kill()
    expect(existsSync(socket)).toBe(true)
    expect(await runCommand('reconcile', days, { DATA_DIR })).toEqual(
      failure(/Start the server, then run this command/),
    )
    expect(await runCommand('staff', [email, 'staff'], { DATA_DIR })).toMatchObject({ exit_code: 0 })
    if (!isInTurn('a start after commands', 2)) return
    await server.start()
    expect(await readRole()).toBe('staff')
    expect(await runCommand('staff', [email, 'customer'], { DATA_DIR })).toMatchObject({ exit_code: 0 })
    expect(await readRole()).toBe('customer')
  })

  test('refuses when the process that has the database open does not answer', async () => {
    const release = acquireLock(data_dir)
    onTestFinished(release)
    expect(await runScript('staff', ['ada@test.example', 'staff'], { DATA_DIR: data_dir })).toEqual(
      failure(/^The embedded database .* in use by a running server \(process \d+\).*set DATABASE_URL.*\n$/),
    )
  })

  test.each([
    ['stops before its answer', '', /^The server stopped before the command was finished\. Start the server/],
    ['stops within its answer', '{"exit_code":0', /^The server stopped before the command was finished\./],
    ['answers what is no result', '{"exit_code":7}\n', /^The running server sent an answer that cannot be read\./],
    ['answers no JSON', 'HTTP/1.1 400 Bad Request\r\n', /^The running server sent an answer that cannot be read\./],
  ])('fails with a sentence when the server %s', async (_name, answer, sentence) => {
    const path = findSocketPath(data_dir)
    mkdirSync(dirname(path), { mode: 0o700, recursive: true })
    const server = createServer((socket) => void socket.resume().end(answer))
    await new Promise<void>((resolve) => server.listen(path, resolve))
    onTestFinished(() => void server.close())
    expect(await runCommand('staff', ['ada@test.example', 'staff'], { DATA_DIR: data_dir })).toEqual(failure(sentence))
  })
})

describe('beside servers on PostgreSQL', () => {
  let world: World
  let DATABASE_URL: string
  beforeAll(async () => {
    world = await createWorld({ engine: 'server' })
    DATABASE_URL = await databaseUrlOf(world)
  })
  afterAll(() => world.close())

  /** Listens for commands as the world's server would with this data folder; ends with the test. */
  async function listen(DATA_DIR: string, url?: string): Promise<() => Promise<void>> {
    const config = { ...world.deps.config, data_dir: DATA_DIR, DATABASE_URL: url }
    const end = await listenForCommands({ ...world.deps, config })
    onTestFinished(end)
    return end
  }

  test('sets the role of an account in any case while the product runs, and refuses unknown addresses', async () => {
    const { email, token } = await world.buildDriver()
    expect(await runCommand('staff', [email.toUpperCase(), 'STAFF'], { DATABASE_URL })).toEqual({
      exit_code: 0,
      output: `${email} is now staff.`,
      error: '',
    })
    expect((await world.call(getProfile, { token })).body).toMatchObject({ role: 'staff' })
    await world.db.updateTable('users').set({ email_verified_at: null }).where('email', '=', email).execute()
    expect(await runCommand('staff', [email, 'guard'], { DATABASE_URL })).toEqual({
      exit_code: 0,
      output: `${email} is now guard. The email address is not confirmed yet, so the account cannot log in.`,
      error: '',
    })
    expect(await runCommand('staff', ['nobody@test.example', 'staff'], { DATABASE_URL })).toEqual(
      failure('There is no account for nobody@test.example. Register it first.'),
    )
  })

  test('imports and checks without seeding or migrating', async () => {
    const readVersions = async () => [
      await world.db.selectFrom('settings').selectAll().orderBy('key').execute(),
      await sql`select * from migrations order by name`.execute(world.db),
    ]
    // As a database of servers of another version.
    await sql`update settings set value = '"another version"' where key = 'seed_reference'`.execute(world.db)
    const before = await readVersions()
    expect(await runCommand('import', [parksFile], { DATABASE_URL })).toMatchObject({ exit_code: 0 })
    expect(await runCommand('ledger:check', [], { DATABASE_URL })).toMatchObject({ exit_code: 0, error: '' })
    const stock = await runCommand('ledger:check', ['--stock'], { DATABASE_URL })
    expect(stock).toMatchObject({ exit_code: 0, output: expect.stringMatching(/Stock, slots and sums of sales agree/) })
    expect(await readVersions()).toEqual(before)
  })

  test('imports a file of other columns through the mapping that it suggests', async () => {
    const [cityFile, mapFile] = [join(folder, 'city.csv'), join(folder, 'map.json')]
    writeFileSync(cityFile, `lot_id,lot_name,latitude,longitude\n7,City Lot,${park.lat + 0.02},${park.lng + 0.02}\n`)
    const imports = (...words: string[]) => runCommand('import', [cityFile, ...words], { DATABASE_URL })
    expect(await imports()).toMatchObject({ exit_code: 1, error: expect.stringContaining('--propose') })
    const proposed = await imports('--propose')
    expect(proposed).toMatchObject({ exit_code: 0, output: expect.stringContaining('City Lot') })
    writeFileSync(mapFile, JSON.stringify({ ...JSON.parse(proposed.output), country_code: 'US' }))
    const source = ['--source', 'osm_cleveland']
    expect(await imports(...source, '--map', join(folder, 'none.json'))).toMatchObject({ exit_code: 1 })
    expect(await imports('--map', mapFile)).toMatchObject({ exit_code: 1, error: expect.stringContaining('--source') })
    expect(await imports(...source, '--map', mapFile)).toMatchObject({
      exit_code: 0,
      output: expect.stringMatching(/^1 added/),
    })
    expect(await imports(...source, `--map=${mapFile}`)).toMatchObject({
      exit_code: 0,
      output: expect.stringMatching(/ 1 unchanged/),
    })
    writeFileSync(cityFile, 'lot_id,lot_name,latitude,longitude\n8,Nowhere,0,0\n')
    expect(await imports(...source, '--map', mapFile)).toEqual({
      exit_code: 1,
      output: expect.stringContaining('1 rejected: the row has no position'),
      error: 'Nothing was imported.',
    })
  })

  test('refuses a database without the tables of this version, and leaves it as it is', async () => {
    await sql`create database not_migrated`.execute(world.db)
    const url = inject('server_url').replace(/postgres$/, 'not_migrated')
    const sentence =
      /^The database is of an older version: it lacks 0440_baseline\.sql and \d+ more\. Run `npm run migrate`/
    expect(await runCommand('ledger:check', [], { DATABASE_URL: url })).toEqual(failure(sentence))
    const database = await openServer(url, 1)
    const { rows } = await sql`select 1 from pg_tables where schemaname = 'public'`.execute(database.db)
    await database.close()
    expect(rows).toEqual([])
  })

  test('reconciles in the server while payments are simulated', async () => {
    const DATA_DIR = join(folder, 'simulated')
    const words = ['--provider', 'paystack']
    expect(await runCommand('reconcile', words, { DATABASE_URL, DATA_DIR })).toEqual(
      failure(/^Payments use local simulators, which run inside the server/),
    )
    await listen(DATA_DIR, DATABASE_URL)
    expect(await runCommand('reconcile', words, { DATABASE_URL, DATA_DIR })).toEqual(
      failure('No keys are set for paystack. Providers with keys: none.'),
    )
    expect(await runCommand('reconcile', words, { DATA_DIR })).toEqual(
      failure('The running server uses another database. Set DATABASE_URL as it is set there.'),
    )
  })

  test('refuses a second import at once, and lets the first finish before the server ends', async () => {
    const DATA_DIR = join(folder, 'imports')
    const end = await listen(DATA_DIR)
    const startImport = () => runCommand('import', [parksFile], { DATA_DIR })
    const { first, ended } = await world.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(727276)`.execute(tx)
      const first = startImport()
      await expect.poll(countWaiting).toBe(1n)
      expect(await startImport()).toEqual(failure(/^Another `npm run import` is running\. Wait until it has finished/))
      return { first, ended: end() }
    })
    expect(await first).toMatchObject({ exit_code: 0 })
    await ended
    expect(existsSync(join(DATA_DIR, 'commands'))).toBe(false)
  })

  async function countWaiting(): Promise<bigint> {
    const { rows } = await sql<{ count: bigint }>`
      select count(*) from pg_locks where locktype = 'advisory' and objid = 727276 and not granted`.execute(world.db)
    return rows[0]!.count
  }

  test('listens in the folder for temporary files when the path of the data folder is too long', async () => {
    const DATA_DIR = join(folder, 'a-long-name-of-a-folder/'.repeat(5))
    await listen(DATA_DIR)
    const path = findSocketPath(DATA_DIR)
    expect(dirname(dirname(path))).toBe(tmpdir())
    expect([path, dirname(path)].map((entry) => statSync(entry).mode & 0o777)).toEqual([0o600, 0o700])
    expect(await runCommand('ledger:check', [], { DATA_DIR })).toMatchObject({ exit_code: 0 })
  })

  test('answers what is no request, and a command that fails in the server, with a sentence', async () => {
    const DATA_DIR = join(folder, 'failing')
    const closed = await openServer(DATABASE_URL, 1)
    // A pool that was never used is not closed.
    await sql`select 1`.execute(closed.db)
    await closed.close()
    const errors: unknown[][] = []
    const log = { ...console, error: (...parts: unknown[]) => void errors.push(parts) }
    const config = { ...world.deps.config, data_dir: DATA_DIR }
    onTestFinished(await listenForCommands({ ...world.deps, db: closed.db, config, log }))
    const socket = connect(findSocketPath(DATA_DIR)).end('GET / HTTP/1.1\r\n\r\n')
    expect(JSON.parse(await text(socket))).toEqual(failure(/^The running server does not know this command\. Restart/))
    expect(await runCommand('ledger:check', [], { DATA_DIR })).toEqual(
      failure(/^The command failed in the running server: .*\. The server’s log has the details\.$/),
    )
    expect(errors).toEqual([['npm run ledger:check failed', expect.any(Error)]])
  })

  test('does not listen in a folder that other users can enter', async () => {
    const DATA_DIR = join(folder, 'open')
    mkdirSync(join(DATA_DIR, 'commands'), { recursive: true, mode: 0o755 })
    const warnings: string[] = []
    const log = { ...console, warn: (line: string) => void warnings.push(line) }
    const config = { ...world.deps.config, data_dir: DATA_DIR }
    onTestFinished(await listenForCommands({ ...world.deps, config, log }))
    expect(warnings).toEqual([expect.stringMatching(/commands is open to other users$/)])
    expect(existsSync(join(DATA_DIR, 'commands/commands.sock'))).toBe(false)
  })
})

describe('refuses in one sentence', () => {
  test.each([
    [
      'no words',
      'staff',
      [],
      /^Usage: npm run staff -- EMAIL ROLE \[PLACE\], where ROLE is one of customer, guard, .*, admin$/,
    ],
    ['a role without partners', 'staff', ['ada@test.example', 'admin', 'Eko'], /^The role admin is everywhere\./],
    ['a wrong role', 'staff', ['ada@test.example', 'king'], /^There is no role king\. Usage: npm run staff/],
    ['no account to reset', 'factor:reset', [], /^Usage: npm run factor:reset -- EMAIL$/],
    ['no address', 'staff', ['ada', 'staff'], /^ada is not an email address\./],
    ['no file', 'import', [], /^Usage: npm run import -- FILE/],
    ['a file that does not exist', 'import', ['none.csv'], /^File not found: none\.csv$/],
    ['two ways at once', 'import', ['x.csv', '--propose', '--map', 'y.json'], /^Usage: npm run import -- FILE/],
    ['an unknown option', 'import', ['x.csv', '--force'], /--force.*\nUsage: npm run import/s],
    ['a day that does not exist', 'reconcile', ['--from', '2026-02-30'], /^2026-02-30 is not a valid date\. Usage/],
    ['words without a meaning', 'ledger:check', ['now'], /^Usage: npm run ledger:check \[-- --stock\]$/],
  ])('%s', async (_name, command, words, sentence) => {
    expect(await runCommand(command, words, { DATA_DIR: data_dir })).toEqual(failure(sentence))
  })

  test('a missing database', async () => {
    expect(await runCommand('staff', ['ada@test.example', 'staff'], { DATA_DIR: join(folder, 'none') })).toEqual(
      failure(/^There is no database in .*none yet\. Start the server once/),
    )
  })

  test('a wrong setting', async () => {
    expect(await runCommand('staff', ['ada@test.example', 'staff'], { DATABASE_URL: 'mysql://x' })).toEqual(
      failure(/^Invalid settings:\nDATABASE_URL/),
    )
  })
})

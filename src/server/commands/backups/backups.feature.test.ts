import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Config } from '#server/config.ts'
import { openEmbedded, openServer } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { ageOfLastBackup } from '#server/database/last-backup.ts'
import { repeatErasure } from '#server/features/privacy/commands.ts'
import { checkLedger } from '#server/features/wallet/ledger/ledger-check.ts'
import { buildDriver } from '#test/e2e/kit/drivers.ts'
import { buildPaidBooking } from '#test/kits/bookings-kit.ts'
import { isInTurn } from '#test/kits/rounds.ts'
import { buildRoleWithPassword, databaseUrlOf, startServerProcess } from '#test/kits/server-process.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { runCommand } from '../run.ts'
import { backupCommand } from './backup.ts'
import { drillFromTerminal, restoreFromTerminal } from './restore-command.ts'
import { finishRecovery, restoreBackup } from './restore.ts'

const hasTools = (() => {
  try {
    execFileSync('pg_dump', ['--version'])
    return true
  } catch {
    return false
  }
})()
const identity = await generateIdentity()
const recipient = await identityToRecipient(identity)
const day_ms = 86_400_000

let world: World
let url: string
beforeAll(async () => {
  world = await createWorld()
  url = await databaseUrlOf(world)
})
afterAll(() => world.close())

/** A folder of backups of its own, with the settings that name it. */
function useFolder(more: Partial<Config> = {}): { folder: string; config: Config } {
  const folder = mkdtempSync(join(tmpdir(), 'parkwell-backups-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return {
    folder,
    config: {
      ...world.deps.config,
      DATABASE_URL: url,
      BACKUP_DIR: folder,
      BACKUP_RECIPIENTS: [recipient],
      BACKUP_IDENTITY: [identity],
      ...more,
    },
  }
}

/** An empty database beside the world's. */
async function createEmpty(): Promise<string> {
  const name = `parkwell_restored_${newId().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  return url.replace(/[^/]+$/, name)
}

const backUp = (config: Config, words: readonly string[] = []) =>
  backupCommand.run({ ...world.deps, config }, words, Buffer.alloc(0))
const backupsIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.age'))

test.runIf(hasTools)('a backup comes back whole, without those who were erased since', async () => {
  const { folder, config } = useFolder()
  const [leaving, staying] = await Promise.all([
    world.buildDriver({ balance_minor: 5_000n }),
    world.buildDriver({ balance_minor: 5_000n }),
  ])
  const emailOf = async (id: string, { db } = world) =>
    (await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email
  const email = await emailOf(leaving.user_id)
  await buildPaidBooking(world, leaving, await world.buildPark())
  const readEpoch = async ({ db } = world) =>
    (await db.selectFrom('change_feeds').select('epoch').executeTakeFirstOrThrow()).epoch

  expect(await ageOfLastBackup(world.db)).toBe(Infinity)
  const made = await backUp(config)
  expect(made).toMatchObject({ exit_code: 0, error: '' })
  expect(made.output).toContain('BACKUP_COPY_COMMAND is not set')
  expect(await ageOfLastBackup(world.db)).not.toBe(Infinity)
  const [file] = backupsIn(folder)
  const bytes = readFileSync(join(folder, file!))
  expect(file).toMatch(/^parkwell-.*\.dump\.age$/)
  expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  expect(bytes.includes('PGDMP')).toBe(false)

  const erased_at = new Date(world.clock.now)
  await world.db.transaction().execute((tx) => repeatErasure(tx, { id: leaving.user_id, erased_at }))
  expect((await backUp(config, ['--erasures'])).exit_code).toBe(0)
  expect(backupsIn(folder)).toEqual([file])

  const restoredUrl = await createEmpty()
  const restored = await restoreBackup({ ...config, DATABASE_URL: restoredUrl })
  expect(restored).toMatchObject({ manifest: { file }, migrated: [], erased: 1 })
  const database = await openServer(restoredUrl, 2)
  onTestFinished(() => database.close())
  const there = { ...world, db: database.db }
  expect(await checkLedger(database.db)).toEqual([])
  expect(await emailOf(staying.user_id, there)).toBe(await emailOf(staying.user_id))
  expect(await emailOf(leaving.user_id, there)).not.toBe(email)
  expect(await readEpoch(there)).not.toBe(await readEpoch())
  await expect(restoreBackup({ ...config, DATABASE_URL: restoredUrl })).rejects.toThrow('Restore into an empty one')

  await world.db.transaction().execute((tx) => repeatErasure(tx, { id: staying.user_id, erased_at }))
  await backUp(config, ['--erasures'])
  expect(await finishRecovery({ ...config, DATABASE_URL: restoredUrl })).toEqual({ migrated: [], erased: 1 })
  expect(await emailOf(staying.user_id, there)).toBe(await emailOf(staying.user_id))
})

test.runIf(hasTools)(
  'a backup that was changed, or whose key is another, is refused with nothing restored',
  async () => {
    const { folder, config } = useFolder()
    const target = { ...config, DATABASE_URL: await createEmpty() }
    await expect(restoreBackup(target)).rejects.toThrow('There is no backup')
    await backUp(config)
    const [file] = backupsIn(folder)
    const wrongKey = restoreBackup({ ...target, BACKUP_IDENTITY: [await generateIdentity()] })
    await expect(wrongKey).rejects.toThrow('The backup cannot be read')
    await expect(restoreBackup({ ...target, BACKUP_IDENTITY: undefined })).rejects.toThrow(
      'BACKUP_IDENTITY must be set',
    )
    const bytes = readFileSync(join(folder, file!))
    writeFileSync(join(folder, file!), bytes.subarray(0, -1))
    await expect(restoreBackup(target)).rejects.toThrow('its checksum differs')
    writeFileSync(join(folder, file!), bytes)
    expect((await restoreBackup(target, join(folder, file!))).manifest.file).toBe(file)
  },
)

test.runIf(hasTools)('each file is copied, old backups go, and one that was not copied does not count', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'parkwell-elsewhere-'))
  onTestFinished(() => rmSync(elsewhere, { recursive: true }))
  const { folder, config } = useFolder({ BACKUP_COPY_COMMAND: `cp "$1" ${elsewhere}/`, BACKUP_KEEP_DAYS: 7 })
  const began = world.clock.now
  onTestFinished(() => void (world.clock.now = began))
  await backUp(config)
  const [first] = backupsIn(folder)
  expect(readdirSync(elsewhere).toSorted()).toEqual(['erased-accounts.json', first, `${first}.json`].toSorted())
  const readLast = async () =>
    (await world.db.selectFrom('settings').select('value').where('key', '=', 'last_backup').execute())[0]!.value
  expect(await readLast()).toMatchObject({ file: first })

  world.clock.now = new Date(began.getTime() + 8 * day_ms)
  await expect(backUp({ ...config, BACKUP_COPY_COMMAND: 'echo full >&2; exit 3' })).rejects.toThrow(
    /BACKUP_COPY_COMMAND ended with 3 for .*: full/,
  )
  expect(await readLast()).toMatchObject({ file: first })
  expect(backupsIn(folder)).toEqual([first])
  const { output } = await backUp(config)
  expect(output).toContain(`Deleted ${first}`)
  expect(backupsIn(folder)).toHaveLength(1)
  expect(existsSync(join(folder, `${first}.json`))).toBe(false)
  expect(existsSync(join(elsewhere, first!))).toBe(true)
})

test.runIf(hasTools)('the drill says what would be lost and how long it takes, and leaves nothing behind', async () => {
  const { folder, config } = useFolder()
  const driver = await world.buildDriver({ balance_minor: 5_000n })
  world.clock.now = new Date(world.clock.now.getTime() + 60_000)
  await backUp(config)
  world.clock.now = new Date(world.clock.now.getTime() + 60_000)
  await buildPaidBooking(world, driver, await world.buildPark())
  const printed: string[] = []
  vi.spyOn(console, 'info').mockImplementation((line: string) => void printed.push(line))
  const environment = {
    DATABASE_URL: url,
    BACKUP_DIR: folder,
    BACKUP_IDENTITY: identity,
    SIMULATORS: 'off',
    // Nobody listens there.
    STRIPE_URL: 'http://127.0.0.1:1',
    STRIPE_SECRET_KEY: 'sk_test_of_the_drill',
    STRIPE_WEBHOOK_SECRET: 'whsec_of_the_drill',
  }
  const databases = async () =>
    (await sql`select datname from pg_database where datname like 'parkwell_drill%' order by 1`.execute(world.db)).rows
  expect(await drillFromTerminal(environment)).toBe(0)
  // A provider that was not reached is named, not left out.
  expect(printed.join('\n')).toContain('stripe: the connection failed')
  expect(printed.join('\n')).toMatch(/The ledger is consistent: [^]*which is 1 bookings and 1 transfers now\.\nTook \d/)
  expect(await databases()).toEqual([])

  expect(await restoreFromTerminal([], { ...environment, DATABASE_URL: await createEmpty() })).toBe(0)
  expect(printed.at(-1)).toContain('Next: npm run ledger:check -- --stock, and npm run reconcile -- --from')
})

test('says what is missing', async () => {
  const answer = (environment: Record<string, string>, words: string[] = []) => runCommand('backup', words, environment)
  expect((await answer({ DATABASE_URL: url })).error).toBe('BACKUP_DIR must be set.')
  expect((await answer({ DATABASE_URL: url, BACKUP_DIR: 'backups' })).error).toContain('BACKUP_RECIPIENTS must be set')
  expect((await answer({ DATABASE_URL: url }, ['--all'])).error).toContain('Usage: npm run backup')
  const wrong = { DATABASE_URL: url, BACKUP_RECIPIENTS: identity, BACKUP_IDENTITY: recipient }
  const { error } = await answer(wrong)
  expect(error).toContain('must be public keys of age')
  expect(error).toContain('must be a file of age-keygen')
  expect(error).not.toContain(identity)
})

test.runIf(hasTools)('a backup and a restore work with the address before while the password is changed', async () => {
  const { change, urlWith } = await buildRoleWithPassword(world, 'old')
  const { folder, config } = useFolder({ DATABASE_URL: urlWith('new'), DATABASE_URL_PREVIOUS: urlWith('old') })
  expect(await backUp(config)).toMatchObject({ exit_code: 0, error: '' })
  await change('new')
  // Backups are named by their time.
  world.clock.advance(1)
  expect(await backUp(config)).toMatchObject({ exit_code: 0, error: '' })
  expect(backupsIn(folder)).toHaveLength(2)

  const empty = new URL(await createEmpty()).pathname
  const into = (password: string) => urlWith(password).replace(/\/[^/]+$/, empty)
  const restored = { ...config, DATABASE_URL: into('next'), DATABASE_URL_PREVIOUS: into('new') }
  expect(await restoreBackup(restored)).toMatchObject({ migrated: [], erased: 0 })
  await expect(restoreBackup({ ...restored, DATABASE_URL_PREVIOUS: into('old') })).rejects.toThrow('password')
  expect(await finishRecovery(restored)).toMatchObject({ migrated: [], erased: 0 })
})

test.runIf(isInTurn('a backup of an embedded database', 4))(
  'the embedded database is backed up while a server writes, and comes back consistent',
  { timeout: 400_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parkwell-embedded-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const DATA_DIR = join(folder, 'data')
    const server = await startServerProcess('', { DATA_DIR, BACKUP_RECIPIENTS: recipient })
    let isOver = false
    let paid = 0
    const write = async () => {
      while (!isOver) {
        await buildDriver(server.address, { country_code: 'NG', language: 'en', top_up: 5_000 })
        paid += 1
      }
    }
    // One driver after the other: the embedded engine has one connection, and passwords take what the backup needs.
    const writing = write()
    await expect.poll(() => paid).toBeGreaterThan(0)
    const before = paid
    const readAge = async () =>
      /^parkwell_backup_age_seconds (.+)$/m.exec(await (await fetch(`${server.address}/metrics`)).text())?.[1]
    // A figure that a busy server does not read in time is left out.
    await expect.poll(readAge).toBe('+Inf')
    const made = await runCommand('backup', [], { DATA_DIR })
    const during = paid - before
    isOver = true
    await writing
    await expect.poll(async () => Number(await readAge())).toBeLessThan(3_600)
    expect(made).toMatchObject({ exit_code: 0, error: '' })
    expect(made.output).toMatch(/parkwell-.*\.tar\.gz\.age: .* MB in/)
    expect(existsSync(join(DATA_DIR, 'database.copy'))).toBe(false)
    const backups = join(DATA_DIR, 'backups')
    const restore = async (environment: Record<string, string>) => {
      const printed: string[] = []
      vi.spyOn(console, 'info').mockImplementation((line: string) => void printed.push(line))
      vi.spyOn(console, 'error').mockImplementation((line: string) => void printed.push(line))
      const exit_code = await restoreFromTerminal([], {
        BACKUP_DIR: backups,
        BACKUP_IDENTITY: identity,
        ...environment,
      })
      vi.restoreAllMocks()
      return { exit_code, printed: printed.join('\n') }
    }
    expect(await restore({ DATA_DIR })).toMatchObject({
      exit_code: 1,
      printed: expect.stringContaining('is in use by'),
    })
    await server.kill()
    expect(await restore({ DATA_DIR })).toMatchObject({
      exit_code: 1,
      printed: expect.stringContaining('Move it away'),
    })
    const elsewhere = join(folder, 'restored')
    const unreadable = await restore({ DATA_DIR: elsewhere, BACKUP_IDENTITY: await generateIdentity() })
    expect(unreadable).toMatchObject({ exit_code: 1, printed: expect.stringContaining('cannot be read') })
    mkdirSync(elsewhere, { recursive: true })
    writeFileSync(join(elsewhere, 'parks.snapshot'), 'as it was later')
    expect(await restore({ DATA_DIR: elsewhere })).toMatchObject({ exit_code: 0 })
    expect(readdirSync(elsewhere)).toEqual(['database'])
    const checked = await runCommand('ledger:check', [], { DATA_DIR: elsewhere })
    expect(checked).toMatchObject({ exit_code: 0, output: expect.stringContaining('The ledger is consistent') })
    const database = await openEmbedded(join(elsewhere, 'database'))
    const { rows } = await sql<{ paid: number }>`
      select count(*)::int as paid from ledger_transfers where kind = 'top_up'`.execute(database.db)
    expect(rows[0]!.paid).toBeGreaterThanOrEqual(before)
    expect(rows[0]!.paid).toBeLessThanOrEqual(before + during + 1)
    await database.close()

    const unencrypted = await runCommand('backup', [], { DATA_DIR: elsewhere })
    expect(unencrypted).toMatchObject({ exit_code: 0, output: expect.stringContaining('it is not encrypted') })
    const own = join(elsewhere, 'backups')
    const file = readdirSync(own).find((name) => name.endsWith('.tar.gz'))!
    expect(execFileSync('tar', ['-tzf', join(own, file)]).toString()).toContain('./PG_VERSION\n')
    await expect(restoreBackup(useFolder({ BACKUP_DIR: own }).config)).rejects.toThrow('is of the embedded database')
  },
)

import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Config } from '#server/config.ts'
import { openServer } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { ageOfLastBackup } from '#server/database/last-backup.ts'
import { repeatErasure } from '#server/features/privacy/commands.ts'
import { checkLedger } from '#server/features/wallet/ledger/ledger-check.ts'
import { buildPaidBooking } from '#test/kits/bookings-kit.ts'
import { databaseUrlOf } from '#test/kits/server-process.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { runCommand } from '../run.ts'
import { backupCommand } from './backup.ts'
import { drillFromTerminal, restoreFromTerminal } from './restore-command.ts'
import { restoreBackup } from './restore.ts'

const hasTools = (() => {
  try {
    execFileSync('pg_dump', ['--version'])
    return true
  } catch {
    return false
  }
})()
const key = 'ab'.repeat(32)
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
    config: { ...world.deps.config, DATABASE_URL: url, BACKUP_DIR: folder, BACKUP_KEY: key, ...more },
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
const backupsIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.backup'))

test.runIf(hasTools)('a backup comes back whole, without those who were erased since', async () => {
  const { folder, config } = useFolder()
  const [leaving, staying] = await Promise.all([
    world.newDriver({ balance_minor: 5_000n }),
    world.newDriver({ balance_minor: 5_000n }),
  ])
  const emailOf = async (id: string, { db } = world) =>
    (await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email
  const email = await emailOf(leaving.user_id)
  await buildPaidBooking(world, leaving, await world.newPark())
  // As after a restore: the counter of a new cluster begins far behind.
  await sql`update bookings set listed_xid = listed_xid + 1000000`.execute(world.db)
  await sql`insert into park_changes (what, xid) values ('parks', pg_current_xact_id()::text::bigint + 1000000)`.execute(
    world.db,
  )

  expect(await ageOfLastBackup(world.db)).toBe(Infinity)
  const made = await backUp(config)
  expect(made).toMatchObject({ exit_code: 0, error: '' })
  expect(made.output).toContain('BACKUP_COPY_COMMAND is not set')
  expect(await ageOfLastBackup(world.db)).not.toBe(Infinity)
  const [file] = backupsIn(folder)
  const bytes = readFileSync(join(folder, file!))
  expect(bytes.subarray(0, 9).toString()).toBe('PWBACKUP1')
  expect(bytes.includes('PGDMP')).toBe(false)

  const erased_at = new Date(world.clock.now)
  await world.db.transaction().execute((tx) => repeatErasure(tx, { id: leaving.user_id, erased_at }))
  expect((await backUp(config, ['--erasures'])).exit_code).toBe(0)
  expect(backupsIn(folder)).toEqual([file])

  const restoredUrl = await createEmpty()
  const restored = await restoreBackup({ ...config, DATABASE_URL: restoredUrl })
  expect(restored).toMatchObject({ manifest: { file }, migrated: [], erased: 1, mended: 2 })
  const database = await openServer(restoredUrl, 2)
  onTestFinished(() => database.close())
  const there = { ...world, db: database.db }
  expect(await checkLedger(database.db)).toEqual([])
  expect(await emailOf(staying.user_id, there)).toBe(await emailOf(staying.user_id))
  expect(await emailOf(leaving.user_id, there)).not.toBe(email)
  const { rows } = await sql<{ ahead: number }>`
    select count(*)::int as ahead from bookings where listed_xid > pg_current_xact_id()::text::bigint`.execute(
    database.db,
  )
  expect(rows).toEqual([{ ahead: 0 }])
  await expect(restoreBackup({ ...config, DATABASE_URL: restoredUrl })).rejects.toThrow('Restore into an empty one')
})

test.runIf(hasTools)(
  'a backup that was changed, or whose key is another, is refused with nothing restored',
  async () => {
    const { folder, config } = useFolder()
    const target = { ...config, DATABASE_URL: await createEmpty() }
    await expect(restoreBackup(target)).rejects.toThrow('There is no backup')
    await backUp(config)
    const [file] = backupsIn(folder)
    const wrongKey = restoreBackup({ ...target, BACKUP_KEY: 'cd'.repeat(32) })
    await expect(wrongKey).rejects.toThrow('The backup cannot be read')
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
  const driver = await world.newDriver({ balance_minor: 5_000n })
  world.clock.now = new Date(world.clock.now.getTime() + 60_000)
  await backUp(config)
  world.clock.now = new Date(world.clock.now.getTime() + 60_000)
  await buildPaidBooking(world, driver, await world.newPark())
  const printed: string[] = []
  vi.spyOn(console, 'info').mockImplementation((line: string) => void printed.push(line))
  const environment = { DATABASE_URL: url, BACKUP_DIR: folder, BACKUP_KEY: key, SIMULATORS: 'off' }
  const databases = async () =>
    (await sql`select datname from pg_database where datname like 'parkwell_drill%' order by 1`.execute(world.db)).rows
  expect(await drillFromTerminal(environment)).toBe(0)
  expect(printed.join('\n')).toMatch(/The ledger is consistent: [^]*which is 1 bookings and 1 transfers now\.\nTook \d/)
  expect(await databases()).toEqual([])

  expect(await restoreFromTerminal([], { ...environment, DATABASE_URL: await createEmpty() })).toBe(0)
  expect(printed.at(-1)).toContain('Next: npm run ledger:check, and npm run reconcile -- --from')
})

test('says what is missing', async () => {
  const answer = (environment: Record<string, string>, words: string[] = []) => runCommand('backup', words, environment)
  expect((await answer({ DATABASE_URL: url })).error).toBe('BACKUP_DIR and BACKUP_KEY must be set.')
  expect((await answer({ DATABASE_URL: url }, ['--all'])).error).toContain('Usage: npm run backup')
  const wrong = { DATABASE_URL: url, BACKUP_DIR: 'backups', BACKUP_KEY: 'short' }
  expect((await answer(wrong)).error).toContain('BACKUP_KEY: must be 64 hexadecimal digits')
})

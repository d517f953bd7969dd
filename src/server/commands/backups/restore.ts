import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Config } from '#server/config.ts'
import { openEmbedded, type Database } from '#server/database/connect.ts'
import { acquireLock } from '#server/database/lock.ts'
import { compareSchema, describeSchema, migrate } from '#server/database/migrate.ts'
import { chooseAddress, openForCommands } from '#server/database/open.ts'
import { transact } from '#server/database/transact.ts'
import { repeatErasure } from '#server/features/privacy/commands.ts'
import { CommandError } from '../command.ts'
import { decrypt } from './encryption.ts'
import {
  engineOf,
  hashFile,
  isEncrypted,
  listBackups,
  readErased,
  readManifest,
  requireFolder,
  type ErasedAccounts,
  type Manifest,
} from './files.ts'
import { endOf, startTar, startTool } from './programs.ts'

export interface Restored {
  manifest: Manifest
  /** Migrations of this release that the backup did not have. */
  migrated: string[]
  /** How many accounts were erased again. */
  erased: number
}

/**
 * Restores a backup, by default the newest of BACKUP_DIR, into the empty database of DATABASE_URL, or of DATA_DIR without it:
 * checks it, migrates it to this release, erases again who was erased since, and mends what depends on the cluster. Throws
 * CommandError, UnreadableBackup and DatabaseInUse.
 */
export async function restoreBackup(config: Config, path?: string): Promise<Restored> {
  const folder = path === undefined ? requireFolder(config) : dirname(path)
  const manifest = path === undefined ? listBackups(folder)[0] : readManifest(folder, basename(path))
  if (manifest === undefined) throw new CommandError(`There is no backup in ${folder}.`)
  if (manifest.engine !== engineOf(config))
    throw new CommandError(
      manifest.engine === 'server'
        ? `${manifest.file} is of a PostgreSQL server: set DATABASE_URL to an empty database.`
        : `${manifest.file} is of the embedded database: leave DATABASE_URL unset, and set DATA_DIR.`,
    )
  const identities = config.BACKUP_IDENTITY
  if (isEncrypted(manifest.file) && identities === undefined)
    throw new CommandError('BACKUP_IDENTITY must be set to the secret key, or BACKUP_IDENTITY_FILE to its file.')
  const file = join(folder, manifest.file)
  if ((await hashFile(file)) !== manifest.sha256)
    throw new CommandError(`${file} is not what was written: its checksum differs.`)
  const read = (into: ChildProcess, ...steps: NodeJS.ReadWriteStream[]) =>
    pass(createReadStream(file), isEncrypted(file) ? identities : undefined, steps, into)
  const erased = readErased(folder)
  return manifest.engine === 'server'
    ? { manifest, ...(await restoreServer(config, read, erased)) }
    : { manifest, ...(await restoreEmbedded(config, read, erased)) }
}

type Read = (into: ChildProcess, ...steps: NodeJS.ReadWriteStream[]) => Promise<void>

async function restoreServer(config: Config, read: Read, erased: ErasedAccounts): Promise<Omit<Restored, 'manifest'>> {
  const chosen = await chooseAddress(config)
  const database = await openForCommands(chosen)
  try {
    await requireEmpty(database)
    const words = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction']
    await read(startTool('pg_restore', chosen.DATABASE_URL!, words))
    return await finish(database, erased)
  } finally {
    await database.close()
  }
}

/**
 * After a recovery by other means: brings the database of DATABASE_URL to this release and erases again who was erased since,
 * by the list of BACKUP_DIR. Throws CommandError.
 */
export async function finishRecovery(config: Config): Promise<Omit<Restored, 'manifest'>> {
  if (config.DATABASE_URL === undefined) throw new CommandError('DATABASE_URL must be set.')
  const database = await openForCommands(config)
  try {
    return await finish(database, readErased(requireFolder(config)))
  } finally {
    await database.close()
  }
}

/** The database takes its place when it is finished. */
async function restoreEmbedded(
  { data_dir }: Config,
  read: Read,
  erased: ErasedAccounts,
): Promise<Omit<Restored, 'manifest'>> {
  const release = acquireLock(data_dir)
  const place = join(data_dir, 'database')
  const part = `${place}.part`
  try {
    if (existsSync(place))
      throw new CommandError(
        `${place} is there. Move it away, or set DATA_DIR to a new folder: nothing is overwritten.`,
      )
    rmSync(part, { recursive: true, force: true })
    mkdirSync(part, { recursive: true, mode: 0o700 })
    await read(startTar('extract', part), createGunzip())
    const database = await openEmbedded(part)
    const restored = await finish(database, erased).finally(() => database.close())
    // The search index as it was later.
    rmSync(join(data_dir, 'parks.snapshot'), { force: true })
    renameSync(part, place)
    return restored
  } finally {
    rmSync(part, { recursive: true, force: true })
    release()
  }
}

async function finish(database: Database, erasedSince: ErasedAccounts): Promise<Omit<Restored, 'manifest'>> {
  const state = await compareSchema(database)
  if (state.unknown.length > 0 || state.lost.length > 0) throw new CommandError(describeSchema(state)!)
  const migrated = await migrate(database)
  await beginEpoch(database)
  let erased = 0
  for (const { id, erased_at } of erasedSince) {
    const account = { id, erased_at: new Date(erased_at) }
    if (await transact(database.db, (tx) => repeatErasure(tx, account))) erased += 1
  }
  return { migrated, erased }
}

async function requireEmpty({ db }: Database): Promise<void> {
  const { rows } = await sql<{ tables: number }>`
    select count(*)::int as tables from pg_tables where schemaname = current_schema()`.execute(db)
  if (rows[0]!.tables > 0)
    throw new CommandError(
      'The database of DATABASE_URL has tables. Restore into an empty one: nothing is overwritten.',
    )
}

/** Passes a backup on to a program, decrypted where there are keys. */
async function pass(
  source: Readable,
  identities: readonly string[] | undefined,
  steps: NodeJS.ReadWriteStream[],
  into: ChildProcess,
): Promise<void> {
  const plain = identities === undefined ? source : Readable.from(decrypt(source, identities))
  const reading = pipeline([plain, ...steps, into.stdin!])
  // What the program says explains a broken pipe; a wrong key is explained by the pipe.
  const [ended, read] = await Promise.allSettled([endOf(into), reading])
  if (read.status === 'rejected' && (read.reason as NodeJS.ErrnoException).code !== 'EPIPE') throw read.reason
  if (ended.status === 'rejected') throw ended.reason
}

/**
 * Begins another epoch: a position from before a restore may lie ahead of what was restored. Servers then load the whole
 * search index again, and guards' phones their whole list.
 */
async function beginEpoch({ db }: Database): Promise<void> {
  await sql`update change_feeds set epoch = ${randomUUID()}::uuid`.execute(db)
}

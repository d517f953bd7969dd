import { createReadStream } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { Config } from '#server/config.ts'
import { openServer, type Database } from '#server/database/connect.ts'
import { compareSchema, describeSchema, migrate } from '#server/database/migrate.ts'
import { transact } from '#server/database/transact.ts'
import { repeatErasure } from '#server/features/privacy/commands.ts'
import { CommandError } from '../command.ts'
import { decrypt } from './encryption.ts'
import { hashFile, listBackups, readErased, readManifest, requireBackups, type Manifest } from './files.ts'
import { endOf, startTool } from './postgres-tools.ts'

export interface Restored {
  manifest: Manifest
  /** Migrations of this release that the backup did not have. */
  migrated: string[]
  /** How many accounts were erased again. */
  erased: number
  /** Rows whose transaction was ahead of the new cluster's counter. */
  mended: number
}

/**
 * Restores a backup, by default the newest of BACKUP_DIR, into the empty database of DATABASE_URL: checks it, migrates it to
 * this release, erases again who was erased since, and mends what depends on the cluster. Throws CommandError.
 */
export async function restoreBackup(config: Config, path?: string): Promise<Restored> {
  const { url, folder: own, key } = requireBackups(config)
  const folder = path === undefined ? own : dirname(path)
  const manifest = path === undefined ? listBackups(own)[0] : readManifest(folder, basename(path))
  if (manifest === undefined) throw new CommandError(`There is no backup in ${own}.`)
  const file = join(folder, manifest.file)
  if ((await hashFile(file)) !== manifest.sha256)
    throw new CommandError(`${file} is not what was written: its checksum differs.`)
  const database = await openServer(url, 2, { owns_connections: config.DATABASE_PREPARED })
  try {
    await requireEmpty(database)
    await readInto(url, file, key)
    const { unknown } = await compareSchema(database)
    if (unknown.length > 0) throw new CommandError(describeSchema({ applied: [], missing: [], unknown })!)
    const migrated = await migrate(database)
    const mended = await mendTransactions(database)
    let erased = 0
    for (const { id, erased_at } of readErased(folder)) {
      const account = { id, erased_at: new Date(erased_at) }
      if (await transact(database.db, (tx) => repeatErasure(tx, account))) erased += 1
    }
    return { manifest, migrated, erased, mended }
  } finally {
    await database.close()
  }
}

async function requireEmpty({ db }: Database): Promise<void> {
  const { rows } = await sql<{ tables: number }>`
    select count(*)::int as tables from pg_tables where schemaname = current_schema()`.execute(db)
  if (rows[0]!.tables > 0)
    throw new CommandError(
      'The database of DATABASE_URL has tables. Restore into an empty one: nothing is overwritten.',
    )
}

async function readInto(url: string, file: string, key: Buffer): Promise<void> {
  const words = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction']
  const child = startTool('pg_restore', url, words)
  const reading = pipeline(createReadStream(file), (source) => decrypt(source, key), child.stdin!)
  // What pg_restore says explains a broken pipe; a wrong key is explained by the pipe.
  const [ended, read] = await Promise.allSettled([endOf(child), reading])
  if (read.status === 'rejected' && (read.reason as NodeJS.ErrnoException).code !== 'EPIPE') throw read.reason
  if (ended.status === 'rejected') throw ended.reason
}

/**
 * A new cluster counts its transactions from its own beginning. Rows that name one ahead of it would be taken for new ever
 * again: bookings are listed as of now, and changes of car parks go, since every server loads its index anew.
 */
async function mendTransactions({ db }: Database): Promise<number> {
  const ahead = sql`pg_current_xact_id()::text::bigint`
  const bookings = await sql`update bookings set listed_xid = ${ahead} where listed_xid > ${ahead}`.execute(db)
  const changes = await sql`delete from park_changes where xid > ${ahead}`.execute(db)
  return Number((bookings.numAffectedRows ?? 0n) + (changes.numAffectedRows ?? 0n))
}

import { execFileSync } from 'node:child_process'
import { createWriteStream, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { day_ms } from '#contract/time.ts'
import type { Db } from '#server/database/connect.ts'
import { noteBackup } from '#server/database/last-backup.ts'
import { version } from '#server/version.ts'
import { CommandError, type Command } from '../command.ts'
import { encrypt } from './encryption.ts'
import { addErased, hashFile, listBackups, nameBackup, requireBackups, writeManifest, type Manifest } from './files.ts'
import { endOf, startTool } from './postgres-tools.ts'

const usage = 'Usage: npm run backup [-- --erasures]'

/**
 * `npm run backup`: an encrypted dump of the PostgreSQL database in BACKUP_DIR, with its checksum, copied by
 * BACKUP_COPY_COMMAND; those older than BACKUP_KEEP_DAYS go. With `--erasures` only the list of erased accounts, which a
 * restore applies again: more often than backups, since what was erased after one comes back with it.
 */
export const backupCommand: Command = {
  readWords: (words) => {
    if (words.some((word) => word !== '--erasures') || words.length > 1) throw new CommandError(usage)
    return undefined
  },
  run: async ({ db, config, clock }, words) => {
    const { url, folder, key } = requireBackups(config)
    const { BACKUP_COPY_COMMAND: copying, BACKUP_KEEP_DAYS: keep_days } = config
    const copy = (path: string) => {
      if (copying !== undefined) copyAway(copying, path)
    }
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const started_at = clock()
    const erasedPath = addErased(folder, await listErased(db))
    copy(erasedPath)
    if (words.length > 0) return { exit_code: 0, output: `The list of erased accounts is in ${erasedPath}.`, error: '' }
    const manifest = await dump(url, { folder, key, started_at })
    copy(join(folder, manifest.file))
    copy(writeManifest(folder, manifest))
    const { file, bytes, finished_at } = manifest
    await noteBackup(db, { file, bytes, started_at: manifest.started_at, finished_at })
    const removed = removeOld(folder, new Date(started_at.getTime() - keep_days * day_ms))
    const seconds = ((Date.parse(finished_at) - started_at.getTime()) / 1_000).toFixed(1)
    const output = [
      `${join(folder, file)}: ${(bytes / 1_000_000).toFixed(1)} MB in ${seconds} s`,
      copying === undefined ? 'BACKUP_COPY_COMMAND is not set: there is no copy off this machine.' : 'Copied.',
      ...removed.map((name) => `Deleted ${name}`),
    ]
    return { exit_code: 0, output: output.join('\n'), error: '' }
  },
}

/** Accounts that are erased in the database. */
async function listErased(db: Db) {
  const rows = await db.selectFrom('users').select(['id', 'erased_at']).where('erased_at', 'is not', null).execute()
  return rows.map(({ id, erased_at }) => ({ id, erased_at: erased_at!.toISOString() }))
}

async function dump(
  url: string,
  { folder, key, started_at }: { folder: string; key: Buffer; started_at: Date },
): Promise<Manifest> {
  const file = nameBackup(started_at)
  const path = join(folder, file)
  const part = `${path}.part`
  const child = startTool('pg_dump', url, ['--format=custom', '--no-owner', '--no-privileges'])
  try {
    await Promise.all([
      endOf(child),
      pipeline(
        child.stdout!,
        (source: AsyncIterable<Buffer>) => encrypt(source, key),
        createWriteStream(part, { mode: 0o600 }),
      ),
    ])
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
  const sha256 = await hashFile(part)
  renameSync(part, path)
  return {
    file,
    version,
    started_at: started_at.toISOString(),
    finished_at: new Date().toISOString(),
    bytes: statSync(path).size,
    sha256,
  }
}

/** Throws CommandError where the command fails: the backup is then not counted as a good one. */
function copyAway(command: string, path: string): void {
  try {
    execFileSync('sh', ['-c', command, 'sh', path], { stdio: ['ignore', 'ignore', 'pipe'] })
  } catch (error) {
    const { status, stderr } = error as { status: number | null; stderr: Buffer }
    throw new CommandError(`BACKUP_COPY_COMMAND ended with ${status} for ${path}: ${stderr.toString().trim()}`)
  }
}

/** Deletes the backups that began before; the newest stays. Returns their names. */
function removeOld(folder: string, before: Date): string[] {
  const old = listBackups(folder)
    .slice(1)
    .filter(({ started_at }) => Date.parse(started_at) < before.getTime())
    .map(({ file }) => file)
  for (const file of old) for (const name of [file, `${file}.json`]) rmSync(join(folder, name))
  return old
}

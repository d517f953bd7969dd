import { execFile } from 'node:child_process'
import { createWriteStream, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGzip } from 'node:zlib'
import { day_ms } from '#contract/time.ts'
import type { Db } from '#server/database/connect.ts'
import { noteBackup } from '#server/database/last-backup.ts'
import { chooseAddress } from '#server/database/open.ts'
import type { Deps } from '#server/deps.ts'
import { version } from '#server/version.ts'
import { CommandError, type Command } from '../command.ts'
import { encrypt, type Bytes } from './encryption.ts'
import {
  addErased,
  engineOf,
  hashFile,
  listBackups,
  nameBackup,
  requireFolder,
  requireRecipients,
  writeManifest,
  type Manifest,
} from './files.ts'
import { endOf, startTar, startTool } from './programs.ts'

const usage = 'Usage: npm run backup [-- --erasures]'

/**
 * `npm run backup`: an encrypted copy of the database in BACKUP_DIR, with its checksum, copied by BACKUP_COPY_COMMAND; those
 * older than BACKUP_KEEP_DAYS go. With `--erasures` only the list of erased accounts, which a restore applies again. It
 * has to be newer than the backup, which brings back what was erased after it.
 */
export const backupCommand: Command = {
  readWords: (words) => {
    if (words.some((word) => word !== '--erasures') || words.length > 1) throw new CommandError(usage)
    return undefined
  },
  runs_alone: true,
  run: async (deps, words) => {
    const { db, config, clock } = deps
    const folder = requireFolder(config)
    const recipients = requireRecipients(config)
    const { BACKUP_COPY_COMMAND: copying, BACKUP_KEEP_DAYS: keep_days } = config
    const copy = async (path: string) => {
      if (copying !== undefined) await copyAway(copying, path)
    }
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const started_at = clock()
    const erasedPath = addErased(folder, await listErased(db))
    await copy(erasedPath)
    if (words.length > 0) return { exit_code: 0, output: `The list of erased accounts is in ${erasedPath}.`, error: '' }
    const manifest = await write(deps, { folder, recipients, started_at })
    await copy(join(folder, manifest.file))
    await copy(writeManifest(folder, manifest))
    const { file, bytes, finished_at } = manifest
    await noteBackup(db, { file, bytes, started_at: manifest.started_at, finished_at })
    const removed = removeOld(folder, new Date(started_at.getTime() - keep_days * day_ms))
    const seconds = ((Date.parse(finished_at) - started_at.getTime()) / 1_000).toFixed(1)
    const output = [
      `${join(folder, file)}: ${(bytes / 1_000_000).toFixed(1)} MB in ${seconds} s`,
      recipients === undefined
        ? 'BACKUP_RECIPIENTS is not set: it is not encrypted.'
        : `Encrypted for ${recipients.join(', ')}.`,
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

interface Target {
  folder: string
  recipients: readonly string[] | undefined
  started_at: Date
}

/** Writes a backup that is whole or not there. */
async function write(deps: Deps, { folder, recipients, started_at }: Target): Promise<Manifest> {
  const engine = engineOf(deps.config)
  const file = nameBackup(started_at, engine, recipients !== undefined)
  const path = join(folder, file)
  const part = `${path}.part`
  const store = async (source: AsyncIterable<Bytes>) =>
    pipeline(recipients === undefined ? source : encrypt(source, recipients), createWriteStream(part, { mode: 0o600 }))
  try {
    if (engine === 'server') {
      const { DATABASE_URL: url } = await chooseAddress(deps.config)
      const child = startTool('pg_dump', url!, ['--format=custom', '--no-owner', '--no-privileges'])
      await Promise.all([endOf(child), store(child.stdout!)])
    } else await packEmbedded(deps, store)
    const sha256 = await hashFile(part)
    renameSync(part, path)
    return {
      file,
      version,
      engine,
      started_at: started_at.toISOString(),
      finished_at: new Date().toISOString(),
      bytes: statSync(path).size,
      sha256,
    }
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

/** The database stands still only while its files are copied beside themselves, not while they are packed. */
async function packEmbedded(
  { copyFiles, config }: Deps,
  store: (source: AsyncIterable<Bytes>) => Promise<void>,
): Promise<void> {
  if (copyFiles === undefined) throw new CommandError('A database in memory has no files to back up.')
  const copied = join(config.data_dir, 'database.copy')
  try {
    rmSync(copied, { recursive: true, force: true })
    await copyFiles(copied)
    const child = startTar('create', copied)
    await Promise.all([endOf(child), store(child.stdout!.pipe(createGzip()))])
  } finally {
    rmSync(copied, { recursive: true, force: true })
  }
}

/** Throws CommandError where the command fails: the backup is then not counted as a good one. */
async function copyAway(command: string, path: string): Promise<void> {
  try {
    await promisify(execFile)('sh', ['-c', command, 'sh', path])
  } catch (error) {
    const { code, stderr } = error as { code: number | string; stderr: string }
    throw new CommandError(`BACKUP_COPY_COMMAND ended with ${code} for ${path}: ${stderr.trim()}`)
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

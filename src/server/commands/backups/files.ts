import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import type { Config } from '#server/config.ts'
import { CommandError } from '../command.ts'

/** What stands beside each backup, as `NAME.json`; times in RFC 3339. */
const Manifest = z.object({
  file: z.string(),
  /** The release that made it. */
  version: z.string(),
  engine: z.enum(['embedded', 'server']),
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime(),
  bytes: z.number(),
  sha256: z.string(),
})
export type Manifest = z.infer<typeof Manifest>

/** Accounts that were erased, with the time: ids alone, which name nobody. */
const ErasedAccounts = z.array(z.object({ id: z.uuid(), erased_at: z.iso.datetime() }))
export type ErasedAccounts = z.infer<typeof ErasedAccounts>

const beginning = 'parkwell-'
/** What is within a backup: a dump for pg_restore, or the folder of the embedded database. */
const endings = { server: '.dump', embedded: '.tar.gz' }
const encrypted = '.age'
const erasedFile = 'erased-accounts.json'

export const engineOf = ({ DATABASE_URL }: Config): Manifest['engine'] =>
  DATABASE_URL === undefined ? 'embedded' : 'server'

/** The folder of backups; that of an embedded database needs no setting. Throws CommandError. */
export function requireFolder({ BACKUP_DIR, DATABASE_URL, data_dir }: Config): string {
  if (BACKUP_DIR !== undefined) return resolve(BACKUP_DIR)
  if (DATABASE_URL !== undefined) throw new CommandError('BACKUP_DIR must be set.')
  return join(data_dir, 'backups')
}

/** The public keys for which backups are encrypted; undefined where those of an embedded database are not. */
export function requireRecipients({ BACKUP_RECIPIENTS, DATABASE_URL }: Config): readonly string[] | undefined {
  if (BACKUP_RECIPIENTS !== undefined || DATABASE_URL === undefined) return BACKUP_RECIPIENTS
  throw new CommandError('BACKUP_RECIPIENTS must be set to a public key, as `age-keygen` makes it.')
}

export const isEncrypted = (file: string): boolean => file.endsWith(encrypted)

/** Writes a file that is whole or not there. */
function writeWhole(path: string, text: string): void {
  writeFileSync(`${path}.part`, text, { mode: 0o600 })
  renameSync(`${path}.part`, path)
}

/** The name of a backup that begins at this time. */
export const nameBackup = (started_at: Date, engine: Manifest['engine'], hasRecipients: boolean): string =>
  `${beginning}${started_at.toISOString().replaceAll(/[:.]/g, '-')}${endings[engine]}${hasRecipients ? encrypted : ''}`

/** Writes what is known of a backup beside it. Returns the path. */
export function writeManifest(folder: string, manifest: Manifest): string {
  const path = join(folder, `${manifest.file}.json`)
  writeWhole(path, `${JSON.stringify(manifest, undefined, 2)}\n`)
  return path
}

/** Throws CommandError where there is no backup of this name. */
export function readManifest(folder: string, file: string): Manifest {
  const path = join(folder, `${file}.json`)
  if (!existsSync(path)) throw new CommandError(`There is no backup ${file} in ${folder}.`)
  return Manifest.parse(JSON.parse(readFileSync(path, 'utf8')))
}

/** The complete backups of a folder, the newest first. */
export const listBackups = (folder: string): Manifest[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => name.startsWith(beginning) && name.endsWith('.json'))
    .map((name) => readManifest(folder, name.replace(/\.json$/, '')))
    .toSorted((a, b) => b.started_at.localeCompare(a.started_at))

export const readErased = (folder: string): ErasedAccounts => {
  const path = join(folder, erasedFile)
  return existsSync(path) ? ErasedAccounts.parse(JSON.parse(readFileSync(path, 'utf8'))) : []
}

/** Adds to the erased accounts of the folder; none is ever taken away. Returns the path. */
export function addErased(folder: string, erased: ErasedAccounts): string {
  const all = new Map([...erased, ...readErased(folder)].map((account) => [account.id, account]))
  const path = join(folder, erasedFile)
  writeWhole(path, `${JSON.stringify([...all.values()], undefined, 1)}\n`)
  return path
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const data of createReadStream(path)) hash.update(data as Buffer)
  return hash.digest('hex')
}

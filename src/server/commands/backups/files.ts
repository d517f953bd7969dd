import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { Config } from '#server/config.ts'
import { CommandError } from '../command.ts'

/** What stands beside each backup, as `NAME.json`; times in RFC 3339. */
const Manifest = z.object({
  file: z.string(),
  /** The release that made it. */
  version: z.string(),
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime(),
  bytes: z.number(),
  sha256: z.string(),
})
export type Manifest = z.infer<typeof Manifest>

/** Accounts that were erased, with the time: ids alone, which name nobody. */
const ErasedAccounts = z.array(z.object({ id: z.uuid(), erased_at: z.iso.datetime() }))
export type ErasedAccounts = z.infer<typeof ErasedAccounts>

const ending = '.backup'
const erasedFile = 'erased-accounts.json'

/** The settings without which there are no backups. Throws CommandError. */
export function requireBackups(config: Config): { url: string; folder: string; key: Buffer } {
  const { DATABASE_URL: url, BACKUP_DIR: folder, BACKUP_KEY: key } = config
  if (url === undefined)
    throw new CommandError('The embedded database is backed up by hand: stop the server and copy DATA_DIR/database.')
  if (folder === undefined || key === undefined) throw new CommandError('BACKUP_DIR and BACKUP_KEY must be set.')
  return { url, folder, key: Buffer.from(key, 'hex') }
}

/** Writes a file that is whole or not there. */
function writeWhole(path: string, text: string): void {
  writeFileSync(`${path}.part`, text, { mode: 0o600 })
  renameSync(`${path}.part`, path)
}

/** The name of a backup that begins at this time. */
export const nameBackup = (started_at: Date): string =>
  `parkwell-${started_at.toISOString().replaceAll(/[:.]/g, '-')}${ending}`

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
    .filter((name) => name.endsWith(`${ending}.json`))
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

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export class InUse extends Error {}

const fileOf = (data_dir: string) => join(data_dir, 'server.lock')

/** The process that has the embedded database of this folder open, if it still lives. */
function holderOf(data_dir: string): number | undefined {
  try {
    const pid = Number(readFileSync(fileOf(data_dir), 'utf8'))
    if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return undefined
    process.kill(pid, 0)
    return pid
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM' ? -1 : undefined
  }
}

/** Throws InUse, with a sentence for the terminal, when another process has this folder's embedded database open. */
export function assertFree(data_dir: string): void {
  const holder = holderOf(data_dir)
  if (holder === undefined) return
  throw new InUse(
    `The embedded database in ${data_dir} is in use by a running server (process ${holder}). ` +
      'Only one process can open it. Stop that server first, or set DATABASE_URL to use a PostgreSQL server for both.',
  )
}

/** Takes the folder for this process; the returned function gives it back. */
export function takeLock(data_dir: string): () => void {
  assertFree(data_dir)
  mkdirSync(data_dir, { recursive: true })
  writeFileSync(fileOf(data_dir), String(process.pid))
  return () => rmSync(fileOf(data_dir), { force: true })
}

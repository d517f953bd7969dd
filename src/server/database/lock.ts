import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export class DatabaseInUse extends Error {}

const lockFileOf = (data_dir: string) => join(data_dir, 'server.lock')

/** The process that has the embedded database in `data_dir` open, if it is still running; -1 for another user’s process. */
function findLockHolder(data_dir: string): number | undefined {
  try {
    const pid = Number(readFileSync(lockFileOf(data_dir), 'utf8'))
    if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return undefined
    process.kill(pid, 0)
    return pid
  } catch (error) {
    // EPERM: the process is running and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM' ? -1 : undefined
  }
}

/** Throws DatabaseInUse, with a message for the terminal, when another process has the embedded database open. */
export function assertUnlocked(data_dir: string): void {
  const holder = findLockHolder(data_dir)
  if (holder === undefined) return
  throw new DatabaseInUse(
    `The embedded database in ${data_dir} is in use by a running server (process ${holder}). ` +
      'Only one process can open it. Stop that server first, or set DATABASE_URL to use a PostgreSQL server for both.',
  )
}

/** Locks `data_dir` for this process; the returned function releases the lock. */
export function acquireLock(data_dir: string): () => void {
  assertUnlocked(data_dir)
  mkdirSync(data_dir, { recursive: true })
  writeFileSync(lockFileOf(data_dir), String(process.pid))
  return () => rmSync(lockFileOf(data_dir), { force: true })
}

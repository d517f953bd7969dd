import { createHash } from 'node:crypto'
import { lstatSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import type { CommandResult } from './command.ts'

/* What a command in the terminal and the running server agree on. A request is one line of JSON, then a file's content, if
 * the command reads one, to the end of the stream. The response is one line of JSON. */

export const maxRequest_bytes = 512 * 1024 * 1024

export const CommandRequest = z.object({
  command: z.string(),
  words: z.array(z.string()),
  /** `identifyDatabase` of the command's settings. */
  database: z.string(),
})
export type CommandRequest = z.output<typeof CommandRequest>

export const CommandResponse: z.ZodType<CommandResult> = z.object({
  exit_code: z.literal([0, 1]),
  output: z.string(),
  error: z.string(),
})

/** Tells databases apart without naming them. */
export const identifyDatabase = (url: string | undefined): string =>
  createHash('sha256')
    .update(url ?? 'embedded')
    .digest('hex')

/** Socket paths hold 107 bytes on Linux and 103 on macOS. */
const longest_bytes = 103

/**
 * Where a server answers commands for this data folder, which must exist: in a folder of its own there, or in the folder
 * for temporary files when that path is too long for a socket.
 */
export function findSocketPath(data_dir: string): string {
  const folder = realpathSync(data_dir)
  const path = join(folder, 'commands', 'commands.sock')
  if (Buffer.byteLength(path) <= longest_bytes) return path
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 24)
  return join(tmpdir(), `parkwell-${hash}`, 'commands.sock')
}

/** Whether the socket's folder exists, belongs to one of these users, and nobody else can enter it. */
export function isFolderPrivate(socketPath: string, owners: readonly number[]): boolean {
  const stats = lstatSync(dirname(socketPath), { throwIfNoEntry: false })
  return stats?.isDirectory() === true && (stats.mode & 0o077) === 0 && owners.includes(stats.uid)
}

import { existsSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import type { Config } from '#server/config.ts'
import { CommandError, type CommandResult } from './command.ts'
import { CommandResponse, findSocketPath, identifyDatabase, isFolderPrivate, maxRequest_bytes } from './protocol.ts'

/**
 * Lets the running server of this data folder run a command. Returns undefined when no server answers there. Throws
 * CommandError when it stops before its answer, and when its answer cannot be read.
 */
export async function sendCommand(
  config: Config,
  command: string,
  words: readonly string[],
  file: Buffer,
): Promise<CommandResult | undefined> {
  const { data_dir, DATABASE_URL } = config
  if (!existsSync(data_dir)) return undefined
  const path = findSocketPath(data_dir)
  if (!isFolderPrivate(path, [process.geteuid!(), statSync(data_dir).uid])) return undefined
  const head = JSON.stringify({ command, words, database: identifyDatabase(DATABASE_URL) })
  const request = Buffer.concat([Buffer.from(`${head}\n`), file])
  if (request.length > maxRequest_bytes) throw new CommandError('The file is larger than 512 MB. Split it.')
  const line = await exchange(path, request)
  return line === undefined ? undefined : readResponse(line)
}

/** Sends the request; returns what came back until the end, or undefined when nobody listens. */
const exchange = (path: string, request: Buffer): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let connected = false
    const socket = connect(path, () => {
      connected = true
      socket.end(request)
    })
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (connected) return
      if (error.code === 'EACCES' || error.code === 'EPERM')
        reject(new CommandError('The database belongs to another user of this machine. Run the command as that user.'))
      else resolve(undefined)
    })
    // After an error, too.
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')))
  })

function readResponse(text: string): CommandResult {
  if (!text.endsWith('\n'))
    throw new CommandError(
      'The server stopped before the command was finished. Start the server, then run the command again; it can be repeated.',
    )
  try {
    return CommandResponse.parse(JSON.parse(text))
  } catch {
    throw new CommandError(
      'The running server sent an answer that cannot be read. Restart it, so that both are of the same version.',
    )
  }
}

import { chmodSync, mkdirSync, rmdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { dirname } from 'node:path'
import type { Deps } from '#server/deps.ts'
import { completeCommand, failWith, type Command, type CommandResult } from './command.ts'
import { loadCommands } from './commands.ts'
import { CommandRequest, findSocketPath, identifyDatabase, isFolderPrivate, maxRequest_bytes } from './protocol.ts'

const idle_ms = 30_000

/**
 * Answers commands of other processes through a socket in the data folder, which only the user of this process and root
 * can use. The returned function ends that and waits for running commands. Failures to listen are logged as warnings.
 */
export async function listenForCommands(deps: Deps): Promise<() => Promise<void>> {
  try {
    return await listen(deps)
  } catch (error) {
    deps.log.warn(`Commands such as \`npm run staff\` cannot reach this server: ${formatError(error)}`)
    return async () => undefined
  }
}

async function listen(deps: Deps): Promise<() => Promise<void>> {
  mkdirSync(deps.config.data_dir, { recursive: true })
  const path = findSocketPath(deps.config.data_dir)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // Another user may have created the one in the folder for temporary files.
  if (!isFolderPrivate(path, [process.geteuid!()])) throw new Error(`${dirname(path)} is open to other users`)
  if (await isAnswering(path)) throw new Error('another server with the same DATA_DIR answers them')
  // Of a server that was killed.
  rmSync(path, { force: true })

  const commands = await loadCommands()
  const reading = new Set<Socket>()
  const answering = new Set<Promise<void>>()
  const running = new Set<string>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    // The command in the terminal may end before its answer.
    socket.on('error', () => undefined)
    socket.setTimeout(idle_ms, () => socket.destroy())
    reading.add(socket)
    socket.once('close', () => reading.delete(socket))
    readAll(socket, (request) => {
      reading.delete(socket)
      socket.setTimeout(0)
      const answer = answerRequest(deps, commands, running, request)
        .then((result) => sendResult(socket, result))
        .finally(() => answering.delete(answer))
      answering.add(answer)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  chmodSync(path, 0o600)
  return async () => {
    // Removes the socket’s file, too.
    server.close()
    for (const socket of reading) socket.destroy()
    await Promise.all(answering)
    try {
      rmdirSync(dirname(path))
    } catch {
      // Another server has started with the same folder.
    }
  }
}

const isAnswering = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

/** Calls `use` once the other side has sent everything. */
function readAll(socket: Socket, use: (bytes: Buffer) => void): void {
  const chunks: Buffer[] = []
  let size = 0
  socket.on('data', (chunk) => {
    size += chunk.length
    if (size > maxRequest_bytes) socket.destroy()
    else chunks.push(chunk)
  })
  socket.once('end', () => use(Buffer.concat(chunks)))
}

const sendResult = (socket: Socket, result: CommandResult): Promise<void> =>
  new Promise((resolve) => {
    if (socket.destroyed) return resolve()
    socket.once('close', () => resolve())
    socket.setTimeout(idle_ms)
    socket.end(`${JSON.stringify(result)}\n`)
  })

/** Runs the command that the request names. `running` has the names of those that run now. */
async function answerRequest(
  deps: Deps,
  commands: ReadonlyMap<string, Command>,
  running: Set<string>,
  bytes: Buffer,
): Promise<CommandResult> {
  const request = readRequest(bytes)
  const name = request?.command ?? ''
  const command = commands.get(name)
  if (request === undefined || command === undefined)
    return failWith('The running server does not know this command. Restart it, so that both are of the same version.')
  if (request.database !== identifyDatabase(deps.config.DATABASE_URL))
    return failWith('The running server uses another database. Set DATABASE_URL as it is set there.')
  if (command.runs_alone === true && running.has(name))
    return failWith(`Another \`npm run ${name}\` is running. Wait until it has finished, then run this one again.`)
  running.add(name)
  try {
    return await completeCommand(async () => {
      command.readWords(request.words)
      return command.run(deps, request.words, request.file)
    })
  } catch (error) {
    deps.log.error(`npm run ${name} failed`, error)
    return failWith(
      `The command failed in the running server: ${formatError(error)}. The server’s log has the details.`,
    )
  } finally {
    running.delete(name)
  }
}

function readRequest(bytes: Buffer): (CommandRequest & { file: Buffer }) | undefined {
  const end = bytes.indexOf('\n')
  try {
    const request = CommandRequest.safeParse(JSON.parse(bytes.toString('utf8', 0, Math.max(end, 0))))
    return request.success ? { ...request.data, file: bytes.subarray(end + 1) } : undefined
  } catch {
    return undefined
  }
}

const formatError = (error: unknown): string => (error instanceof Error ? error.message : String(error))

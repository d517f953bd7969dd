import { readFile } from 'node:fs/promises'
import { ConfigError, readConfig } from '#server/config.ts'
import { DatabaseInUse } from '#server/database/lock.ts'
import { MissingPart } from '#server/missing-part.ts'
import { CommandError, completeCommand, failWith, type CommandResult } from './command.ts'
import { findCommand } from './commands.ts'
import { sendCommand } from './send.ts'

type Environment = Record<string, string | undefined>

/** Runs a command for the terminal: prints its result and returns the exit code. */
export async function runInTerminal(name: string, words: readonly string[], environment: Environment): Promise<0 | 1> {
  const { exit_code, output, error } = await runCommand(name, words, environment)
  if (output !== '') console.info(output)
  if (error !== '') console.error(error)
  return exit_code
}

/**
 * Runs a command: in the running server when that alone has the database (the embedded one) or the payments (local
 * simulators), otherwise in this process. Expected problems are results.
 */
export async function runCommand(
  name: string,
  words: readonly string[],
  environment: Environment,
): Promise<CommandResult> {
  try {
    return await completeCommand(() => findPlaceAndRun(name, words, environment))
  } catch (error) {
    if (error instanceof ConfigError) return failWith(`Invalid settings:\n${error.message}`)
    if (error instanceof DatabaseInUse || error instanceof MissingPart) return failWith(error.message)
    throw error
  }
}

async function findPlaceAndRun(
  name: string,
  typed: readonly string[],
  environment: Environment,
): Promise<CommandResult> {
  const command = await findCommand(name)
  if (command === undefined) throw new CommandError(`There is no command ${name}.`)
  const path = command.readWords(typed)
  // Before anything is opened or created, so that a mistyped name fails immediately.
  const file = path === undefined ? Buffer.alloc(0) : await readGivenFile(path)
  const words = command.file_option === undefined ? typed : await putFile(typed, command.file_option)
  const config = readConfig(environment)
  const usesSimulators = command.uses_payments === true && config.simulators
  if (config.DATABASE_URL === undefined || usesSimulators) {
    const result = await sendCommand(config, name, words, file)
    if (result !== undefined) return result
  }
  if (usesSimulators)
    throw new CommandError(
      'Payments use local simulators, which run inside the server and keep nothing after it stops. ' +
        'Start the server, then run this command again, or set the providers’ keys.',
    )
  // Loaded late, because it takes seconds.
  const { withDeps } = await import('./with-deps.ts')
  return withDeps(config, command, (deps) => command.run(deps, words, file))
}

/** Puts the text of a file in the place of its path in `--OPTION PATH` or `--OPTION=PATH`. */
async function putFile(words: readonly string[], option: string): Promise<string[]> {
  const put: string[] = []
  for (const [index, word] of words.entries()) {
    const path =
      words[index - 1] === option ? word : word.startsWith(`${option}=`) ? word.slice(option.length + 1) : undefined
    const isApart = path === word
    put.push(path === undefined ? word : `${isApart ? '' : `${option}=`}${(await readGivenFile(path)).toString()}`)
  }
  return put
}

async function readGivenFile(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') throw new CommandError(`File not found: ${path}`)
    throw new CommandError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

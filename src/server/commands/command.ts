import type { Deps } from '#server/deps.ts'

/** A usage error or another expected problem; only its message is printed. */
export class CommandError extends Error {}

export interface CommandResult {
  exit_code: 0 | 1
  output: string
  error: string
}

/** A command of the terminal. It runs in its own process, or in the running server with the server's own `Deps`. */
export interface Command {
  /** Throws CommandError when the words are wrong; returns the path of the file whose content `run` needs, if any. */
  readWords(words: readonly string[]): string | undefined
  /** The option whose value is the path of a further file: `run` gets the file's text in its place. */
  file_option?: string
  /** Throws CommandError for expected problems. */
  run(deps: Deps, words: readonly string[], file: Buffer): Promise<CommandResult>
  /** Whether it needs the payment providers. Local simulators exist in the running server alone. */
  uses_payments?: boolean
  /** Whether it may create the database. */
  creates_database?: boolean
  /** Whether the server refuses it while it is running already. */
  runs_alone?: boolean
}

export const failWith = (error: string): CommandResult => ({ exit_code: 1, output: '', error })

/** The result of a command; that of an expected problem is its message. Other errors are thrown. */
export async function completeCommand(run: () => Promise<CommandResult>): Promise<CommandResult> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof CommandError) return failWith(error.message)
    throw error
  }
}

/** What `read` returns. Options that `parseArgs` doesn't know become CommandErrors with the usage. */
export function readOptions<Options>(usage: string, read: () => Options): Options {
  try {
    return read()
  } catch (error) {
    if (error instanceof TypeError && 'code' in error) throw new CommandError(`${error.message}\n${usage}`)
    throw error
  }
}

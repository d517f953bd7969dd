import { transact } from '#server/database/transact.ts'
import { resetFactorOf } from '#server/features/accounts/second-factor/commands.ts'
import { CommandError, type Command } from './command.ts'

const usage = 'Usage: npm run factor:reset -- EMAIL'

/** `npm run factor:reset -- EMAIL`: takes the second factor of an account away, whose phone and recovery codes are lost. */
export const resetFactor: Command = {
  readWords: (words) => void readEmail(words),
  run: async (deps, words) => {
    const email = readEmail(words)
    const found = await transact(deps.db, (tx) => resetFactorOf(tx, deps, email, deps.clock()))
    if (found === 'unknown') throw new CommandError(`There is no account for ${email}.`)
    if (found === 'off') throw new CommandError(`${email} has no two-step verification.`)
    const output = `${email} has no two-step verification any more, and is logged out everywhere. They set it up again when they log in.`
    return { exit_code: 0, output, error: '' }
  },
}

function readEmail(words: readonly string[]): string {
  const [email, ...more] = words
  if (email === undefined || more.length > 0 || !email.includes('@')) throw new CommandError(usage)
  return email.trim().toLowerCase()
}

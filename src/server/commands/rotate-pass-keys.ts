import { parseArgs } from 'node:util'
import { transact } from '#server/database/transact.ts'
import { rotateKeys } from '#server/features/bookings/documents/pass-keys.ts'
import { changeUsablePasses } from '#server/features/wallet-passes/stored-passes.ts'
import { readOptions, type Command } from './command.ts'

const usage = 'Usage: npm run passes:rotate [-- --compromised]'

/**
 * `npm run passes:rotate [-- --compromised]`: makes a new key that signs passes from now on. Passes in hand stay valid until
 * they end; with `--compromised` all of them are refused at once.
 */
export const rotatePassKeys: Command = {
  readWords: (words) => void isCompromised(words),
  run: async ({ db, clock }, words) => {
    const is_compromised = isCompromised(words)
    const id = await transact(db, async (tx) => {
      const made = await rotateKeys(tx, clock(), is_compromised)
      // Those in hand stay valid otherwise.
      if (is_compromised) await changeUsablePasses(tx)
      return made
    })
    const earlier = is_compromised ? 'are refused from now on' : 'stay valid until they end'
    return { exit_code: 0, output: `Key ${id} signs passes from now on. Passes in hand ${earlier}.`, error: '' }
  },
}

const isCompromised = (words: readonly string[]): boolean =>
  readOptions(usage, () => parseArgs({ args: [...words], options: { compromised: { type: 'boolean' } } })).values
    .compromised === true

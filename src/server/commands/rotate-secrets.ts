import { transact } from '#server/database/transact.ts'
import { rotateGrantKey } from '#server/features/access/grants.ts'
import { rotateDemoTokenKey } from '#server/features/leads/links.ts'
import { rotatePassSecret } from '#server/features/wallet-passes/stored-passes.ts'
import { CommandError, type Command } from './command.ts'

/**
 * `npm run secrets:rotate`: new keys sign grants of private events, links of demonstrations and tokens of passes in wallets
 * from now on; what earlier keys have signed stays valid. Sessions, shared links and unsubscribe links are random and have no key.
 */
export const rotateSecrets: Command = {
  readWords: (words) => {
    if (words.length > 0) throw new CommandError('Usage: npm run secrets:rotate')
    return undefined
  },
  run: async ({ db }) => {
    await transact(db, async (tx) => {
      await rotateGrantKey(tx)
      await rotateDemoTokenKey(tx)
      await rotatePassSecret(tx)
    })
    const output = 'New keys sign from now on. What earlier keys have signed stays valid.'
    return { exit_code: 0, output, error: '' }
  },
}

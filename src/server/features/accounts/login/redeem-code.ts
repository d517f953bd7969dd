import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { countAttempt, clearFailedAttempts, limits, readGuess } from './attempts.ts'
import { checkCode, type CodePurpose } from './codes.ts'
import { withMinimumDuration } from './minimum-duration.ts'
import { accountByEmail, type Account } from '#server/features/accounts/queries.ts'
import type { ClientInfo } from '#server/features/accounts/client-info.ts'

/** Uses up a code and runs `work` in the same transaction; a wrong code is counted, then refused. */
export async function redeemCode<T>(
  deps: Deps,
  purpose: CodePurpose,
  email: string,
  code: string,
  caller: ClientInfo,
  work: (tx: Tx, account: Account) => Promise<T>,
): Promise<T> {
  const { db, config, clock } = deps
  const guess = await readGuess(db, email, caller)
  await countAttempt(deps, limits.code(config, guess), 'too_many_attempts')
  const tried = db.transaction().execute(async (tx) => {
    const account = await accountByEmail(tx, email).forUpdate().executeTakeFirst()
    if (account === undefined) return { verdict: 'wrong' as const }
    const verdict = await checkCode(tx, account.id, purpose, code, guess.source, clock())
    if (verdict !== 'right') return { verdict }
    await clearFailedAttempts(tx, config, guess)
    return { verdict, done: await work(tx, account) }
  })
  const result = await withMinimumDuration(tried)
  if (result.verdict !== 'right') throw new AppError(result.verdict === 'over' ? 'code_expired' : 'invalid_code')
  return result.done
}

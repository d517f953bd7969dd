import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/http/errors.ts'
import type { ClientInfo } from '../client-info.ts'
import { accountByEmail, type Account } from '../queries.ts'
import { countAttempt, clearFailedAttempts, limits, readGuess } from './attempts.ts'
import { checkCode, type CodePurpose } from './codes.ts'
import { withMinimumDuration } from './minimum-duration.ts'

interface Entry {
  purpose: CodePurpose
  email: string
  code: string
  caller: ClientInfo
}
/** Who owns a code, and what it is for once it was right. */
interface Owned<T> {
  owner: string
  work: () => Promise<T>
}

/** Uses up an account's code and runs `work` in the same transaction; a wrong code is counted, then refused. */
export const redeemCode = <T>(
  deps: Deps,
  { purpose, email, code, caller }: Entry & { purpose: Exclude<CodePurpose, 'log_in'> },
  work: (tx: Tx, account: Account) => Promise<T>,
): Promise<T> =>
  redeem(deps, { purpose, email, code, caller }, async (tx) => {
    const account = await accountByEmail(tx, email).forUpdate().executeTakeFirst()
    return account && { owner: account.id, work: () => work(tx, account) }
  })

/** Uses up a code that logs in; the address may have no account yet. Throws as `redeemCode` does. */
export const redeemLoginCode = <T>(
  deps: Deps,
  { email, code, caller }: Omit<Entry, 'purpose'>,
  work: (tx: Tx, account: Account | undefined) => Promise<T>,
): Promise<T> =>
  redeem(deps, { purpose: 'log_in', email, code, caller }, async (tx) => ({
    owner: email,
    work: async () => work(tx, await accountByEmail(tx, email).forUpdate().executeTakeFirst()),
  }))

async function redeem<T>(
  deps: Deps,
  { purpose, email, code, caller }: Entry,
  findOwned: (tx: Tx) => Promise<Owned<T> | undefined>,
): Promise<T> {
  const { db, config, clock } = deps
  const guess = await readGuess(db, email, caller)
  await countAttempt(deps, limits.code(config, guess), 'too_many_attempts')
  const tried = transact(db, async (tx) => {
    const owned = await findOwned(tx)
    if (owned === undefined) return { verdict: 'wrong' as const }
    const verdict = await checkCode(tx, { owner: owned.owner, purpose, code }, guess.source, clock())
    if (verdict !== 'right') return { verdict }
    await clearFailedAttempts(tx, config, guess)
    return { verdict, done: await owned.work() }
  })
  const result = await withMinimumDuration(tried)
  if (result.verdict !== 'right') throw new AppError(result.verdict === 'over' ? 'code_expired' : 'invalid_code')
  return result.done
}

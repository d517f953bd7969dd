import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { countTry, forgive, limits } from './attempts.ts'
import { useCode, type CodePurpose } from './codes.ts'
import { evenly } from './evenly.ts'
import { accountByEmail, type Account } from './queries.ts'
import type { Caller } from './sessions.ts'

/** Uses a code up and does `work` in the same transaction; a wrong try is counted and then refused. */
export async function withCode<T>(
  deps: Deps,
  purpose: CodePurpose,
  email: string,
  code: string,
  caller: Caller,
  work: (tx: Tx, account: Account) => Promise<T>,
): Promise<T> {
  const { db, config, clock } = deps
  await countTry(deps, [limits.code(config, email), limits.network(config, caller.ip)], 'too_many_attempts')
  const tried = db.transaction().execute(async (tx) => {
    const account = await accountByEmail(tx, email).forUpdate().executeTakeFirst()
    if (account === undefined) return { verdict: 'wrong' as const }
    const verdict = await useCode(tx, account.id, purpose, code, clock())
    if (verdict !== 'right') return { verdict }
    await forgive(tx, config, email, caller.ip)
    return { verdict, done: await work(tx, account) }
  })
  const result = await evenly(tried)
  if (result.verdict !== 'right') throw new AppError(result.verdict === 'over' ? 'code_expired' : 'invalid_code')
  return result.done
}

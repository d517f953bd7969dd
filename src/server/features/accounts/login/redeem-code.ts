import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/http/errors.ts'
import type { ClientInfo } from '../client-info.ts'
import { accountByEmail, type Account } from '../queries.ts'
import { countAttempt, clearFailedAttempts, limits, readGuess, type Guess } from './attempts.ts'
import { checkCode, type CodePurpose, type CodeVerdict } from './codes.ts'

/** Purposes of codes whose owner is an account. */
type AccountCode = Exclude<CodePurpose, 'log_in' | 'log_in_number' | 'number_proof'>

interface Entry {
  purpose: CodePurpose
  code: string
  /** What `countCodeAttempt` returned. */
  guess: Guess
  now: Date
}
/** What became of a code. A wrong one is stored as tried, so it is refused once that is committed. */
export type Redeemed<T> = { verdict: 'right'; done: T } | { verdict: Exclude<CodeVerdict, 'right'> }

/** Counts an attempt at a code before its transaction, so that a refused one counts too. Throws `too_many_attempts`. */
export async function countCodeAttempt(deps: Deps, identifier: string, caller: ClientInfo): Promise<Guess> {
  const guess = await readGuess(deps.db, identifier, caller)
  await countAttempt(deps, limits.code(deps.config, guess), 'too_many_attempts')
  return guess
}

/** Uses up an account's code and runs `work` in the same transaction; a wrong code is counted. */
export async function redeemCode<T>(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  entry: Entry & { purpose: AccountCode },
  work: (account: Account) => Promise<T>,
): Promise<Redeemed<T>> {
  const account = await accountByEmail(tx, entry.guess.identifier).forUpdate().executeTakeFirst()
  if (account === undefined) return { verdict: 'wrong' }
  return redeem(tx, config, entry, { owner: account.id, work: () => work(account) })
}

/** Uses up a code that logs in, as `redeemCode` does; the address may have no account yet. */
export const redeemLoginCode = <T>(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  entry: Omit<Entry, 'purpose'>,
  work: (account: Account | undefined) => Promise<T>,
): Promise<Redeemed<T>> =>
  redeem(
    tx,
    config,
    { ...entry, purpose: 'log_in' },
    {
      owner: entry.guess.identifier,
      work: async () => work(await accountByEmail(tx, entry.guess.identifier).forUpdate().executeTakeFirst()),
    },
  )

/** Uses up a code that was sent to a mobile number, as `redeemCode` does; the number may have no account. */
export const redeemNumberCode = <T>(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  entry: Omit<Entry, 'purpose'>,
  work: () => Promise<T>,
): Promise<Redeemed<T>> =>
  redeem(tx, config, { ...entry, purpose: 'log_in_number' }, { owner: entry.guess.identifier, work })

async function redeem<T>(
  tx: Tx,
  config: Deps['config'],
  { purpose, code, guess, now }: Entry,
  { owner, work }: { owner: string; work: () => Promise<T> },
): Promise<Redeemed<T>> {
  const verdict = await checkCode(tx, { owner, purpose, code }, guess.source, now)
  if (verdict !== 'right') return { verdict }
  await clearFailedAttempts(tx, config, guess)
  return { verdict, done: await work() }
}

/** Returns what a right code did. Throws `invalid_code`, `code_expired`. */
export function requireRight<T>(redeemed: Redeemed<T>): T {
  if (redeemed.verdict !== 'right') throw new AppError(redeemed.verdict === 'over' ? 'code_expired' : 'invalid_code')
  return redeemed.done
}

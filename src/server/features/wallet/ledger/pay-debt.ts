import { toMajor } from '#contract/minor-units.ts'
import type { Currency } from '#contract/money.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Retry } from '#server/http.ts'
import { once } from '#server/idempotency.ts'
import { findDebt, payDebt } from './debts.ts'
import { findBalance } from './ledger.ts'

/**
 * Pays from the wallet what a person owes for top-ups that were taken back after they were spent; nothing where nothing is
 * owed. Throws `insufficient_balance` when the wallet holds less.
 */
export async function payWalletDebt(
  deps: Deps,
  user_id: string,
  retry: Retry | undefined,
  currency: Currency,
): Promise<void> {
  const now = deps.clock()
  await transact(deps.db, (tx) =>
    once(tx, user_id, retry, now, async () => {
      const owed_minor = await findDebt(tx, user_id, currency)
      const short_minor = owed_minor - (await findBalance(tx, user_id, currency))
      if (owed_minor > 0n && short_minor > 0n)
        throw new AppError('insufficient_balance', { missing: { amount: toMajor(short_minor, currency), currency } })
      await payDebt(tx, user_id, currency, now)
      return { paid: toMajor(owed_minor, currency) }
    }),
  )
}

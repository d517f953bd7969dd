import type { Currency } from '#contract/money.ts'
import { useWallet } from './api.ts'
import { findCoverage, findWalletBalance } from './money.ts'

/** Whether the wallet covers a sum; `unknown` until both are loaded. */
export type Funds = { state: 'unknown' } | { state: 'enough' } | { state: 'short'; missing: number }

/** Whether the wallet of the signed-in user covers `sum`, in major units. */
export function useFunds(sum: number | undefined, currency: Currency | undefined): Funds {
  const wallet = useWallet()
  if (sum === 0) return { state: 'enough' }
  if (sum === undefined || currency === undefined || wallet.data === undefined) return { state: 'unknown' }
  return findCoverage(findWalletBalance(wallet.data, currency).balance, sum, currency)
}

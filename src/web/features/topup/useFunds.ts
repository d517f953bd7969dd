import { useQueryClient } from '@tanstack/react-query'
import type { Currency } from '#contract/money.ts'
import { outstandingKey, useOutstandingBookings } from '#web/features/bookings/api.ts'
import { useWallet, walletKey } from './api.ts'
import { findCoverage, findWalletBalance, sumOutstanding } from './money.ts'

/** Whether the wallet covers a sum; `unknown` until both are loaded. */
export type Funds = { state: 'unknown' } | { state: 'enough' } | { state: 'short'; missing: number }

/** Whether the wallet of the signed-in user covers `sum`, in major units. */
export function useFunds(sum: number | undefined, currency: Currency | undefined): Funds {
  const wallet = useWallet()
  if (sum === 0) return { state: 'enough' }
  if (sum === undefined || currency === undefined || wallet.data === undefined) return { state: 'unknown' }
  return findCoverage(findWalletBalance(wallet.data, currency).balance, sum, currency)
}

/** Outstanding balance of past bookings, in major units; it is charged with the next payment. */
export function useOutstanding(currency: Currency | undefined): number {
  const { data = [] } = useOutstandingBookings()
  return currency === undefined ? 0 : sumOutstanding(data, currency)
}

/** Refetches what `useFunds` and `useOutstanding` are computed from. */
export function useRefreshFunds() {
  const queries = useQueryClient()
  return () => {
    for (const queryKey of [walletKey, outstandingKey]) void queries.invalidateQueries({ queryKey })
  }
}

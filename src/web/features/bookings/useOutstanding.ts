import { useQueryClient } from '@tanstack/react-query'
import type { Currency } from '#contract/money.ts'
import { walletKey } from '#web/features/topup/api.ts'
import { sumOutstanding } from '#web/features/topup/money.ts'
import { outstandingKey, useOutstandingBookings } from './api.ts'

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

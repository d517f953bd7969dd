import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Currency } from '#contract/money.ts'
import type { Wallet } from '#contract/wallet/wallet.ts'
import { call } from '#web/api/call.ts'
import { useWallet, walletKey } from '#web/features/topup/api.ts'
import { useTranslation } from '#web/page/translation.ts'
import type { Filters } from './filters.ts'
import { instantsOf } from './filters.ts'

export const pageSize = 20

export function useTransactions({ page, ...filters }: Filters & { page: number }) {
  const { language } = useTranslation()
  return useQuery({
    queryKey: ['wallet', 'transactions', filters, page, language],
    queryFn: ({ signal }) =>
      call('GET /api/v1/wallet/transactions', {
        query: { page, size: pageSize, kind: filters.kind, ...instantsOf(filters) },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** Top-ups that are not decided yet. */
export function usePendingTopUps(isAny: boolean) {
  return useQuery({
    queryKey: ['wallet', 'top-ups', 'pending'],
    queryFn: ({ signal }) => call('GET /api/v1/wallet/top-ups', { query: { status: 'pending', size: 5 }, signal }),
    enabled: isAny,
    staleTime: 0,
  })
}

/** Paid top-ups, newest first, for refunds. */
export function usePaidTopUps(enabled: boolean) {
  return useQuery({
    queryKey: ['wallet', 'top-ups', 'success'],
    queryFn: ({ signal }) => call('GET /api/v1/wallet/top-ups', { query: { status: 'success', size: 50 }, signal }),
    enabled,
    staleTime: 0,
  })
}

export function useRefunds() {
  return useQuery({
    queryKey: ['wallet', 'refunds'],
    queryFn: ({ signal }) => call('GET /api/v1/wallet/refunds', { query: { size: 10 }, signal }),
    staleTime: 0,
  })
}

/** Refunds part or all of a top-up to its payment method. */
export function useRefund() {
  const queries = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ retryKey, ...body }: { payment_reference: string; amount: number; retryKey: string }) =>
      call('POST /api/v1/wallet/refunds', { body, retryKey }),
    onSettled: () => queries.invalidateQueries({ queryKey: walletKey }),
  })
}

/** Pays the outstanding amounts of reversed top-ups from the wallet. */
export function usePayDebt() {
  const queries = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ currency, retryKey }: { currency: Currency; retryKey: string }) =>
      call('POST /api/v1/wallet/debts', { body: { currency }, retryKey }),
    onSettled: () => queries.invalidateQueries({ queryKey: walletKey }),
  })
}

/** Interval for refetching while a top-up is pending. */
const ask_ms = 6_000

/**
 * The wallet, refetched while a top-up is pending; its entries are refetched when a balance changes. Calls back with
 * each balance that a completed top-up has increased.
 */
export function useLiveWallet(onArrival: (account: Wallet['data']['balances'][number]) => void) {
  const wallet = useWallet()
  const queries = useQueryClient()
  const { refetch } = wallet
  const isWaiting = wallet.data?.data.balances.some(({ pending }) => pending > 0) === true
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => void refetch(), ask_ms)
    return () => clearInterval(timer)
  }, [isWaiting, refetch])

  const before = useRef<Wallet | undefined>(undefined)
  const arrived = useRef(onArrival)
  arrived.current = onArrival
  useEffect(() => {
    const [was, is] = [before.current, wallet.data]
    before.current = is
    if (was === undefined || is === undefined) return
    const changed = is.data.balances.filter((account) => {
      const old = was.data.balances.find(({ currency }) => currency === account.currency)
      return old?.balance !== account.balance || old.pending !== account.pending
    })
    if (changed.length === 0) return
    void queries.invalidateQueries({ queryKey: walletKey, predicate: ({ queryKey }) => queryKey.length > 1 })
    for (const account of changed) {
      const old = was.data.balances.find(({ currency }) => currency === account.currency)
      if (old !== undefined && account.pending < old.pending && account.balance > old.balance) arrived.current(account)
    }
  }, [wallet.data, queries])
  return wallet
}

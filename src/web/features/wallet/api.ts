import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listTransactions } from '#contract/wallet.ts'
import { call } from '#web/lib/call.ts'

export function useTransactions(page: number) {
  return useQuery({
    queryKey: ['wallet', 'transactions', page],
    queryFn: ({ signal }) => call(listTransactions, { query: { page, size: 20 }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

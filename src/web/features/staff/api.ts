import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#contract/endpoint.ts'
import { listMoneyDiscrepancies, noteMoneyDiscrepancy } from '#contract/money-discrepancies.ts'
import { changeLead, listLeads } from '#contract/staff-leads.ts'
import { call, type CallInput } from '#web/lib/call.ts'

export type LeadsQuery = NonNullable<CallInput<typeof listLeads>['query']>

const key = ['staff', 'leads'] as const

/** What people sent, by what is looked for; the last page stays while the next one comes. */
export function useLeads(query: LeadsQuery) {
  return useQuery({
    queryKey: [...key, query],
    queryFn: ({ signal }) => call(listLeads, { query, signal }),
    placeholderData: keepPreviousData,
    // Somebody else is at it too.
    refetchInterval: 60_000,
  })
}

export function useChangeLead(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof changeLead>) => call(changeLead, { params: { id }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}

const moneyKey = ['staff', 'money'] as const

/** Where providers and the books differ, by what is looked for; the last page stays while the next one comes. */
export function useDiscrepancies(query: NonNullable<CallInput<typeof listMoneyDiscrepancies>['query']>) {
  return useQuery({
    queryKey: [...moneyKey, query],
    queryFn: ({ signal }) => call(listMoneyDiscrepancies, { query, signal }),
    placeholderData: keepPreviousData,
    // Somebody else is at it too.
    refetchInterval: 60_000,
  })
}

export function useNoteDiscrepancy(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof noteMoneyDiscrepancy>) => call(noteMoneyDiscrepancy, { params: { id }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: moneyKey }),
  })
}

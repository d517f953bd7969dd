import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#contract/endpoint.ts'
import type { noteMoneyDiscrepancy } from '#contract/money-discrepancies.ts'
import { call, type InputOf } from '#web/lib/call.ts'

/** Reads one page of a staff list. The last page stays while the next one loads. */
function useStaffList<Page>(key: readonly unknown[], read: (signal: AbortSignal) => Promise<Page>) {
  return useQuery({
    queryKey: ['staff', ...key],
    queryFn: ({ signal }) => read(signal),
    placeholderData: keepPreviousData,
    // Colleagues change the same items.
    refetchInterval: 60_000,
  })
}

/** Changes an item and reads the staff lists again. */
function useStaffChange<Body>(change: (body: Body) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({ mutationFn: change, onSettled: () => client.invalidateQueries({ queryKey: ['staff'] }) })
}

export const useDiscrepancies = (query: InputOf<'GET /api/v1/staff/money-differences'>['query']) =>
  useStaffList(['money', query], (signal) => call('GET /api/v1/staff/money-differences', { query, signal }))

export const useNoteDiscrepancy = (id: string) =>
  useStaffChange((body: BodyOf<typeof noteMoneyDiscrepancy>) =>
    call('POST /api/v1/staff/money-differences/{id}', { params: { id }, body }),
  )

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DocumentDetails, DocumentGroup } from '#contract/documents/documents.ts'
import { call } from '#web/api/call.ts'
import { useSignedIn } from '#web/api/session.ts'
import { fetchRequest, useRequestChanges } from './api.ts'

/** A page of one's own requests, the last changed first; idle for visitors. */
export function useRequests(group: DocumentGroup, page: number) {
  return useQuery({
    queryKey: ['documents', 'list', group, page],
    queryFn: ({ signal }) => call('GET /api/v1/documents', { query: { group, page, size: 10 }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled: useSignedIn(),
  })
}

/** An open request is asked about this often. */
const poll_ms = 20_000
const finalStates: ReadonlySet<DocumentDetails['status']> = new Set(['delivered', 'cancelled', 'refunded'])

/** One's own request, asked about again while it is open. */
export function useOpenRequest(number: string) {
  return useQuery({
    queryKey: ['documents', 'one', number],
    queryFn: ({ signal }) => fetchRequest(number, signal),
    enabled: useSignedIn() && number !== '',
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data !== undefined && finalStates.has(state.data.status) ? false : poll_ms),
  })
}

/** What cancelling a request now would pay back. */
export function useCancelPreview(id: string, isAsked: boolean) {
  return useQuery({
    queryKey: ['documents', 'preview', id],
    queryFn: ({ signal }) =>
      call('GET /api/v1/documents/{id}/preview', { params: { id }, query: { action: 'cancel' }, signal }),
    staleTime: 0,
    gcTime: 0,
    enabled: isAsked,
  })
}

/** The appointments of a request and those that are left on a day: which depends on where the request stands. */
export function useInspections({ id, status }: DocumentDetails, day: string, isAsked: boolean) {
  return useQuery({
    queryKey: ['documents', 'inspections', id, status, day],
    queryFn: ({ signal }) => call('GET /api/v1/documents/{id}/inspection', { params: { id }, query: { day }, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    enabled: isAsked,
  })
}

/** Books an inspection; what is left is asked for again, whether or not it was taken meanwhile. */
export function useBookInspection() {
  const queries = useQueryClient()
  const { store } = useRequestChanges()
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; centre_id: string; starts_at: string; total?: number }) =>
      call('POST /api/v1/documents/{id}/inspection', { params: { id }, body, retryKey: crypto.randomUUID() }),
    onSuccess: store,
    onSettled: () => queries.invalidateQueries({ queryKey: ['documents', 'inspections'] }),
  })
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DocumentDraft } from '#contract/documents/document-form.ts'
import type { NigerianState, VehicleCategory, VehicleUse } from '#contract/documents/document-rules.ts'
import type { DocumentDetails } from '#contract/documents/documents.ts'
import { call } from '#web/api/call.ts'
import { useSignedIn } from '#web/api/session.ts'
import { storeAnswer } from '#web/api/storeAnswer.ts'
import { walletKey } from '#web/features/topup/api.ts'

const documentsKey = ['documents'] as const
const requestKey = (number: string) => [...documentsKey, 'one', number] as const

export const fetchRequest = (id: string, signal?: AbortSignal): Promise<DocumentDetails> =>
  call('GET /api/v1/documents/{id}', { params: { id }, ...(signal && { signal }) })

/** One's own request by its number; idle for visitors. */
export function useRequest(number: string) {
  return useQuery({
    queryKey: requestKey(number),
    queryFn: ({ signal }) => fetchRequest(number, signal),
    enabled: useSignedIn() && number !== '',
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
}

/** One's own drafts, the last changed first; idle for visitors. */
export function useDrafts(isAsked: boolean) {
  return useQuery({
    queryKey: [...documentsKey, 'drafts'],
    queryFn: ({ signal }) => call('GET /api/v1/documents', { query: { group: 'drafts', size: 10 }, signal }),
    enabled: useSignedIn() && isAsked,
    staleTime: 0,
  })
}

interface FeeQuery {
  state: NigerianState
  category: VehicleCategory
  use: VehicleUse
  engine_cc: number | undefined
}

/** What each document costs today, as far as it is known. */
export function useKnownFees(query: FeeQuery | undefined) {
  return useQuery({
    queryKey: [...documentsKey, 'fees', query],
    queryFn: ({ signal }) => call('GET /api/v1/documents/fees', { query: query!, signal }),
    enabled: query !== undefined,
  })
}

export const createDraft = (fields: DocumentDraft, retryKey: string): Promise<DocumentDetails> =>
  call('POST /api/v1/documents', { body: fields, retryKey })

export const updateDraft = (id: string, body: Partial<DocumentDraft> & { version: number }): Promise<DocumentDetails> =>
  call('PATCH /api/v1/documents/{id}', { params: { id }, body })

interface RequestChange {
  id: string
  status: 'cancelled' | 'draft' | 'document_review' | 'delivered'
  note?: string
  code?: string
}

/** What changes a request beside its form. */
export function useRequestChanges() {
  const queries = useQueryClient()
  const onSuccess = async (request: DocumentDetails) => {
    await storeAnswer(queries, requestKey(request.number), request)
    for (const list of ['drafts', 'list']) void queries.invalidateQueries({ queryKey: [...documentsKey, list] })
    void queries.invalidateQueries({ queryKey: walletKey })
  }
  return {
    store: onSuccess,
    quote: useMutation({
      mutationFn: ({ id, retryKey }: { id: string; retryKey: string }) =>
        call('POST /api/v1/documents/{id}/quote', { params: { id }, retryKey }),
      onSuccess,
    }),
    change: useMutation({
      mutationFn: ({ id, status, ...body }: RequestChange) =>
        call('PUT /api/v1/documents/{id}/status', { params: { id }, query: { status }, body }),
      onSuccess,
    }),
    pay: useMutation({
      mutationFn: ({ id, total, retryKey }: { id: string; total: number; retryKey: string }) =>
        call('POST /api/v1/documents/{id}/pay', { params: { id }, body: { total }, retryKey }),
      onSuccess,
    }),
    delete: useMutation({
      mutationFn: (id: string) => call('DELETE /api/v1/documents/{id}', { params: { id } }),
      onSuccess: () => queries.invalidateQueries({ queryKey: documentsKey }),
    }),
  }
}

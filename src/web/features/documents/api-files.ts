import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { useSignedIn } from '#web/api/session.ts'

const filesKey = (id: string | undefined) => ['documents', 'files', id] as const

/** The files of one's own request; idle without one. */
export function useFiles(id: string | undefined) {
  return useQuery({
    queryKey: filesKey(id),
    queryFn: async ({ signal }) =>
      (await call('GET /api/v1/documents/{id}/files', { params: { id: id! }, signal })).items,
    enabled: useSignedIn() && id !== undefined,
    staleTime: 0,
  })
}

export function useFileChanges() {
  const queries = useQueryClient()
  return {
    add: useMutation({
      mutationFn: ({ id, file }: { id: string; file: File }) => {
        const form = new FormData()
        form.set('file', file)
        return call('POST /api/v1/documents/{id}/files', { params: { id }, form })
      },
      onSuccess: (_file, { id }) => queries.invalidateQueries({ queryKey: filesKey(id) }),
    }),
    remove: useMutation({
      mutationFn: (params: { id: string; file_id: string }) =>
        call('DELETE /api/v1/documents/{id}/files/{file_id}', { params }),
      onSuccess: (_nothing, { id }) => queries.invalidateQueries({ queryKey: filesKey(id) }),
    }),
  }
}

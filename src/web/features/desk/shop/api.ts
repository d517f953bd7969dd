import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'

/** What the panels of an item read; everything of the desk is read again after a change. */
export const pricesQuery = (id: string, branch: string | undefined) =>
  queryOptions({
    queryKey: ['desk', 'items', 'panel', id, 'prices', branch],
    queryFn: ({ signal }) => call('GET /api/v1/admin/items/{id}/prices', { params: { id }, query: { branch }, signal }),
    placeholderData: keepPreviousData,
  })

export const variationsQuery = (id: string, language: string) =>
  queryOptions({
    queryKey: ['desk', 'items', 'panel', id, 'variations', language],
    queryFn: ({ signal }) => call('GET /api/v1/admin/items/{id}/variations', { params: { id }, signal }),
  })

import { type QueryKey, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import type { EndpointKey } from '#contract/endpoints.ts'
import type { DeskRecord, DeskRecordDescription } from '#contract/lists/records.ts'
import { call, type InputOf } from '#web/api/call.ts'
import { changeAnswers, storeAnswer } from '#web/api/storeAnswer.ts'

/** Calls an endpoint of a description, whose types are known to the server alone. */
export const callDescribed = (
  { method, path }: Endpoint,
  input: { params?: Record<string, string>; query?: object; body?: object; signal?: AbortSignal; retryKey?: string },
): Promise<DeskRecord> =>
  call(
    `${method} ${path}` as EndpointKey,
    input as unknown as InputOf<EndpointKey>,
  ) as Promise<unknown> as Promise<DeskRecord>

export const recordQuery = ({ list, get }: DeskRecordDescription, id: string) =>
  queryOptions({
    queryKey: ['desk', list.name, 'record', id],
    queryFn: ({ signal }) => callDescribed(get, { params: { id }, signal }),
  })

/**
 * Takes what a call answered as the record, whichever of its names it was opened by, and has everything else of the desk read
 * again.
 */
export function useStoreRecord({ list }: DeskRecordDescription): (record: DeskRecord) => Promise<void> {
  const queries = useQueryClient()
  return async (record) => {
    const records = ['desk', list.name, 'record']
    const isIt = ({ queryKey, state }: { queryKey: QueryKey; state: { data: unknown } }) =>
      queryKey[1] === list.name &&
      queryKey[2] === 'record' &&
      (queryKey[3] === record.id || (state.data as DeskRecord | undefined)?.id === record.id)
    await storeAnswer(queries, [...records, record.id], record)
    await changeAnswers(queries, { queryKey: records, predicate: isIt }, () => record)
    void queries.invalidateQueries({ queryKey: ['desk'], predicate: (query) => !isIt(query) })
  }
}

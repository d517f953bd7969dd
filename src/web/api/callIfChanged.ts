import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { EndpointKey, Endpoints } from '#contract/endpoints.ts'
import { type InputOf, readJson, send } from './call.ts'

/** An answer with its version. */
export type Versioned<A> = A & { etag?: string }

/**
 * Calls an endpoint that is asked again and again, with the version that the query has: one that has not changed is not sent
 * again. Throws CallError like `call`.
 */
export async function callIfChanged<Key extends EndpointKey, A = AnswerOf<Endpoints[Key]>>(
  endpoint: Key,
  input: InputOf<Key>,
  { client, queryKey }: { client: QueryClient; queryKey: QueryKey },
): Promise<Versioned<A>> {
  const known = client.getQueryData<Versioned<A>>(queryKey)
  const response = await send(endpoint, { ...input, etag: known?.etag }, 'application/json')
  if (response.status === 304 && known !== undefined) return known
  const etag = response.headers.get('etag')
  return { ...((await readJson(response)) as A), ...(etag !== null && { etag }) }
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { OrderDetails } from '#contract/orders.ts'
import type { OrderTracking } from '#contract/order-tracking.ts'
import { readJson, send } from '#web/lib/call.ts'
import { useTranslation } from '#web/lib/translation.ts'

type Known = OrderTracking & { etag?: string }

/** Less often while nobody sees it. */
const findRefresh_ms = () => (document.visibilityState === 'hidden' ? 60_000 : 10_000)

const finalStates: ReadonlySet<OrderDetails['status']> = new Set(['completed', 'canceled', 'rejected', 'returned'])

/**
 * Asks how far a shown order is, until it has ended; an answer that has not changed is not sent again. With each change the
 * order is read again. Returns whether the last attempt failed.
 */
export function useOrderTracking({ id, status }: Pick<OrderDetails, 'id' | 'status'>): { hasFailed: boolean } {
  const { language } = useTranslation()
  const queries = useQueryClient()
  const { data, isError, isRefetchError } = useQuery({
    queryKey: ['orders', 'tracking', language, id],
    queryFn: async ({ client, queryKey, signal }): Promise<Known> => {
      const known = client.getQueryData<Known>(queryKey)
      const input = { params: { id }, signal, etag: known?.etag }
      const response = await send('GET /api/v1/orders/{id}/tracking', input, 'application/json')
      if (response.status === 304 && known !== undefined) return known
      const etag = response.headers.get('etag')
      return { ...((await readJson(response)) as OrderTracking), ...(etag !== null && { etag }) }
    },
    staleTime: 0,
    refetchInterval: findRefresh_ms,
    refetchIntervalInBackground: true,
    enabled: !finalStates.has(status),
  })
  const revision = data?.revision
  const seen = useRef<string>(undefined)
  useEffect(() => {
    if (revision === undefined || revision === seen.current) return
    const isFirst = seen.current === undefined
    seen.current = revision
    // The first comes with the order itself, unless that changed in between.
    if (!isFirst || data?.status !== status) void queries.invalidateQueries({ queryKey: ['orders', 'one'] })
  }, [revision, data?.status, status, queries])
  return { hasFailed: isError || isRefetchError }
}

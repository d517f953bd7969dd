import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { OrderTracking } from '#contract/orders/order-tracking.ts'
import type { OrderDetails } from '#contract/orders/orders.ts'
import { minute_ms } from '#contract/time.ts'
import { callIfChanged } from '#web/api/callIfChanged.ts'
import { useTranslation } from '#web/page/translation.ts'

/** Less often while nobody sees it. */
const findRefresh_ms = () => (document.visibilityState === 'hidden' ? minute_ms : 10_000)

const finalStates: ReadonlySet<OrderDetails['status']> = new Set(['completed', 'canceled', 'rejected', 'returned'])

/**
 * Asks how far a shown order is, until it has ended; an answer that has not changed is not sent again. With each change the
 * order is read again. Returns who brings it, and whether the last attempt failed.
 */
export function useOrderTracking({ id, status }: Pick<OrderDetails, 'id' | 'status'>): {
  courier: OrderTracking['courier']
  hasFailed: boolean
} {
  const { language } = useTranslation()
  const queries = useQueryClient()
  const { data, isError, isRefetchError } = useQuery({
    queryKey: ['orders', 'tracking', language, id],
    queryFn: ({ client, queryKey, signal }) =>
      callIfChanged('GET /api/v1/orders/{id}/tracking', { params: { id }, signal }, { client, queryKey }),
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
  return { courier: data?.courier ?? null, hasFailed: isError || isRefetchError }
}

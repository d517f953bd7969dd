import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { BodyOf } from '#contract/endpoint.ts'
import type { OrderDetails, placeOrder } from '#contract/orders.ts'
import { forgetCart, cartKey } from '#web/features/cart/api.ts'
import { walletKey } from '#web/features/topup/api.ts'
import { call, readJson, send } from '#web/lib/call.ts'
import { useSignedIn } from '#web/lib/session.ts'
import { useTranslation } from '#web/lib/translation.ts'

const ordersKey = ['orders'] as const
const orderKey = (language: string, order_number: string) => [...ordersKey, 'one', language, order_number] as const

export const orderTabs = ['upcoming', 'past', 'cancelled'] as const
export type OrderTab = (typeof orderTabs)[number]

const pageSize = 10

/** A page of one's own orders, newest first; idle for visitors. */
export function useOrders(group: OrderTab, page: number) {
  const { language } = useTranslation()
  return useQuery({
    queryKey: [...ordersKey, 'list', group, language, page],
    queryFn: ({ signal }) => call('GET /api/v1/orders', { query: { group, page, size: pageSize }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled: useSignedIn(),
  })
}

/** An open order is asked about this often, and less in the background. */
const poll_ms = 10_000
const background_ms = 60_000

const finalStates: ReadonlySet<OrderDetails['status']> = new Set(['completed', 'canceled', 'rejected', 'returned'])

/** The last answers by order, so that an order that has not changed is not sent again. */
const known = new Map<string, { etag: string; order: OrderDetails }>()

async function fetchOrder(key: string, id: string, signal: AbortSignal): Promise<OrderDetails> {
  const last = known.get(key)
  const answer = await send('GET /api/v1/orders/{id}', { params: { id }, signal, etag: last?.etag }, 'application/json')
  if (answer.status === 304 && last !== undefined) return last.order
  const order = (await readJson(answer)) as OrderDetails
  const etag = answer.headers.get('etag')
  if (etag !== null) known.set(key, { etag, order })
  return order
}

/** One's own order, asked about again while it is open. */
export function useOrder(order_number: string) {
  const { language } = useTranslation()
  const signedIn = useSignedIn()
  const key = orderKey(language, order_number)
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => fetchOrder(key.join(' '), order_number, signal),
    enabled: signedIn && order_number !== '',
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data !== undefined && finalStates.has(state.data.status)
        ? false
        : document.visibilityState === 'hidden'
          ? background_ms
          : poll_ms,
    refetchIntervalInBackground: true,
  })
}

export type OrderBody = BodyOf<typeof placeOrder>

/** What places and changes orders. Money moves, so the wallet is fetched again. */
export function useOrderChanges() {
  const { language } = useTranslation()
  const queries = useQueryClient()
  const store = (order: OrderDetails) => {
    queries.setQueryData(orderKey(language, order.order_number), order)
    void queries.invalidateQueries({ queryKey: [...ordersKey, 'list'] })
    void queries.invalidateQueries({ queryKey: walletKey })
  }
  return {
    place: useMutation({
      mutationFn: ({ body, retryKey }: { body: OrderBody; retryKey: string }) =>
        call('POST /api/v1/orders', { body, retryKey }),
      onSuccess: (order) => {
        forgetCart()
        store(order)
      },
    }),
    pay: useMutation({
      mutationFn: ({ id, retryKey }: { id: string; retryKey: string }) =>
        call('POST /api/v1/orders/{id}/pay', { params: { id }, retryKey }),
      onSuccess: store,
    }),
    cancel: useMutation({
      mutationFn: (id: string) =>
        call('PUT /api/v1/orders/{id}/status', { params: { id }, query: { status: 'canceled' } }),
      onSuccess: store,
    }),
    confirm: useMutation({
      mutationFn: (id: string) =>
        call('PUT /api/v1/orders/{id}/status', { params: { id }, query: { status: 'completed' } }),
      onSuccess: store,
    }),
    reorder: useMutation({
      mutationFn: ({ id, replace }: { id: string; replace: boolean }) =>
        call('POST /api/v1/orders/{id}/reorder', { params: { id }, body: { replace } }),
      onSuccess: () => queries.invalidateQueries({ queryKey: cartKey }),
    }),
  }
}

/** Forgets the cart that an order was made of, once the checkout is no longer shown. */
export function useForgetOrderedCart(): void {
  const queries = useQueryClient()
  useEffect(() => queries.removeQueries({ queryKey: cartKey, type: 'inactive' }), [queries])
}

/** What cancelling an order now would pay back. */
export function useCancelPreview(id: string, enabled: boolean) {
  return useQuery({
    queryKey: [...ordersKey, 'preview', id],
    queryFn: ({ signal }) =>
      call('GET /api/v1/orders/{id}/preview', { params: { id }, query: { action: 'cancel' }, signal }),
    staleTime: 0,
    gcTime: 0,
    enabled,
  })
}

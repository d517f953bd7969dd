import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { BodyOf } from '#contract/endpoint.ts'
import type { OrderDetails, placeOrder } from '#contract/orders/orders.ts'
import { call } from '#web/api/call.ts'
import { useSignedIn } from '#web/api/session.ts'
import { cancelRequests, storeAnswer } from '#web/api/storeAnswer.ts'
import { forgetCart, cartKey } from '#web/features/cart/api.ts'
import { walletKey } from '#web/features/topup/api.ts'
import { useTranslation } from '#web/page/translation.ts'

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

/** One's own order, or that of the link whose key is `claim`; idle for visitors. */
export function useOrder(order_number: string, claim = '') {
  const { language } = useTranslation()
  const signedIn = useSignedIn()
  return useQuery({
    queryKey: orderKey(language, order_number),
    queryFn: ({ signal }) =>
      claim === ''
        ? call('GET /api/v1/orders/{id}', { params: { id: order_number }, signal })
        : call('POST /api/v1/orders/{id}/claim', { params: { id: order_number }, body: { key: claim }, signal }),
    enabled: signedIn && order_number !== '',
    staleTime: 0,
  })
}

export type OrderBody = BodyOf<typeof placeOrder>

/** What places and changes orders. Money moves, so the wallet is fetched again. */
export function useOrderChanges() {
  const { language } = useTranslation()
  const queries = useQueryClient()
  const store = async (order: OrderDetails) => {
    await storeAnswer(queries, orderKey(language, order.order_number), order)
    void queries.invalidateQueries({ queryKey: [...ordersKey, 'list'] })
    void queries.invalidateQueries({ queryKey: walletKey })
  }
  return {
    place: useMutation({
      mutationFn: ({ body, retryKey }: { body: OrderBody; retryKey: string }) =>
        call('POST /api/v1/orders', { body, retryKey }),
      onSuccess: async (order) => {
        // An answer from before the order would bring the size of its cart back.
        await cancelRequests(queries, cartKey)
        forgetCart()
        return store(order)
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

/** What cancelling an order now would pay back, by its id or number. */
export const cancelPreviewQuery = (id: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'preview', id],
    queryFn: ({ signal }) =>
      call('GET /api/v1/orders/{id}/preview', { params: { id }, query: { action: 'cancel' }, signal }),
    staleTime: 0,
    gcTime: 0,
  })

export const useCancelPreview = (id: string, enabled: boolean) => useQuery({ ...cancelPreviewQuery(id), enabled })

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { BodyOf } from '#contract/endpoint.ts'
import type { pricePhoneOrder } from '#contract/orders/desk/phone-orders.ts'
import { call } from '#web/api/call.ts'
import { type Draft, toChosen } from './draft.ts'

export const orderBranchesQuery = queryOptions({
  queryKey: ['desk', 'phone-order', 'branches'],
  queryFn: ({ signal }) => call('GET /api/v1/admin/phone-orders/branches', { signal }),
})

type Handover = Pick<
  BodyOf<typeof pricePhoneOrder>,
  'branch' | 'customer_id' | 'order_type' | 'park' | 'address_id' | 'booking_code'
>

/** The draft at the prices of now, with the free times. */
export const phonePriceQuery = (handover: Handover, draft: Draft) => {
  const body = { ...handover, ...toChosen(draft) }
  return queryOptions({
    queryKey: ['desk', 'phone-order', 'price', body],
    queryFn: ({ signal }) => call('POST /api/v1/admin/phone-orders/price', { body, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
}

/** The same for what is added to an order. */
export const additionPriceQuery = (id: string, draft: Draft) => {
  const body = toChosen(draft)
  return queryOptions({
    queryKey: ['desk', 'addition-price', id, body],
    queryFn: ({ signal }) =>
      call('POST /api/v1/admin/online-orders/{id}/additions/price', { params: { id }, body, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
}

/** The same for what replaces units of a line. */
export const substitutePriceQuery = (params: { id: string; line_id: string }, draft: Draft, quantity: number) => {
  const body = { ...toChosen(draft), quantity }
  return queryOptions({
    queryKey: ['desk', 'addition-price', params, body],
    queryFn: ({ signal }) =>
      call('POST /api/v1/admin/online-orders/{id}/lines/{line_id}/substitute/price', { params, body, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
}

/** What a branch sells, by its name in the address. */
export const branchItemsQuery = (branch: string, search: string) =>
  queryOptions({
    queryKey: ['desk', 'phone-order', 'items', branch, search],
    queryFn: ({ signal }) =>
      call('GET /api/v1/marketplace/items', {
        query: { branch, size: 50, ...(search.trim() !== '' && { search: search.trim() }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** An item with its choices as a branch sells it. */
export const branchItemQuery = (branch: string, id: string) =>
  queryOptions({
    queryKey: ['desk', 'phone-order', 'item', branch, id],
    queryFn: ({ signal }) => call('GET /api/v1/marketplace/items/{id}', { params: { id }, query: { branch }, signal }),
  })

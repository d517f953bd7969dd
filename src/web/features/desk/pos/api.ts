import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { BodyOf } from '#contract/endpoint.ts'
import type { priceSale } from '#contract/orders/desk/pos.ts'
import { minute_ms } from '#contract/time.ts'
import { call } from '#web/api/call.ts'

/** The open shift of whoever is signed in, or the registers at which they can open one. */
export const ownShiftQuery = queryOptions({
  queryKey: ['desk', 'pos', 'shift'],
  queryFn: ({ signal }) => call('GET /api/v1/pos/shift', { signal }),
})

/** Everything the branch sells, in the reader's language; a few minutes old at most. */
export const counterCatalogueQuery = (locale: string) =>
  queryOptions({
    // Not below `desk`: a sale does not read it again.
    queryKey: ['counter', 'catalogue', locale],
    queryFn: ({ signal }) => call('GET /api/v1/pos/catalogue', { signal }),
    staleTime: minute_ms,
    refetchInterval: 5 * minute_ms,
  })

/** The orders that can be paid at the branch of the open shift. */
export const payableOrdersQuery = queryOptions({
  queryKey: ['desk', 'pos', 'payable'],
  queryFn: ({ signal }) => call('GET /api/v1/pos/orders', { signal }),
  staleTime: 0,
})

/** The sales that are set aside at the branch. */
export const parkedSalesQuery = queryOptions({
  queryKey: ['counter', 'parked'],
  queryFn: ({ signal }) => call('GET /api/v1/pos/parked', { signal }),
  staleTime: 0,
})

/** A sale at the prices of now, with the times of today for its work. */
export const salePriceQuery = (sale: BodyOf<typeof priceSale>) =>
  queryOptions({
    queryKey: ['desk', 'pos', 'price', sale],
    queryFn: ({ signal }) => call('POST /api/v1/pos/price', { body: sale, signal }),
    enabled: sale.lines.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  })

/** A sale that may wait for a wallet. */
export const saleQuery = (id: string) =>
  queryOptions({
    queryKey: ['counter', 'sale', id],
    queryFn: ({ signal }) => call('GET /api/v1/pos/sales/{id}', { params: { id }, signal }),
    staleTime: 0,
  })

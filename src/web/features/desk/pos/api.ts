import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { minute_ms } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import type { DraftLine } from '../orders/phone/draft.ts'

/** The open shift of whoever is signed in, or the registers at which they can open one. */
export const ownShiftQuery = queryOptions({
  queryKey: ['desk', 'pos', 'shift'],
  queryFn: ({ signal }) => call('GET /api/v1/pos/shift', { signal }),
})

/** Everything the branch sells, in the reader's language; a few minutes old at most. */
export const counterCatalogueQuery = (locale: string) =>
  queryOptions({
    queryKey: ['desk', 'pos', 'catalogue', locale],
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

/** A sale at the prices of now, with the times of today for its work. */
export const salePriceQuery = (lines: readonly DraftLine[]) =>
  queryOptions({
    queryKey: ['desk', 'pos', 'price', lines],
    queryFn: ({ signal }) => call('POST /api/v1/pos/price', { body: { lines: [...lines] }, signal }),
    enabled: lines.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  })

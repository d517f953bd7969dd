import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import type { createQuote } from '#contract/bookings/bookings.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { minute_ms } from '#contract/time.ts'
import { call } from '#web/api/call.ts'

/** The car parks for which the counter of the open shift books. */
export const counterParksQuery = queryOptions({
  queryKey: ['counter', 'parks'],
  queryFn: ({ signal }) => call('GET /api/v1/pos/parks', { signal }),
  staleTime: 5 * minute_ms,
})

/** A booking that a counter sold, by its code. */
export const counterBookingQuery = (code: string) =>
  queryOptions({
    queryKey: ['desk', 'counter-booking', code],
    queryFn:
      code === '' ? skipToken : ({ signal }) => call('GET /api/v1/pos/bookings/{id}', { params: { id: code }, signal }),
    retry: false,
  })

/** What a space costs; undefined asks for nothing. */
export const counterQuoteQuery = (request: BodyOf<typeof createQuote> | undefined, locale: string) =>
  queryOptions({
    queryKey: ['counter', 'quote', locale, request],
    queryFn:
      request === undefined
        ? skipToken
        : ({ signal }) => call('POST /api/v1/bookings/quote', { body: request, signal }),
    placeholderData: keepPreviousData,
    staleTime: minute_ms,
    gcTime: 0,
    retry: false,
  })

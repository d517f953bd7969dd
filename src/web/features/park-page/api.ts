import { keepPreviousData, useMutation, useQueries, useQuery } from '@tanstack/react-query'
import type { createQuote } from '#contract/bookings/bookings.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { MistakeReport } from '#contract/parks/mistakes.ts'
import { minute_ms } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { useTranslation } from '#web/page/translation.ts'

/** Availability changes, so it is refetched at this interval. */
const liveMs = minute_ms

interface ChartQuery {
  from: string
  to: string
  vehicle_type_id: number
}

/** Availability and prices by hour. The previous chart stays while another is loading, marked `isPlaceholderData`. */
export function useChart(parkId: string, query: ChartQuery) {
  return useQuery({
    queryKey: ['park', 'chart', parkId, query],
    queryFn: ({ signal }) =>
      call('GET /api/v1/front/parks/{parkId}/availability', {
        params: { parkId },
        query: { ...query, step: '60' },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: liveMs,
  })
}

type Wish = Required<Pick<BodyOf<typeof createQuote>, 'park_id' | 'vehicle_type_id' | 'start_time' | 'end_time'>>

/** Quotes for several windows. */
export function useQuotes(wishes: readonly Wish[], enabled: boolean) {
  const { language } = useTranslation()
  return useQueries({
    queries: wishes.map((request) => ({
      queryKey: ['quote', language, request],
      queryFn: ({ signal }: { signal: AbortSignal }) => call('POST /api/v1/bookings/quote', { body: request, signal }),
      staleTime: liveMs,
      retry: false,
      enabled,
    })),
  })
}

export function useReportMistake(parkId: string) {
  return useMutation({
    mutationFn: (body: MistakeReport) =>
      call('POST /api/v1/front/parks/{parkId}/mistakes', { params: { parkId }, body }),
    // Fail without a network instead of sending the requests when it returns.
    networkMode: 'always',
  })
}

import { keepPreviousData, useMutation, useQueries, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { quoteBooking } from '#contract/bookings.ts'
import { getAvailability } from '#contract/availability.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { type MistakeReport, reportMistake } from '#contract/mistakes.ts'
import { call } from '#web/lib/call.ts'

/** Spaces change while one looks. */
const liveMs = 60_000

interface ChartQuery {
  from: string
  to: string
  vehicle_type_id: number
}

/** Spaces and prices hour by hour. While another time or vehicle is on its way the last one stays, marked `isPlaceholderData`. */
export function useChart(parkId: string, query: ChartQuery) {
  return useQuery({
    queryKey: ['park', 'chart', parkId, query],
    queryFn: ({ signal }) => call(getAvailability, { params: { parkId }, query: { ...query, step: '60' }, signal }),
    placeholderData: keepPreviousData,
    staleTime: liveMs,
  })
}

type Wish = Required<Pick<BodyOf<typeof quoteBooking>, 'park_id' | 'vehicle_type_id' | 'start_time' | 'end_time'>>

/** The prices of several windows at once, the same that each alone would be told. */
export function useQuotes(wishes: readonly Wish[], enabled: boolean) {
  const language = useTranslation().i18n.language
  return useQueries({
    queries: wishes.map((want) => ({
      queryKey: ['quote', language, want],
      queryFn: ({ signal }: { signal: AbortSignal }) => call(quoteBooking, { body: want, signal }),
      staleTime: liveMs,
      retry: false,
      enabled,
    })),
  })
}

export function useReportMistake(parkId: string) {
  return useMutation({
    mutationFn: (body: MistakeReport) => call(reportMistake, { params: { parkId }, body }),
    // Without a network it fails at once: it is not sent by itself minutes later.
    networkMode: 'always',
  })
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getAvailability } from '#contract/chart.ts'
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

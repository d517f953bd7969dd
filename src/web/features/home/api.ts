import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { hour_ms } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { type BookingWindow, windowQuery } from '#web/features/booking-window/window.ts'
import { useTranslation } from '#web/page/translation.ts'

/** Optional sections: if their data cannot be loaded, they are omitted. */
export function useFigures(country: string) {
  return useQuery(figuresQuery(country))
}

export const figuresQuery = (country: string) =>
  queryOptions({
    queryKey: ['figures', country],
    queryFn: ({ signal }) => call('GET /api/v1/front/figures', { query: { country }, signal }),
    staleTime: hour_ms,
    retry: false,
  })

/** The next events of a country. */
export function useNextEvents(country: string, size: number) {
  return useQuery(nextEventsQuery(useTranslation().language, country, size))
}

export const shownEvents = 3

export const nextEventsQuery = (language: Language, country: string, size: number) =>
  queryOptions({
    queryKey: ['events', language, 'next', country, size],
    queryFn: ({ signal }) => call('GET /api/v1/front/events', { query: { country, size }, signal }),
    staleTime: hour_ms,
    retry: false,
  })

/** Radius of the search, in metres, and the number of car parks shown. */
const nearby = { radius: 10_000, sort: 'best', size: 4 } as const

/** The car parks around a place of a country. */
export const nearbyQuery = (
  country: CountryCode,
  place: { lat: number; lng: number } | undefined,
  window: BookingWindow & { vehicle: number },
) => ({ country, lat: place?.lat, lng: place?.lng, ...nearby, ...windowQuery(window) })

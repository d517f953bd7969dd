import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { hour_ms } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { type BookingWindow, windowQuery } from '#web/features/booking-window/window.ts'
import { isWaiting, useParks } from '#web/features/parks/api.ts'
import { readLookup } from '#web/features/places/lookup.ts'
import { useHydrating } from '#web/page/rendering.ts'
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

/** The places that the home page offers, as each has car parks to book. */
export const destinationsQuery = (language: Language, country: CountryCode) =>
  queryOptions({
    queryKey: ['destinations', language, country],
    queryFn: ({ signal }) => call('GET /api/v1/places/destinations', { query: { country }, signal }),
    staleTime: hour_ms,
  })

export function useDestinations(country: CountryCode) {
  const found = useQuery(destinationsQuery(useTranslation().language, country))
  return { places: found.data, failed: found.isError || isWaiting(found) }
}

/**
 * The reader's city if it is known, in the country and has car parks nearby, otherwise the first place that is offered;
 * undefined where none is.
 */
export function useHomePlace(code: CountryCode, window: BookingWindow & { vehicle: number }) {
  const isHydrating = useHydrating()
  const detected = isHydrating ? undefined : detectedPlace(code)
  const around = useParks(nearbyQuery(code, detected, window), { enabled: detected !== undefined })
  const own = around.data?.items.length === 0 ? undefined : detected
  const { places, failed } = useDestinations(code)
  return { place: own ?? places?.[0], isOwn: own !== undefined, isPending: places === undefined && !failed }
}

/** The position of the reader's IP address, if it is in the chosen country. */
function detectedPlace(country: string): { name: string; lat: number; lng: number } | undefined {
  const { city, countryCode, latitude, longitude } = readLookup()?.location ?? {}
  if (countryCode !== country || !city || latitude === undefined || longitude === undefined) return undefined
  return { name: city, lat: latitude, lng: longitude }
}

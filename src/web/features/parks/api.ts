import {
  keepPreviousData,
  queryOptions,
  skipToken,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { day_ms, minute_ms } from '#contract/time.ts'
import { call, type InputOf } from '#web/api/call.ts'
import { useTranslation } from '#web/page/translation.ts'

/** Query of the list of parks; undefined fields are omitted. */
export type ParksQuery = NonNullable<InputOf<'GET /api/v1/parks/front/parks/'>['query']>

/** Query of a map area. */
export type MapQuery = NonNullable<InputOf<'GET /api/v1/parks/front/map'>['query']>

export interface WindowQuery {
  /** RFC 3339, on the quarter hour. */
  start_time: string
  end_time: string
  vehicle_type_id: number
}

/** Prices and availability change, so they are refetched after this time. */
const liveMs = 20_000

const useLanguage = () => useTranslation().language

/** A page of parks. The previous one stays while another is loading, marked `isPlaceholderData`. */
export function useParks(query: ParksQuery, { enabled = true } = {}) {
  return useQuery({ ...parksQuery(useLanguage(), query), placeholderData: keepPreviousData, enabled })
}

export const parksQuery = (language: Language, query: ParksQuery) =>
  queryOptions({
    queryKey: ['parks', language, query],
    queryFn: ({ signal }) => call('GET /api/v1/parks/front/parks/', { query, signal }),
    staleTime: liveMs,
  })

/** Listed car parks by their IDs, in the same order; the last answer stays while another is loading. */
export function useChosenParks(
  ids: readonly string[] | undefined,
  { start, end, vehicle }: { start: Date; end: Date; vehicle: number },
) {
  const language = useLanguage()
  const query = {
    ids: (ids ?? []).join(','),
    start_time: start.toISOString(),
    end_time: end.toISOString(),
    vehicle_type_id: vehicle,
  }
  return useQuery({
    queryKey: ['parks', 'chosen', language, query],
    queryFn: async ({ signal }) => (await call('GET /api/v1/parks/front/chosen', { query, signal })).items,
    placeholderData: keepPreviousData,
    staleTime: liveMs,
    enabled: ids !== undefined && ids.length > 0,
  })
}

/** The parks of a map area; the previous ones stay while loading. Undefined disables the request. */
export function useParkMap(query: MapQuery | undefined) {
  const language = useLanguage()
  return useQuery({
    queryKey: ['park-map', language, query],
    queryFn: query === undefined ? skipToken : ({ signal }) => call('GET /api/v1/parks/front/map', { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: liveMs,
  })
}

/** A park by id, slug or code, with price and availability for the window. */
export function usePark(handle: string, query: WindowQuery) {
  return useQuery({
    ...parkQuery(useLanguage(), handle, query),
    placeholderData: (last) => (last && [last.id, last.slug, last.park_code].includes(handle) ? last : undefined),
    enabled: handle !== '',
  })
}

export const parkQuery = (language: Language, handle: string, query: WindowQuery) =>
  queryOptions({
    queryKey: ['park', language, handle, query],
    queryFn: ({ signal }) =>
      call('GET /api/v1/front/parks/{parkId}', { params: { parkId: handle }, query: { ...query }, signal }),
    staleTime: liveMs,
  })

/** The tariff of a vehicle type at a park. Fails with the specification's message without a park id. */
export function useRate(parkId: string | undefined, vehicleTypeId = 1, { enabled = true } = {}) {
  const { t, language } = useTranslation()
  return useQuery({
    queryKey: ['rate', language, parkId, vehicleTypeId],
    queryFn: ({ signal }) => {
      if (!parkId) throw new Error(t('park.id_required'))
      return call('GET /api/v1/front/parks/{parkId}/rate', {
        params: { parkId },
        query: { vehicle_type_id: vehicleTypeId },
        signal,
      })
    },
    enabled,
  })
}

/** The vehicle types; 1 is the car. */
export function useVehicleTypes() {
  return useQuery(vehicleTypesQuery(useLanguage()))
}

export const vehicleTypesQuery = (language: Language) =>
  queryOptions({
    queryKey: ['vehicle-types', language],
    queryFn: ({ signal }) => call('GET /api/v1/vehicles/public', { signal }),
    staleTime: day_ms,
  })

export const suggestionsOf = (language: string, text: string, country: string | undefined) =>
  queryOptions({
    queryKey: ['suggestions', language, country, text],
    queryFn: ({ signal }) => call('GET /api/v1/parks/front/suggest', { query: { q: text, country }, signal }),
    staleTime: day_ms,
  })

/** Major places of a country, suggested before the server responds. */
export const knownPlacesOf = (language: string, country: CountryCode) =>
  queryOptions({
    queryKey: ['known-places', language, country],
    queryFn: ({ signal }) => call('GET /api/v1/parks/front/suggest/known', { query: { country }, signal }),
    staleTime: day_ms,
  })

/** Returns a function that fetches the suggestions for a submitted text. */
export function useAskSuggestions(country: string | undefined) {
  const language = useLanguage()
  const client = useQueryClient()
  return (text: string) => client.fetchQuery(suggestionsOf(language, text.trim(), country))
}

/** Time zone of a place: that of the nearest park. Undefined while loading or without a place. */
export function usePlaceZone(place: { lat: number; lng: number } | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: ['place-zone', place?.lat, place?.lng],
    queryFn: ({ signal }) =>
      call('GET /api/v1/parks/front/parks/', { query: { lat: place?.lat, lng: place?.lng, size: 1 }, signal }),
    select: (page) => page.items[0]?.timezone,
    staleTime: day_ms,
    enabled: place !== undefined,
  })
  return data
}

/** A quote with price details, valid for ten minutes; undefined disables the request. */
export function useQuote(request: (WindowQuery & { park_id: string }) | undefined) {
  const language = useLanguage()
  return useQuery({
    queryKey: ['quote', language, request],
    queryFn:
      request === undefined
        ? skipToken
        : ({ signal }) => call('POST /api/v1/bookings/quote', { body: request, signal }),
    // Well below the ten minutes that a quote is valid.
    staleTime: minute_ms,
  })
}

/** Other times at which a park has space for the same duration; undefined disables the request. */
export function useOtherTimes(parkId: string | undefined, query: WindowQuery) {
  return useQuery({
    queryKey: ['park', 'other-times', parkId, query],
    queryFn:
      parkId === undefined
        ? skipToken
        : ({ signal }) =>
            call('GET /api/v1/front/parks/{parkId}/other-times', { params: { parkId }, query: { ...query }, signal }),
    staleTime: liveMs,
    // Optional content, so not retried.
    retry: false,
  })
}

type Waiting = Pick<UseQueryResult, 'data' | 'isPlaceholderData' | 'fetchStatus'>

/** Whether a query is paused because the device is offline, which would otherwise look like loading. */
export const isWaiting = ({ data, isPlaceholderData, fetchStatus }: Waiting): boolean =>
  (data === undefined || isPlaceholderData) && fetchStatus === 'paused'

import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { PlaceKind } from '#contract/places/browse.ts'
import type { Language } from '#contract/places/places.ts'
import { hour_ms } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { useTranslation } from '#web/page/translation.ts'

export interface PlacesQuery {
  country: string
  state: string | undefined
  search: string | undefined
  page: number
  size: number
}

/** A page of places of a type; the previous one stays while loading. */
export function usePlaces(kind: PlaceKind, query: PlacesQuery) {
  const { language } = useTranslation()
  return useQuery({ ...placesQuery(language, kind, query), placeholderData: keepPreviousData })
}

export const placesQuery = (language: Language, kind: PlaceKind, query: PlacesQuery) =>
  queryOptions({
    queryKey: ['places', language, kind, query],
    queryFn: ({ signal }) => call('GET /api/v1/places/{kind}', { params: { kind }, query: { ...query }, signal }),
    staleTime: hour_ms,
  })

/** A place and the car parks around it. */
export function usePlace(kind: PlaceKind, slug: string) {
  return useQuery({ ...placeQuery(useTranslation().language, kind, slug), enabled: slug !== '' })
}

export const placeQuery = (language: Language, kind: PlaceKind, slug: string) =>
  queryOptions({
    queryKey: ['place', language, kind, slug],
    queryFn: ({ signal }) => call('GET /api/v1/places/{kind}/{slug}', { params: { kind, slug }, signal }),
  })

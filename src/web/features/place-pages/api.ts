import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getPlace, listPlaces, type PlaceKind } from '#contract/browse.ts'
import { call } from '#web/lib/call.ts'
import { useTranslation } from '#web/lib/translation.ts'

export interface PlacesQuery {
  country: string
  state: string | undefined
  search: string | undefined
  page: number
  size: number
}

const hourMs = 60 * 60_000

/** A page of places of a type; the previous one stays while loading. */
export function usePlaces(kind: PlaceKind, query: PlacesQuery) {
  const { language } = useTranslation()
  return useQuery({
    queryKey: ['places', language, kind, query],
    queryFn: ({ signal }) => call(listPlaces, { params: { kind }, query: { ...query }, signal }),
    placeholderData: keepPreviousData,
    staleTime: hourMs,
  })
}

/** A place and the car parks around it. */
export function usePlace(kind: PlaceKind, slug: string) {
  const { language } = useTranslation()
  return useQuery({
    queryKey: ['place', language, kind, slug],
    queryFn: ({ signal }) => call(getPlace, { params: { kind, slug }, signal }),
    enabled: slug !== '',
  })
}

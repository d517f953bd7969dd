import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { EventKind } from '#contract/events/events.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { minute_ms } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { storeAnswer } from '#web/api/storeAnswer.ts'
import { useTranslation } from '#web/page/translation.ts'

export interface EventsQuery {
  country?: CountryCode | undefined
  kind?: EventKind | undefined
  /** First and last day in the venue's time zone. */
  from?: string | undefined
  to?: string | undefined
  text?: string | undefined
  /** `lat,lng` */
  near?: string | undefined
  page?: number | undefined
  size?: number | undefined
}

/** Upcoming events, soonest first; the previous page stays while the next is loading. */
export function useEvents(query: EventsQuery, { enabled = true } = {}) {
  const { language } = useTranslation()
  return useQuery({ ...eventsQuery(language, query), placeholderData: keepPreviousData, enabled })
}

export const eventsQuery = (language: Language, query: EventsQuery) =>
  queryOptions({
    queryKey: ['events', language, query],
    queryFn: ({ signal }) => call('GET /api/v1/front/events', { query: { ...query }, signal }),
    staleTime: 5 * minute_ms,
  })

const eventKey = (language: string, eventCode: string) => ['event', language, eventCode.toUpperCase()]

/** An event; a private one only while its grant is valid. */
export function useEvent(eventCode: string) {
  return useQuery({ ...eventQuery(useTranslation().language, eventCode), enabled: eventCode !== '' })
}

export const eventQuery = (language: Language, eventCode: string) =>
  queryOptions({
    queryKey: eventKey(language, eventCode),
    queryFn: ({ signal }) =>
      call('GET /api/v1/front/events/{event_code}', { params: { event_code: eventCode }, signal }),
  })

/** Availability changes, so it is refetched at this interval. */
const liveMs = minute_ms

interface EventParksQuery {
  vehicle_type_id?: number | undefined
  page?: number
  size?: number
}

/** The car parks around an event, for its window. */
export function useEventParks(eventCode: string, query: EventParksQuery, enabled: boolean) {
  const { language } = useTranslation()
  return useQuery({ ...eventParksQuery(language, eventCode, query), placeholderData: keepPreviousData, enabled })
}

export const eventParksQuery = (language: Language, eventCode: string, query: EventParksQuery) =>
  queryOptions({
    queryKey: ['event', language, eventCode.toUpperCase(), 'parks', query],
    queryFn: ({ signal }) =>
      call('GET /api/v1/front/events/{event_code}/parks', {
        params: { event_code: eventCode },
        query: { ...query },
        signal,
      }),
    staleTime: liveMs,
  })

/** Opens a private event; the grant is an HttpOnly cookie. */
export function useOpenPrivateEvent() {
  const { language } = useTranslation()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (code: string) => call('POST /api/v1/events/private-access', { body: { code } }),
    networkMode: 'always',
    onSuccess: ({ event }) => storeAnswer(queries, eventKey(language, event.event_code), event),
  })
}

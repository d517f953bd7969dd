import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CountryCode } from '#contract/places.ts'
import { type EventKind, getEvent, listEventParks, listEvents, openPrivateEvent } from '#contract/events.ts'
import { call } from '#web/lib/call.ts'
import { useTranslation } from '#web/lib/translation.ts'

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
  return useQuery({
    queryKey: ['events', language, query],
    queryFn: ({ signal }) => call(listEvents, { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    enabled,
  })
}

const eventKey = (language: string, eventCode: string) => ['event', language, eventCode.toUpperCase()]

/** An event; a private one only while its grant is valid. */
export function useEvent(eventCode: string) {
  const { language } = useTranslation()
  return useQuery({
    queryKey: eventKey(language, eventCode),
    queryFn: ({ signal }) => call(getEvent, { params: { event_code: eventCode }, signal }),
    enabled: eventCode !== '',
  })
}

/** Availability changes, so it is refetched at this interval. */
const liveMs = 60_000

/** The car parks around an event, for its window. */
export function useEventParks(
  eventCode: string,
  query: { vehicle_type_id?: number | undefined; page?: number; size?: number },
  enabled: boolean,
) {
  const { language } = useTranslation()
  return useQuery({
    queryKey: ['event', language, eventCode.toUpperCase(), 'parks', query],
    queryFn: ({ signal }) => call(listEventParks, { params: { event_code: eventCode }, query: { ...query }, signal }),
    placeholderData: keepPreviousData,
    staleTime: liveMs,
    enabled,
  })
}

/** Opens a private event; the grant is an HttpOnly cookie. */
export function useOpenPrivateEvent() {
  const { language } = useTranslation()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (code: string) => call(openPrivateEvent, { body: { code } }),
    networkMode: 'always',
    onSuccess: ({ event }) => queries.setQueryData(eventKey(language, event.event_code), event),
  })
}

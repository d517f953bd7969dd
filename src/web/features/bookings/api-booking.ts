import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Booking, BookingDetails } from '#contract/bookings/bookings.ts'
import { minute_ms } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { useTranslation } from '#web/page/translation.ts'
import { useCachedPages } from './api-offline.ts'
import { bookingsKey } from './api.ts'
import { findOfflineBooking, storeOffline } from './pass/offline.ts'
import { needsPass } from './phase.ts'

/*
 * Single bookings, with their copies on the device. Kept apart from the lists (`api.ts`), which many pages load,
 * because reading a copy needs its schema.
 */

/** A saved pass is refetched after this long when its owner opens the list. */
const passFresh_ms = 10 * minute_ms
const passesCached = 6

const useLanguage = () => useTranslation().language

const bookingOptions = (code: string, language: string) =>
  queryOptions({
    queryKey: [...bookingsKey, 'one', code, language],
    queryFn: async ({ signal }): Promise<BookingDetails> => {
      const booking = await call('GET /api/v1/bookings/{bookingCode}', { params: { bookingCode: code }, signal })
      storeOffline(booking)
      return booking
    },
    networkMode: 'always',
  })

/** One booking: first this device's copy, then the server's. `dataUpdatedAt` gives its age. */
export function useBooking(code: string) {
  const language = useLanguage()
  const query = useQuery({
    ...bookingOptions(code, language),
    staleTime: 0,
    initialData: () => findOfflineBooking(code)?.booking,
    initialDataUpdatedAt: () => findOfflineBooking(code)?.saved_at,
  })
  const owner = useProfile().data?.id
  const { data } = query
  useEffect(() => {
    // The user may become known after the booking has loaded; nothing is saved before.
    if (owner !== undefined && data !== undefined && findOfflineBooking(data.id) === undefined) storeOffline(data)
  }, [owner, data])
  return query
}

/** Saves the passes of these bookings on this device for use offline. */
export function useOfflinePasses(bookings: readonly Booking[] | undefined): void {
  const language = useLanguage()
  const queries = useQueryClient()
  useCachedPages((bookings ?? []).some((booking) => needsPass(booking, new Date())))
  useEffect(() => {
    const needed = (bookings ?? []).filter((booking) => needsPass(booking, new Date())).slice(0, passesCached)
    for (const { booking_code, id } of needed) {
      const age_ms = Date.now() - (findOfflineBooking(id)?.saved_at ?? 0)
      if (age_ms > passFresh_ms) void queries.prefetchQuery({ ...bookingOptions(booking_code, language), retry: false })
    }
  }, [bookings, language, queries])
}

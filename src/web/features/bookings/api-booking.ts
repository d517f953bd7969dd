import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { getBooking, type Booking, type BookingDetails } from '#contract/bookings.ts'
import { call } from '#web/lib/call.ts'
import { useProfile } from '#web/lib/useProfile.ts'
import { bookingsKey } from './api.ts'
import { findKept, keepOffline } from '#web/features/bookings/pass/offline.ts'
import { needsPass } from './phase.ts'

/*
 * A booking by itself, with what of it is kept on the device. What was kept is read by its schema, so this comes apart
 * from the lists (`api.ts`), which many pages ask for.
 */

/** A pass on this device is asked for again after this long, when its owner looks at the list. */
const passFresh_ms = 10 * 60_000
const passesKept = 6

const useLanguage = () => useTranslation().i18n.language

const bookingOptions = (code: string, language: string) =>
  queryOptions({
    queryKey: [...bookingsKey, 'one', code, language],
    queryFn: async ({ signal }): Promise<BookingDetails> => {
      const booking = await call(getBooking, { params: { bookingCode: code }, signal })
      keepOffline(booking)
      return booking
    },
    networkMode: 'always',
  })

/** One booking, whole: at once as this device has it, then from the server. `dataUpdatedAt` tells how old it is. */
export function useBooking(code: string) {
  const language = useLanguage()
  const query = useQuery({
    ...bookingOptions(code, language),
    staleTime: 0,
    initialData: () => findKept(code)?.booking,
    initialDataUpdatedAt: () => findKept(code)?.saved_at,
  })
  const owner = useProfile().data?.id
  const { data } = query
  useEffect(() => {
    // Who it is may be told after the booking: until then nothing was kept.
    if (owner !== undefined && data !== undefined && findKept(data.id) === undefined) keepOffline(data)
  }, [owner, data])
  return query
}

/** Keeps the passes of these bookings on this device, so that they open where there is no network. */
export function useKeepPasses(bookings: readonly Booking[] | undefined): void {
  const language = useLanguage()
  const queries = useQueryClient()
  useEffect(() => {
    const needed = (bookings ?? []).filter((booking) => needsPass(booking, new Date())).slice(0, passesKept)
    for (const { booking_code, id } of needed) {
      const age_ms = Date.now() - (findKept(id)?.saved_at ?? 0)
      if (age_ms > passFresh_ms) void queries.prefetchQuery({ ...bookingOptions(booking_code, language), retry: false })
    }
  }, [bookings, language, queries])
}

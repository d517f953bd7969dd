import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Booking } from '#contract/bookings/bookings.ts'
import { call } from '#web/api/call.ts'
import { useSignedIn } from '#web/api/session.ts'
import { useTranslation } from '#web/page/translation.ts'

export const bookingsKey = ['bookings'] as const

/** In the order of the tabs. */
export const bookingTabs = ['upcoming', 'current', 'past', 'cancelled'] as const
export type BookingTab = (typeof bookingTabs)[number]

const pageSize = 10

const useLanguage = () => useTranslation().language

/** A page of one's own bookings or holds; idle for visitors. */
export function useBookings(tab: BookingTab | 'pending', page = 1, { enabled = true, refetchInterval = 0 } = {}) {
  const language = useLanguage()
  const signedIn = useSignedIn()
  return useQuery({
    queryKey: [...bookingsKey, 'list', tab, language, page],
    queryFn: ({ signal }) =>
      call('GET /api/v1/bookings/list', { query: { status_filter: tab, page, size: pageSize }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // Fails immediately without a network, so that the saved copies are shown.
    networkMode: 'always',
    enabled: enabled && signedIn,
    refetchInterval: refetchInterval > 0 && refetchInterval,
  })
}

export const outstandingKey = [...bookingsKey, 'outstanding'] as const

/** Statuses in which a booking can have an outstanding balance. */
const outstandingStatuses = ['overstayed', 'completed'] as const
/** The next payment settles an outstanding balance, so it belongs to one of the latest bookings. */
const outstandingPageSize = 50

/** One's own bookings with an outstanding balance; idle for visitors. */
export function useOutstandingBookings() {
  const language = useLanguage()
  const signedIn = useSignedIn()
  return useQuery({
    queryKey: [...outstandingKey, language],
    queryFn: async ({ signal }): Promise<Booking[]> => {
      const pages = await Promise.all(
        outstandingStatuses.map((status_filter) =>
          call('GET /api/v1/bookings/list', { query: { status_filter, size: outstandingPageSize }, signal }),
        ),
      )
      return pages.flatMap(({ items }) => items).filter(({ due }) => due > 0)
    },
    enabled: signedIn,
    networkMode: 'always',
  })
}

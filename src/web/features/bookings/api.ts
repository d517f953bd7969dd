import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listBookings } from '#contract/bookings.ts'
import { call } from '#web/lib/call.ts'
import { useSignedIn } from '#web/lib/session.ts'

export const bookingsKey = ['bookings'] as const

/** The four views of one's bookings, in the order of the tabs. */
export const bookingTabs = ['upcoming', 'current', 'past', 'cancelled'] as const
export type BookingTab = (typeof bookingTabs)[number]

const pageSize = 10

const useLanguage = () => useTranslation().i18n.language

/** A page of one's own bookings, or of the spaces that are held for one; idle for visitors. */
export function useBookings(tab: BookingTab | 'pending', page = 1, { enabled = true } = {}) {
  const language = useLanguage()
  const signedIn = useSignedIn()
  return useQuery({
    queryKey: [...bookingsKey, 'list', tab, language, page],
    queryFn: ({ signal }) => call(listBookings, { query: { status_filter: tab, page, size: pageSize }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // Without a network it fails at once, so that what is saved here can be shown.
    networkMode: 'always',
    enabled: enabled && signedIn,
  })
}

export { groupCode } from '#web/features/bookings/pass/code.ts'

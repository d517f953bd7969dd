import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Booking, BookingDetails } from '#contract/bookings/bookings.ts'
import type { Page } from '#contract/fields.ts'
import { CallError } from '#web/api/call.ts'
import { requestNames, sendOnce } from '#web/api/pendingRequests.ts'
import { changeAnswers, storeAnswer } from '#web/api/storeAnswer.ts'
import { walletKey } from '#web/features/topup/api.ts'
import { useTranslation } from '#web/page/translation.ts'
import { toast } from '#web/ui/overlay/toast.ts'
import { bookingsKey } from '../api.ts'
import { storeOffline } from '../pass/offline.ts'

interface BookingChange<Body, Answer> {
  /** Identifies the change; at most one request of each name is pending for a booking. */
  name: string
  send: (body: Body, retryKey: string) => Promise<Answer>
  /** The changed booking in the response. */
  result: (answer: Answer) => Booking | undefined
  /** Optimistic update, undone if the request fails. */
  predict?: (body: Body) => Partial<BookingDetails>
}

/**
 * Mutation that changes a booking: updates the caches optimistically, retries under one Idempotency-Key, and tells the
 * driver if the booking has meanwhile changed elsewhere.
 */
export function useBookingChange<Body, Answer>(
  id: string,
  { name, send, result, predict }: BookingChange<Body, Answer>,
) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const request = requestNames.changeBooking(name, id)
  return useMutation({
    mutationFn: (body: Body) => sendOnce(request, { body }, send),
    // Fails immediately without a network, instead of being sent minutes later.
    networkMode: 'always',
    onMutate: async (body) => {
      if (predict === undefined) return undefined
      const before = queries.getQueriesData<BookingDetails>({ queryKey: [...bookingsKey, 'one'] })
      await updateCaches(queries, id, predict(body))
      return before
    },
    onError: async (error, _body, before) => {
      for (const [key, booking] of before ?? []) if (booking?.id === id) await storeAnswer(queries, key, booking)
      if (hasChanged(error)) toast(t('bookings.updated'), { tone: 'info' })
    },
    onSuccess: async (answer) => {
      const booking = result(answer)
      if (booking !== undefined) await updateCaches(queries, booking.id, booking)
      // Update the offline copy now: the refetch may not arrive before the network goes.
      for (const [, saved] of queries.getQueriesData<BookingDetails>({ queryKey: [...bookingsKey, 'one'] }))
        if (saved?.id === id) storeOffline(saved)
    },
    // Not awaited, so that the answer shows before the lists have been refetched.
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: bookingsKey })
      void queries.invalidateQueries({ queryKey: walletKey })
    },
  })
}

/** The booking is no longer in the state that this page shows. */
const hasChanged = (error: unknown): boolean => error instanceof CallError && error.code === 'invalid_transition'

/** Merges a change into the cached booking and the cached lists. */
async function updateCaches(queries: QueryClient, id: string, change: Partial<BookingDetails>): Promise<void> {
  await changeAnswers<BookingDetails>(queries, { queryKey: [...bookingsKey, 'one'] }, (booking) =>
    booking?.id === id ? { ...booking, ...change } : booking,
  )
  await changeAnswers<Page<Booking>>(queries, { queryKey: [...bookingsKey, 'list'] }, (page) =>
    page === undefined
      ? page
      : { ...page, items: page.items.map((item) => (item.id === id ? { ...item, ...change } : item)) },
  )
}

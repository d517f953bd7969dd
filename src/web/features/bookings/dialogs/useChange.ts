import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Booking, BookingDetails } from '#contract/bookings.ts'
import type { Page } from '#contract/page.ts'
import { walletKey } from '#web/features/topup/api.ts'
import { CallError } from '#web/lib/call.ts'
import { toast } from '#web/ui/toast.ts'
import { bookingsKey } from '#web/features/bookings/api.ts'
import { beginWish, endWish, isUnsure } from '#web/features/bookings/intent.ts'
import { keepOffline } from '#web/features/bookings/pass/offline.ts'

interface Change<Want, Answer> {
  /** What is done, in a word: a wish of each kind at a time. */
  name: string
  send: (want: Want, retryKey: string) => Promise<Answer>
  /** The booking as the answer has it. */
  result: (answer: Answer) => Booking | undefined
  /** What shows at once; taken back when it is refused. */
  guess?: (want: Want) => Partial<BookingDetails>
}

/**
 * One change of a booking: shown at once where it can be guessed, sent with a key that is the same until it is answered,
 * and taken back when it fails. What another tab or the clock has changed meanwhile is fetched, and said.
 */
export function useChange<Want, Answer>(id: string, { name, send, result, guess }: Change<Want, Answer>) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const wish = `${name}:${id}`
  return useMutation({
    mutationFn: async (want: Want) => {
      const { key } = beginWish(wish, want)
      try {
        const answer = await send(want, key)
        endWish(wish)
        return answer
      } catch (error) {
        if (!isUnsure(error)) endWish(wish)
        throw error
      }
    },
    // Without a network it fails at once: nothing is sent by itself minutes later.
    networkMode: 'always',
    onMutate: async (want) => {
      if (guess === undefined) return undefined
      // What is on its way was asked for before, and would undo what is shown now.
      await queries.cancelQueries({ queryKey: bookingsKey })
      const before = queries.getQueriesData<BookingDetails>({ queryKey: [...bookingsKey, 'one'] })
      patch(queries, id, guess(want))
      return before
    },
    onError: (error, _want, before) => {
      for (const [key, known] of before ?? []) if (known?.id === id) queries.setQueryData(key, known)
      if (hasChanged(error)) toast(t('bookings.changed_meanwhile'), { tone: 'info' })
    },
    onSuccess: (answer) => {
      const booking = result(answer)
      if (booking !== undefined) patch(queries, booking.id, booking)
      // What is fetched anew may not arrive before the network goes.
      for (const [, known] of queries.getQueriesData<BookingDetails>({ queryKey: [...bookingsKey, 'one'] }))
        if (known?.id === id) keepOffline(known)
    },
    // Not awaited: the answer is shown before the lists are fresh.
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: bookingsKey })
      void queries.invalidateQueries({ queryKey: walletKey })
    },
  })
}

/** The booking is not in the state that this page shows: another tab was faster, or the clock. */
const hasChanged = (error: unknown): boolean => error instanceof CallError && error.code === 'invalid_transition'

/** Puts what is known of a booking wherever it stands: its page, and the lists. */
function patch(queries: QueryClient, id: string, change: Partial<BookingDetails>): void {
  queries.setQueriesData<BookingDetails>({ queryKey: [...bookingsKey, 'one'] }, (known) =>
    known?.id === id ? { ...known, ...change } : known,
  )
  queries.setQueriesData<Page<Booking>>({ queryKey: [...bookingsKey, 'list'] }, (known) =>
    known === undefined
      ? known
      : { ...known, items: known.items.map((item) => (item.id === id ? { ...item, ...change } : item)) },
  )
}

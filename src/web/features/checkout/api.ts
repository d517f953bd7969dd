import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { createBooking, quoteBooking, quoteMinutes, type Quote } from '#contract/bookings.ts'
import { walletKey } from '#web/features/topup/api.ts'
import { call } from '#web/lib/call.ts'
import type { Intent } from './intent.ts'
import { readSession, removeSession, writeSession } from '#web/lib/tab.ts'

export interface Want {
  park_id: string
  vehicle_type_id: number
  /** RFC 3339, on the quarter hour. */
  start_time: string
  end_time: string
}

export interface Held {
  quote: Quote
  /** The price holds until then: ms of this device's clock, whatever the server's says. */
  until: number
}

const key = 'checkout_quote'
/** A kept quote with less time than this left is not worth showing. */
const least_ms = 60_000

interface KeptQuote {
  language: string
  want: Want
  held: Held
}

const readQuote = (): KeptQuote | undefined => {
  const kept = readSession(key) as Partial<KeptQuote> | undefined
  const holds = typeof kept?.held?.until === 'number' && kept.held.until - Date.now() > least_ms
  return holds ? (kept as KeptQuote) : undefined
}

/** The arrival of the price that this tab holds, when it is the one asked for. */
export function findHeldStart(start: string | null): Date | undefined {
  const held = readQuote()?.want.start_time
  return held !== undefined && start !== null && Date.parse(held) === Date.parse(start) ? new Date(held) : undefined
}

/**
 * The price of a window in lines, held for ten minutes. It is asked for once and stays the same over a reload, a login and
 * a top-up, until its time is over or `requote` asks anew.
 */
export function useHeldQuote(want: Want) {
  const language = useTranslation().i18n.language
  const query = useQuery({
    queryKey: ['quote', 'held', language, want],
    queryFn: async ({ signal }): Promise<Held> => {
      const kept = readQuote()
      if (kept?.language === language && JSON.stringify(kept.want) === JSON.stringify(want)) return kept.held
      const asked_at = Date.now()
      const quote = await call(quoteBooking, { body: want, signal })
      const held = { quote, until: asked_at + quoteMinutes * 60_000 }
      writeSession(key, { language, want, held } satisfies KeptQuote)
      return held
    },
    placeholderData: keepPreviousData,
    staleTime: ({ state }) => Math.max(0, (state.data?.until ?? 0) - Date.now()),
    gcTime: quoteMinutes * 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    networkMode: 'always',
  })
  const requote = () => {
    removeSession(key)
    return query.refetch()
  }
  return { ...query, requote }
}

/** Books and pays. The intent's key makes every sending of it the same booking. */
export function useCreateBooking() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ body, key: retryKey }: Intent) => call(createBooking, { body, retryKey }),
    // Without a network it fails at once: nothing is booked by itself minutes later.
    networkMode: 'always',
    onSuccess: () => {
      removeSession(key)
      // Spaces and price are asked for anew the next time, not while the driver is on the way to the pass.
      void queries.invalidateQueries({ queryKey: ['quote', 'held'], refetchType: 'none' })
      for (const queryKey of [walletKey, ['bookings'], ['park'], ['parks']])
        void queries.invalidateQueries({ queryKey })
    },
  })
}

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  type Booking,
  createBooking,
  holdSpace,
  listBookings,
  quoteBooking,
  quoteMinutes,
  releaseHold,
  type Quote,
} from '#contract/bookings.ts'
import { checkIn } from '#contract/booking-changes.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { walletKey } from '#web/features/topup/api.ts'
import { call } from '#web/lib/call.ts'
import { useSignedIn } from '#web/lib/session.ts'
import { readSession, removeSession, writeSession } from '#web/lib/tab.ts'

export type BookingBody = BodyOf<typeof createBooking>
export type HoldBody = BodyOf<typeof holdSpace>

interface RequestOf<Body> {
  body: Body
  /** The Idempotency-Key: repeating the request with it has no second effect. */
  retryKey: string
}

export interface Want {
  park_id: string
  vehicle_type_id: number
  /** RFC 3339, on the quarter hour. */
  start_time: string
  end_time: string
  promo_code?: string
  /** What the stay is for. */
  event_code?: string
  /** Where free minutes count once for a plate. */
  plate?: string
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
  /** A price with a promo code holds for the person who asked. */
  owner: string
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
 * a top-up, until its time is over or `requote` asks anew. `account` is the id of whoever is signed in, or empty.
 */
export function useHeldQuote(want: Want, account: string) {
  const language = useTranslation().i18n.language
  const owner = want.promo_code === undefined ? '' : account
  const query = useQuery({
    queryKey: ['quote', 'held', language, want, owner],
    queryFn: async ({ signal }): Promise<Held> => {
      const kept = readQuote()
      const same = kept?.language === language && kept.owner === owner
      if (same && JSON.stringify(kept.want) === JSON.stringify(want)) return kept.held
      const asked_at = Date.now()
      const quote = await call(quoteBooking, { body: want, signal })
      const held = { quote, until: asked_at + quoteMinutes * 60_000 }
      writeSession(key, { language, want, owner, held } satisfies KeptQuote)
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

/** What a booking or a hold changes: the spaces, the wallet, the lists. */
function useForgetStale() {
  const queries = useQueryClient()
  return () => {
    removeSession(key)
    // Spaces and price are asked for anew the next time, not while the driver is on the way to the pass.
    void queries.invalidateQueries({ queryKey: ['quote', 'held'], refetchType: 'none' })
    for (const queryKey of [walletKey, ['bookings'], ['park'], ['parks']]) void queries.invalidateQueries({ queryKey })
  }
}

/** Books and pays. */
export function useCreateBooking() {
  return useMutation({
    mutationFn: ({ body, retryKey }: RequestOf<BookingBody>) => call(createBooking, { body, retryKey }),
    // Fails immediately without a network, instead of booking minutes later.
    networkMode: 'always',
    onSuccess: useForgetStale(),
  })
}

/** Takes the space for ten minutes, at the quoted price. */
export function useHoldSpace() {
  return useMutation({
    mutationFn: ({ body, retryKey }: RequestOf<HoldBody>) => call(holdSpace, { body, retryKey }),
    networkMode: 'always',
    onSuccess: useForgetStale(),
  })
}

/** Gives a held space up. */
export function useReleaseHold() {
  return useMutation({
    mutationFn: (id: string) => call(releaseHold, { params: { id } }),
    networkMode: 'always',
    onSuccess: useForgetStale(),
  })
}

/** Says that the car has come, by the code at the gate. */
export function useCheckIn() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, park_code }: { id: string; park_code: string }) =>
      call(checkIn, { params: { id }, body: { park_code } }),
    networkMode: 'always',
    onSuccess: () => queries.invalidateQueries({ queryKey: ['bookings'] }),
  })
}

/** Stays that went on past their end and left something owing. */
const owingStatuses = ['overstayed', 'completed'] as const
/** A debt is paid at the next booking, so it is one of the last. */
const owingPage = 50

/** One's own bookings that left something owing: it is paid before the next one. */
export function useDebts() {
  const language = useTranslation().i18n.language
  const signedIn = useSignedIn()
  return useQuery({
    queryKey: ['bookings', 'debts', language],
    queryFn: async ({ signal }): Promise<Booking[]> => {
      const pages = await Promise.all(
        owingStatuses.map((status_filter) => call(listBookings, { query: { status_filter, size: owingPage }, signal })),
      )
      return pages.flatMap(({ items }) => items).filter(({ due }) => due > 0)
    },
    enabled: signedIn,
    networkMode: 'always',
  })
}

export { useInHand } from './useInHand.ts'

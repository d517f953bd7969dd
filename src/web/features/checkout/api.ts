import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { quoteMinutes } from '#contract/bookings/booking-rules.ts'
import type { createBooking, holdSpace, createQuote, Quote } from '#contract/bookings/bookings.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { minute_ms } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { walletKey } from '#web/features/topup/api.ts'
import { useTranslation } from '#web/page/translation.ts'
import { readTabValue, removeTabValue, writeTabValue } from '#web/storage/tabStorage.ts'

export type BookingBody = BodyOf<typeof createBooking>
export type HoldBody = BodyOf<typeof holdSpace>

interface RequestOf<Body> {
  body: Body
  /** The Idempotency-Key: repeating the request with it has no second effect. */
  retryKey: string
}

export type QuoteRequest = BodyOf<typeof createQuote>

export interface QuoteOffer {
  quote: Quote
  /** End of the price guarantee, in ms of this device's clock. */
  until: number
}

const storageKey = 'checkout_quote'
/** A saved quote that expires sooner is not shown. */
const leastRemaining_ms = minute_ms

interface SavedQuote {
  language: string
  request: QuoteRequest
  /** A quote with a promo code is valid for this account only; empty otherwise. */
  owner: string
  offer: QuoteOffer
}

const readQuote = (): SavedQuote | undefined => {
  const saved = readTabValue(storageKey) as Partial<SavedQuote> | undefined
  const isValid = typeof saved?.offer?.until === 'number' && saved.offer.until - Date.now() > leastRemaining_ms
  return isValid ? (saved as SavedQuote) : undefined
}

/** `start` as a date if this tab has a valid quote for a booking that starts then. */
export function findQuotedStart(start: string | null): Date | undefined {
  const quoted = readQuote()?.request.start_time
  return quoted !== undefined && start !== null && Date.parse(quoted) === Date.parse(start)
    ? new Date(quoted)
    : undefined
}

/**
 * The quote of a booking, valid for ten minutes. It is saved in the tab and survives a reload, a login and a top-up
 * until it expires or `requote` is called. `account` is the id of the signed-in user, or empty.
 */
export function useQuote(request: QuoteRequest, account: string) {
  const { language } = useTranslation()
  const owner = request.promo_code === undefined ? '' : account
  const query = useQuery({
    queryKey: ['quote', 'held', language, request, owner],
    queryFn: async ({ signal }): Promise<QuoteOffer> => {
      const saved = readQuote()
      const isSame = saved?.language === language && saved.owner === owner
      if (isSame && JSON.stringify(saved.request) === JSON.stringify(request)) return saved.offer
      const requestedAt = Date.now()
      const quote = await call('POST /api/v1/bookings/quote', { body: request, signal })
      const offer = { quote, until: requestedAt + quoteMinutes * minute_ms }
      writeTabValue(storageKey, { language, request, owner, offer } satisfies SavedQuote)
      return offer
    },
    placeholderData: keepPreviousData,
    staleTime: ({ state }) => Math.max(0, (state.data?.until ?? 0) - Date.now()),
    gcTime: quoteMinutes * minute_ms,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    networkMode: 'always',
  })
  const requote = () => {
    removeTabValue(storageKey)
    return query.refetch()
  }
  return { ...query, requote }
}

/** Invalidates what a booking or a hold changes: spaces, wallet, bookings, and the quote. */
export function useInvalidateAfterBooking() {
  const queries = useQueryClient()
  return () => {
    removeTabValue(storageKey)
    // Not refetched now: the driver is on the way to the pass.
    void queries.invalidateQueries({ queryKey: ['quote', 'held'], refetchType: 'none' })
    for (const queryKey of [walletKey, ['bookings'], ['park'], ['parks']]) void queries.invalidateQueries({ queryKey })
  }
}

/** Books and pays. */
export function useCreateBooking() {
  return useMutation({
    mutationFn: ({ body, retryKey }: RequestOf<BookingBody>) => call('POST /api/v1/bookings', { body, retryKey }),
    // Fails immediately without a network, instead of booking minutes later.
    networkMode: 'always',
    onSuccess: useInvalidateAfterBooking(),
  })
}

/** Holds the space for ten minutes at the quoted price. */
export function useHoldSpace() {
  return useMutation({
    mutationFn: ({ body, retryKey }: RequestOf<HoldBody>) => call('POST /api/v1/bookings/holds', { body, retryKey }),
    networkMode: 'always',
    onSuccess: useInvalidateAfterBooking(),
  })
}

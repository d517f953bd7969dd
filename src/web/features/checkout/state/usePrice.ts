import { useState } from 'react'
import { type QuoteRequest, useQuote } from '../api.ts'

/** A quote that was requested again. */
interface Requote {
  /** The request, as JSON. */
  request: string
  /** The quote that no longer applies. */
  quote_id: string
  /** The total shown until then. */
  before: number
  /** Requested because of another plate; reported only if the price changes. */
  forPlate: boolean
}

/**
 * The current quote, and how its price changed if it was requested again. `moveStart` moves a window whose start has
 * passed and returns whether it did; the new window then gets a quote of its own.
 */
export function usePrice(request: QuoteRequest, account: string, moveStart: () => boolean) {
  const { data: offer, requote: refetch, isFetching, isPlaceholderData, isError, error } = useQuote(request, account)
  const [requoted, setRequoted] = useState<Requote>()
  const requestJson = JSON.stringify(request)
  const isCurrent = offer !== undefined && !isPlaceholderData && !isFetching && !isError
  const change =
    isCurrent && requoted?.request === requestJson && requoted.quote_id !== offer.quote.quote_id
      ? { before: requoted.before, after: offer.quote.total, forPlate: requoted.forPlate }
      : undefined
  const needsAcceptance = change !== undefined && change.after > change.before

  const recordRequote = (next: QuoteRequest, forPlate: boolean) => {
    if (offer === undefined || isPlaceholderData) return
    const before = needsAcceptance ? change.before : offer.quote.total
    setRequoted({ request: JSON.stringify(next), quote_id: offer.quote.quote_id, before, forPlate })
  }

  /** Requests a new quote. A changed price is reported, and a higher one has to be accepted. */
  const requote = async (next: QuoteRequest = request) => {
    if (moveStart()) return
    recordRequote(next, false)
    if (JSON.stringify(next) === requestJson) await refetch()
  }

  return {
    /** The latest quote; of the previous request while a new one is loading. */
    offer,
    error: isError && !isFetching ? error : undefined,
    /** Whether `offer` belongs to the current request and is still valid. */
    isCurrent,
    isLoading: isFetching,
    change: change?.forPlate && change.after === change.before ? undefined : change,
    needsAcceptance,
    accept: () => setRequoted(undefined),
    requote,
    /** Announces a request for another plate, whose free minutes may be used up. */
    expectPlate: (next: QuoteRequest) => recordRequote(next, true),
  }
}

export type Price = ReturnType<typeof usePrice>

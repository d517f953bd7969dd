import { useState } from 'react'
import { useHeldQuote, type Want } from './api.ts'

/** A price that had to be asked for again. */
interface Asked {
  /** The window, vehicle and code that it is about. */
  want: string
  /** The quote that no longer counts. */
  quote_id: string
  /** What stood on screen until then. */
  before: number
  /** It is asked for another plate: told only where that makes a difference. */
  plate?: boolean
}

/**
 * The held price, and what happened to it when it had to be asked for again. `refit` moves a window whose beginning has
 * passed and says whether it did: then the price of the new one is asked for by itself.
 */
export function usePrice(want: Want, account: string, refit: () => boolean) {
  const { data: held, requote: ask, isFetching, isPlaceholderData, isError, error } = useHeldQuote(want, account)
  const [asked, setAsked] = useState<Asked>()
  const wanted = JSON.stringify(want)
  const fresh = held !== undefined && !isPlaceholderData && !isFetching && !isError
  const news =
    fresh && asked?.want === wanted && asked.quote_id !== held.quote.quote_id
      ? { before: asked.before, after: held.quote.total, plate: asked.plate === true }
      : undefined
  const unaccepted = news !== undefined && news.after > news.before

  const note = (next: Want, plate: boolean) => {
    if (held === undefined || isPlaceholderData) return
    const before = unaccepted ? news.before : held.quote.total
    setAsked({ want: JSON.stringify(next), quote_id: held.quote.quote_id, before, plate })
  }

  /**
   * Asks anew, also for what is wanted from now on; a price that is not the one on screen is told, and a higher one must be
   * accepted.
   */
  const requote = async (next: Want = want) => {
    if (refit()) return
    note(next, false)
    if (JSON.stringify(next) === wanted) await ask()
  }

  return {
    held,
    error: isError && !isFetching ? error : undefined,
    /** The lines on screen are those of this window, and still hold. */
    fresh,
    /** Another window's lines stand there until this one's come. */
    waiting: isFetching,
    news: news?.plate && news.after === news.before ? undefined : news,
    unaccepted,
    accept: () => setAsked(undefined),
    requote,
    /** Another plate is about to be asked for: its free minutes may be spent. */
    foresee: (next: Want) => note(next, true),
  }
}

export type Price = ReturnType<typeof usePrice>

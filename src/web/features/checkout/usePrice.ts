import { useState } from 'react'
import { useHeldQuote, type Want } from './api.ts'

interface News {
  /** Of the window and vehicle that it is about. */
  want: string
  before: number
  after: number
  accepted: boolean
}

/**
 * The held price, and what happened to it when it had to be asked for again. `refit` moves a window whose beginning has
 * passed and says whether it did: then the price of the new one is asked for by itself.
 */
export function usePrice(want: Want, refit: () => boolean) {
  const { data: held, requote: ask, isFetching, isPlaceholderData, isError, error } = useHeldQuote(want)
  const [news, setNews] = useState<News>()
  const wanted = JSON.stringify(want)
  const current = news?.want === wanted ? news : undefined

  /** Asks anew; a price that is not the one on screen is told, and a higher one must be accepted. */
  const requote = async () => {
    if (refit()) return
    const before = held?.quote.total
    const { data } = await ask()
    if (data === undefined || before === undefined || isPlaceholderData) return
    const after = data.quote.total
    setNews({
      want: wanted,
      before: current && !current.accepted ? current.before : before,
      after,
      accepted: after <= before,
    })
  }

  return {
    held,
    error: isError && !isFetching ? error : undefined,
    /** The lines on screen are those of this window, and still hold. */
    fresh: held !== undefined && !isPlaceholderData && !isFetching && !isError,
    /** Another window's lines stand there until this one's come. */
    waiting: isFetching,
    news: current,
    unaccepted: current !== undefined && !current.accepted,
    accept: () => setNews(current && { ...current, accepted: true, before: current.after }),
    requote,
  }
}

export type Price = ReturnType<typeof usePrice>

/** The longest exchange that tells the server's time exactly: a phone may sleep for hours while one is on its way. */
export const exactExchange_ms = 10_000

/** An exchange with the server: when it was sent and answered by the phone's clock, and the time that the server answered. */
export interface Exchange {
  sent_ms: number
  answered_ms: number
  server_ms: number
}

/**
 * Returns by how many ms the server's clock is ahead of the phone's. The server answered at some moment between the two:
 * a short exchange gives the middle, a long one corrects what was known only where it contradicts it.
 */
export function measureAhead({ sent_ms, answered_ms, server_ms }: Exchange, known_ms: number): number {
  if (answered_ms - sent_ms <= exactExchange_ms) return server_ms - (sent_ms + answered_ms) / 2
  return Math.min(Math.max(known_ms, server_ms - answered_ms), server_ms - sent_ms)
}

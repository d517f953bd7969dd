import type { Log } from '#server/deps.ts'
import { isAway } from './errors.ts'

const quiet_ms = 1_000

/** A log in which a database that is away fills one line a second at most, without a stack, whoever misses it. */
export function quietWhileAway(log: Log): Log {
  let logged_ms = -quiet_ms
  return {
    info: (...parts: unknown[]) => log.info(...parts),
    warn: (...parts: unknown[]) => log.warn(...parts),
    error: (...parts: unknown[]) => {
      const away = parts.find(isAway) as Error | undefined
      if (away === undefined) return log.error(...parts)
      const now_ms = performance.now()
      if (now_ms - logged_ms < quiet_ms) return
      logged_ms = now_ms
      log.error(`the database is away: ${away.message}`)
    },
  }
}

import { setTimeout as pause } from 'node:timers/promises'

/** Longer than either way takes, for a call that hashes no password. */
const even_ms = 60

/** For answers that must not tell a known address from an unknown one, not by their length either: at least `least_ms`. */
export async function withMinimumDuration<T>(work: Promise<T>, least_ms = even_ms): Promise<T> {
  const [done] = await Promise.allSettled([work, pause(least_ms)])
  if (done.status === 'rejected') throw done.reason
  return done.value
}

import { setTimeout as pause } from 'node:timers/promises'

/** Longer than any outcome of a call without password hashing takes. */
export const usualLeast_ms = 60

/** Resolves after at least `least_ms`, so that the response time doesn't reveal whether an address has an account. */
export async function withMinimumDuration<T>(work: Promise<T>, least_ms: number = usualLeast_ms): Promise<T> {
  const [done] = await Promise.allSettled([work, pause(least_ms)])
  if (done.status === 'rejected') throw done.reason
  return done.value
}

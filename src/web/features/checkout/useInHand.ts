import { useBookings } from '#web/features/bookings/api.ts'
import { useSignedIn } from '#web/lib/session.ts'
import { findInHand } from './words.ts'

/** The driver's bookings of about now: for this park, and for another one. */
export function useInHand(park_id: string) {
  const signedIn = useSignedIn()
  const running = useBookings('current')
  const coming = useBookings('upcoming')
  const found = findInHand([...(running.data?.items ?? []), ...(coming.data?.items ?? [])], park_id, new Date())
  return {
    ...found,
    /** Whether there is one is not known yet. */
    waiting: signedIn && found.here === undefined && (running.isPending || coming.isPending),
  }
}

import { useState } from 'react'
import type { AlreadyBooked } from '#contract/bookings/bookings.ts'
import type { CallError } from '#web/api/call.ts'

/** Whether to book a space for a vehicle that is booked here already. */
export interface AgainQuestion {
  /** As the server asks it. */
  sentence: string
  booking: AlreadyBooked
  answer: (isWanted: boolean) => void
}

/** Asks the driver whether they want a second space, after an `already_booked` refusal. */
export function useAgainQuestion() {
  const [question, setQuestion] = useState<AgainQuestion>()
  /** Whether the refusal is one of `already_booked` and the driver wants to book all the same. */
  const ask = (refusal: CallError): Promise<boolean> => {
    const booking = refusal.problem?.['booking'] as AlreadyBooked | undefined
    if (refusal.code !== 'already_booked' || booking === undefined) return Promise.resolve(false)
    return new Promise((resolve) => {
      const answer = (isWanted: boolean) => {
        setQuestion(undefined)
        resolve(isWanted)
      }
      setQuestion({ sentence: refusal.problem?.message ?? '', booking, answer })
    })
  }
  return { question, ask }
}

import { useState } from 'react'
import type { Booking } from '#contract/bookings.ts'
import { CallError } from '#web/lib/call.ts'
import { useCreateBooking } from './api.ts'
import { beginIntent, type BookingBody, endIntent, readIntent } from './intent.ts'

/** No answer, or one from halfway: it may have been booked. A refusal is certain. */
const isUnsure = (error: unknown) => !(error instanceof CallError) || error.status === 0 || error.status >= 500

/** Sends a wish to book until its fate is known. `account` is the id of whoever is signed in. */
export function usePay(slug: string, account: string | undefined, onBooked: (booking: Booking) => void) {
  const create = useCreateBooking()
  const [intent, setIntent] = useState(() => readIntent(slug))
  const [refusal, setRefusal] = useState<CallError>()

  /** Gives the refusal, when there is one. */
  const send = async (wish: NonNullable<typeof intent>): Promise<CallError | undefined> => {
    setRefusal(undefined)
    setIntent(wish)
    try {
      const booking = await create.mutateAsync(wish)
      endIntent(slug)
      onBooked(booking)
    } catch (error) {
      if (isUnsure(error)) return undefined
      endIntent(slug)
      setIntent(undefined)
      setRefusal(error as CallError)
      return error as CallError
    }
    return undefined
  }

  return {
    sending: create.isPending || create.isSuccess,
    /** It was sent and not answered: whether it was booked is not known. */
    unsure: intent !== undefined && intent.account === account && !create.isPending && !create.isSuccess,
    refusal,
    forgetRefusal: () => setRefusal(undefined),
    pay: (body: BookingBody) => (account === undefined ? undefined : send(beginIntent(slug, body, account))),
    sendAgain: () => intent && send(intent),
    /** Gives the wish up; whoever does has looked whether it was booked. */
    drop: () => {
      endIntent(slug)
      setIntent(undefined)
      create.reset()
    },
  }
}

export type Payment = ReturnType<typeof usePay>

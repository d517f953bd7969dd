import { useState } from 'react'
import type { Booking } from '#contract/bookings.ts'
import { CallError } from '#web/lib/call.ts'
import { useCreateBooking, useHoldSpace } from './api.ts'
import { beginIntent, type BookingBody, endIntent, type HoldBody, readIntent } from './intent.ts'

/** No answer, or one from halfway: it may have been booked. A refusal is certain. */
const isUnsure = (error: unknown) => !(error instanceof CallError) || error.status === 0 || error.status >= 500

/** Sends a wish to book, or to hold, until its fate is known. `account` is the id of whoever is signed in. */
export function usePay(place: string, account: string | undefined, onBooked: (booking: Booking) => void) {
  const create = useCreateBooking()
  const taking = useHoldSpace()
  const [intent, setIntent] = useState(() => readIntent(place))
  const [refusal, setRefusal] = useState<CallError>()
  const [refusedHold, setRefusedHold] = useState(false)
  const [held, setHeld] = useState<Booking>()
  const holdPlace = `${place} hold`

  /** Gives the refusal, when there is one. */
  const send = async (wish: NonNullable<typeof intent>): Promise<CallError | undefined> => {
    setRefusal(undefined)
    setIntent(wish)
    try {
      const booking = await create.mutateAsync(wish)
      endIntent(place)
      onBooked(booking)
    } catch (error) {
      if (isUnsure(error)) return undefined
      endIntent(place)
      setIntent(undefined)
      setRefusedHold(false)
      setRefusal(error as CallError)
      return error as CallError
    }
    return undefined
  }

  /** The held space; or the refusal, also for an answer that never came: the next try is the same wish. */
  const hold = async (body: HoldBody): Promise<Booking | CallError> => {
    if (account === undefined) return new CallError(0, undefined)
    setRefusal(undefined)
    try {
      const booking = await taking.mutateAsync(beginIntent(holdPlace, body, account))
      endIntent(holdPlace)
      setHeld(booking)
      return booking
    } catch (error) {
      const refused = error instanceof CallError ? error : new CallError(0, undefined)
      if (!isUnsure(error)) endIntent(holdPlace)
      setRefusedHold(true)
      setRefusal(refused)
      return refused
    }
  }

  return {
    sending: create.isPending || create.isSuccess,
    /** It was sent and not answered: whether it was booked is not known. */
    unsure: intent !== undefined && intent.account === account && !create.isPending && !create.isSuccess,
    refusal,
    /** It was the hold that was refused. */
    refusedHold,
    forgetRefusal: () => setRefusal(undefined),
    pay: (body: BookingBody) => (account === undefined ? undefined : send(beginIntent(place, body, account))),
    sendAgain: () => intent && send(intent),
    hold,
    /** The space that was held from here, on the way to the payment provider. */
    held,
    /** Gives the wish up; whoever does has looked whether it was booked. */
    drop: () => {
      endIntent(place)
      setIntent(undefined)
      create.reset()
    },
  }
}

export type Payment = ReturnType<typeof usePay>

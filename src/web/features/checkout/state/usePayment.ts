import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Booking } from '#contract/bookings/bookings.ts'
import { CallError } from '#web/api/call.ts'
import {
  findPendingRequest,
  isOutcomeUnknown as isUnknown,
  type PendingRequest,
  removePendingRequest,
  requestNames,
  savePendingRequest,
  sendOnce,
} from '#web/api/pendingRequests.ts'
import { useReleaseHold } from '#web/features/bookings/changes.ts'
import { paths } from '#web/paths.ts'
import { type BookingBody, type HoldBody, useCreateBooking, useHoldSpace, useInvalidateAfterBooking } from '../api.ts'
import { forgetDraft } from './draft.ts'

/**
 * Books and pays, which leads to the booking's page, or holds the space. A request without an answer is kept, also
 * across reloads, so that it can be repeated. `account` is the id of the signed-in user.
 */
export function usePayment(checkout: string, account: string | undefined) {
  const navigate = useNavigate()
  const create = useCreateBooking()
  const holdSpace = useHoldSpace()
  const release = useReleaseHold(useInvalidateAfterBooking())
  const name = requestNames.book(checkout)
  const [pending, setPending] = useState(() => findPendingRequest<BookingBody>(name))
  const [refusal, setRefusal] = useState<CallError>()
  const [isHoldRefused, setHoldRefused] = useState(false)
  const [hold, setHold] = useState<Booking>()

  /** What is booked already is asked about in a dialog. */
  const showRefusal = (error: CallError) => setRefusal(error.code === 'already_booked' ? undefined : error)

  /** Returns the refusal, if there is one. */
  const send = async (request: PendingRequest<BookingBody>): Promise<CallError | undefined> => {
    setRefusal(undefined)
    setPending(request)
    try {
      const { booking_code } = await sendOnce(name, request, (body, retryKey) => create.mutateAsync({ body, retryKey }))
      forgetDraft(checkout)
      void navigate(paths.bookingDetails(booking_code), { replace: true, state: { booked: true } })
    } catch (error) {
      if (isUnknown(error)) return undefined
      setPending(undefined)
      setHoldRefused(false)
      showRefusal(error as CallError)
      return error as CallError
    }
    return undefined
  }

  /** Returns the held booking, or a CallError if it was refused or not answered. */
  const takeHold = async (body: HoldBody): Promise<Booking | CallError> => {
    if (account === undefined) return new CallError(0, undefined)
    setRefusal(undefined)
    // A space that was held for other times or another vehicle is no longer wanted; it would expire anyway.
    if (hold !== undefined) await release.mutateAsync(hold.id).catch(() => undefined)
    setHold(undefined)
    try {
      const booking = await sendOnce(requestNames.hold(checkout), { body, account }, (sent, retryKey) =>
        holdSpace.mutateAsync({ body: sent, retryKey }),
      )
      setHold(booking)
      return booking
    } catch (error) {
      const failure = error instanceof CallError ? error : new CallError(0, undefined)
      setHoldRefused(true)
      showRefusal(failure)
      return failure
    }
  }

  const isOutcomeUnknown =
    pending !== undefined && pending.account === account && !create.isPending && !create.isSuccess
  return {
    sending: create.isPending || create.isSuccess,
    /** A request was sent and not answered: the space may or may not be booked. */
    isOutcomeUnknown,
    /** That request. */
    unanswered: isOutcomeUnknown ? pending.body : undefined,
    refusal,
    /** Whether `refusal` is about the hold and not about the booking. */
    isHoldRefused,
    forgetRefusal: () => setRefusal(undefined),
    pay: (body: BookingBody) => (account === undefined ? undefined : send(savePendingRequest(name, body, account))),
    sendAgain: () => pending && send(pending),
    takeHold,
    /** The space held during this visit, before leaving for the payment provider. */
    hold,
    /** Drops the request whose outcome is unknown. */
    dropRequest: () => {
      removePendingRequest(name)
      setPending(undefined)
      create.reset()
    },
  }
}

export type Payment = ReturnType<typeof usePayment>

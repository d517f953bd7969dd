import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import type { Booking } from '#contract/bookings/bookings.ts'
import type { BookingWindow } from '#web/features/booking-window/window.ts'
import { useBookings } from '#web/features/bookings/api.ts'
import { paths } from '#web/paths.ts'
import type { BookingBody } from '../api.ts'
import { findDuplicate } from './rules.ts'
import type { Payment } from './usePayment.ts'

/** Whether the same vehicle is already booked at a car park at the same time. */
export type Duplicate =
  | { state: 'loading' | 'failed'; booking?: undefined }
  | { state: 'loaded'; booking: Booking | undefined }

/** How often the bookings are fetched while the answer to a payment is missing. */
const poll_ms = 3_000

/**
 * Looks in the first page of the driver's upcoming and current bookings. A payment without an answer leads to its booking
 * as soon as that exists.
 */
export function useDuplicate(park_id: string, plate: string, window: BookingWindow, payment: Payment): Duplicate {
  const { start, end } = window
  const options = { refetchInterval: payment.isOutcomeUnknown ? poll_ms : 0 }
  const upcoming = useBookings('upcoming', 1, options)
  const current = useBookings('current', 1, options)
  const duplicate = findLoaded()
  useArrival(duplicate.booking, payment)
  return duplicate

  function findLoaded(): Duplicate {
    if (upcoming.data !== undefined && current.data !== undefined) {
      const bookings = [...current.data.items, ...upcoming.data.items]
      return { state: 'loaded', booking: findDuplicate(bookings, { park_id, plate, start, end }) }
    }
    return { state: upcoming.isError || current.isError ? 'failed' : 'loading' }
  }
}

function useArrival(booking: Booking | undefined, { unanswered, dropRequest }: Payment): void {
  const navigate = useNavigate()
  const arrived = booking !== undefined && isAnswer(booking, unanswered) ? booking.booking_code : undefined
  const drop = useEffectEvent(dropRequest)
  useEffect(() => {
    if (arrived === undefined) return
    drop()
    void navigate(paths.bookingDetails(arrived), { replace: true, state: { booked: true } })
  }, [arrived, navigate])
}

/** Without `again` the server has made no other booking of these times than that of the request. */
const isAnswer = ({ status, start_time, end_time }: Booking, unanswered: BookingBody | undefined): boolean =>
  unanswered !== undefined &&
  unanswered.again !== true &&
  isSameInstant(unanswered.start_time, start_time) &&
  isSameInstant(unanswered.end_time, end_time) &&
  status !== 'pending'

const isSameInstant = (a: string | undefined, b: string) => a !== undefined && Date.parse(a) === Date.parse(b)

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { reportCannotPark } from '#contract/bookings/booking-changes.ts'
import type { Booking } from '#contract/bookings/bookings.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { call } from '#web/api/call.ts'
import { pictureOf } from '#web/page/pictures.ts'
import { bookingsKey } from './api.ts'
import { useBookingChange } from './dialogs/useChange.ts'
import type { Waiting } from './pass/waiting.ts'

const itself = (booking: Booking) => booking

/** Cancels a booking; the response contains the refund. */
export const useCancel = (id: string) =>
  useBookingChange(id, {
    name: 'cancel',
    send: (_body: void, retryKey) =>
      call('PUT /api/v1/bookings/{id}/status', { params: { id }, query: { status: 'cancelled' }, retryKey }),
    result: itself,
  })

/** The quote of the preview; `again` where the driver wants a second space for the vehicle. */
export interface RenewalTerms {
  quote_id: string
  again?: 'true'
}

/** Books the same space again at the previewed price; the response is the new booking. */
export const useRenew = (id: string) =>
  useBookingChange(id, {
    name: 'renew',
    send: (terms: RenewalTerms, retryKey) =>
      call('PUT /api/v1/bookings/{id}/status', { params: { id }, query: { status: 'active', ...terms }, retryKey }),
    result: itself,
  })

/** `again` where the driver has another booking of the plate here at these times, and knows it. */
interface ExtensionTerms {
  new_end_time: string
  again?: boolean
}

export const useExtend = (id: string) =>
  useBookingChange(id, {
    name: 'extend',
    send: (terms: ExtensionTerms, retryKey) =>
      call('POST /api/v1/bookings/extend', { body: { booking_id: id, ...terms }, retryKey }),
    result: itself,
  })

/** Takes the new times that staff offered; the response is the booking that has them. */
export const useConfirmOffer = (id: string) =>
  useBookingChange(id, {
    name: 'offer',
    send: (offer_id: string, retryKey) =>
      call('POST /api/v1/bookings/{id}/offers/{offer_id}/confirm', { params: { id, offer_id }, retryKey }),
    result: itself,
  })

export const useDeclineOffer = (id: string) =>
  useBookingChange(id, {
    name: 'decline_offer',
    send: (offer_id: string) => call('DELETE /api/v1/bookings/{id}/offers/{offer_id}', { params: { id, offer_id } }),
    result: () => undefined,
  })

export const useSetAutoExtend = (id: string) =>
  useBookingChange(id, {
    name: 'auto_extend',
    send: (terms: { until: string | null; again?: boolean }) =>
      call('PUT /api/v1/bookings/{id}/auto-extend', { params: { id }, body: terms }),
    result: itself,
    predict: ({ until }) => ({ auto_extend_until: until }),
  })

/** Under the key of the waiting change: however often it is sent, it is made once. */
export const useChangePlate = (id: string) =>
  useBookingChange(id, {
    name: 'plate',
    send: ({ plate, from, again, key }: Extract<Waiting, { kind: 'plate' }>) =>
      call('PUT /api/v1/bookings/{id}/plate', { params: { id }, body: { plate, from, again }, retryKey: key }),
    result: itself,
    predict: ({ plate }) => ({ plate }),
  })

export const useSaveSpot = (id: string) =>
  useBookingChange(id, {
    name: 'spot',
    send: ({ spot, from, key }: Extract<Waiting, { kind: 'spot' }>) =>
      call('PUT /api/v1/bookings/{id}/spot', { params: { id }, body: { ...spot, from }, retryKey: key }),
    result: () => undefined,
    predict: ({ spot }) => ({ spot }),
  })

/** With the code of the gate, if it was scanned: the server refuses that of another car park. */
export const useCheckIn = (id: string) =>
  useBookingChange(id, {
    name: 'check_in',
    send: (park_code: string | undefined) =>
      call('POST /api/v1/bookings/{id}/check-in', {
        params: { id },
        body: park_code === undefined ? {} : { park_code },
      }),
    result: itself,
  })

export const useCheckOut = (id: string) =>
  useBookingChange(id, {
    name: 'check_out',
    send: (_body: void) => call('POST /api/v1/bookings/{id}/check-out', { params: { id } }),
    result: itself,
  })

export const usePayDebts = (id: string) =>
  useBookingChange(id, {
    name: 'pay_due',
    send: (_body: void, retryKey) => call('POST /api/v1/bookings/{id}/pay-due', { params: { id }, retryKey }),
    result: itself,
  })

/** Ends the booking with a full refund, or moves it to a car park nearby. */
export const useReportCannotPark = (id: string) =>
  useBookingChange(id, {
    name: 'cannot_park',
    send: (body: BodyOf<typeof reportCannotPark>, retryKey) =>
      call('POST /api/v1/bookings/{id}/cannot-park', { params: { id }, body, retryKey }),
    result: ({ booking }) => booking,
  })

/** Sends the photo of a report, a `data:` URL. The report is valid without it. */
export function useSaveCannotParkPhoto(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (photo: string) => {
      const form = new FormData()
      form.set('photo', pictureOf(photo), 'photo.jpg')
      await call('PUT /api/v1/bookings/{id}/cannot-park/photo', { params: { id }, form })
    },
    networkMode: 'always',
    onSuccess: () => void queries.invalidateQueries({ queryKey: bookingsKey }),
  })
}

/** Releases a held space; `onReleased` forgets what else the page keeps of the hold. */
export function useReleaseHold(onReleased?: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call('DELETE /api/v1/bookings/{id}/hold', { params: { id } }),
    networkMode: 'always',
    onSuccess: onReleased,
    onSettled: () => {
      for (const queryKey of [bookingsKey, ['park'], ['parks']]) void queries.invalidateQueries({ queryKey })
    },
  })
}

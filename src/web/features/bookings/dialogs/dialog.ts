import type { BookingDetails } from '#contract/bookings.ts'

/** What every dialog about a booking is given. */
export interface BookingDialogProps {
  booking: BookingDetails
  open: boolean
  onOpenChange: (open: boolean) => void
}

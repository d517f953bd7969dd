import type { BookingDetails } from '#contract/bookings/bookings.ts'

/** Props of every booking dialog. */
export interface BookingDialogProps {
  booking: BookingDetails
  open: boolean
  onOpenChange: (open: boolean) => void
}

import type { BookingStatus } from './bookings.ts'

/** The questions for each status of a booking, most urgent first; texts in `content/{en,fr}/help.md`. */
export const questionsFor: Readonly<Record<BookingStatus, readonly string[]>> = {
  pending: ['held', 'not-enough', 'topup-missing', 'price-changed'],
  active: ['cancel', 'refund-when', 'pass-offline', 'wrong-plate', 'extend', 'cannot-park', 'early'],
  checked_in: ['extend', 'auto-extend', 'find-car', 'wrong-plate', 'late', 'fine'],
  overstayed: ['late', 'extend', 'due', 'receipt'],
  completed: ['receipt', 'review', 'renew', 'fine', 'due'],
  cancelled: ['refund-when', 'refund-card', 'renew', 'receipt'],
  no_show: ['no-show', 'renew', 'receipt', 'cannot-park'],
  expired: ['held', 'renew', 'topup-missing'],
}

import type { Hooks } from './deps.ts'
import { payBookingOfTopUp, requirePayableHold } from './features/bookings/create/pay-with-top-up.ts'
import { tellStaffOfReport } from './features/notifications/report-notices.ts'
import { settleNotices } from './features/notifications/staff-notices.ts'
import { payOrderOfTopUp, requirePayableOrder } from './features/orders/create/pay-with-top-up.ts'
import { cancelOrdersOfBooking, findOrdersOfBooking } from './features/orders/lifecycle/booking-orders.ts'

/** What later features do within the transactions of earlier ones, in one place as the features are in `app.ts`. */
export const hooks: Hooks = {
  requirePayableHold,
  payBookingOfTopUp,
  requirePayableOrder,
  payOrderOfTopUp,
  findOrdersOfBooking,
  cancelOrdersOfBooking,
  tellStaffOfReport,
  settleNotices,
}

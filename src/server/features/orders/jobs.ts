import type { Job } from '#server/jobs.ts'
import { advanceOrders, ordersDue } from './lifecycle/advance-orders.ts'
import { notifyLowStock, stockAlertsDue } from './low-stock.ts'
import { mailUnreadMessages, unreadDue } from './messages/unread-mails.ts'
import { deleteWaitingPhotos } from './photos.ts'
import { problemsDue, refundUnansweredProblems } from './problems/decide-problem.ts'
import { recountSales, saleSumsDue } from './sale-sums.ts'
import { deleteOldPhotos } from './shown-photos.ts'

export const ordersJobs: Job[] = [
  { name: 'refund_unanswered_problems', every_s: 5, run: refundUnansweredProblems, due: problemsDue },
  { name: 'order_lifecycle', every_s: 1, run: advanceOrders, due: ordersDue },
  { name: 'tell_low_stock', every_s: 5, run: notifyLowStock, due: stockAlertsDue },
  { name: 'recount_sales', every_s: 5, run: recountSales, due: saleSumsDue },
  { name: 'mail_unread_messages', every_s: 15, run: mailUnreadMessages, due: unreadDue },
  { name: 'delete_order_photos', every_s: 3_600, run: deleteWaitingPhotos },
  { name: 'delete_service_photos', every_s: 3_600, run: deleteOldPhotos },
]

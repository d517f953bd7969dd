import type { Job } from '#server/jobs.ts'
import { advanceOrders } from './lifecycle/advance-orders.ts'

export const ordersJobs: Job[] = [{ name: 'order_lifecycle', every_s: 1, run: advanceOrders }]

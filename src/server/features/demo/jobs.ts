import type { Config } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import type { Job } from '#server/jobs.ts'
import { writeExampleRequests } from './document-requests.ts'
import { renewExampleEvents } from './events.ts'
import { occupancyJob } from './occupancy.ts'
import { resetJobs } from './reset.ts'
import { writeExampleOrders } from './shop-orders.ts'
import { writeExampleShifts } from './shop-shifts.ts'

/**
 * The demo's jobs: renew example events, write the occupancy of car parks, example orders, shifts and document requests after the
 * start, and reset customers, bookings and money at their intervals. A cell has no events, orders, shifts and requests.
 */
export function demoJobs(config: Config): Job[] {
  const { demo, is_cell, SHIPPED_DATA, EXAMPLE_ORDERS } = config
  const hasExamples = demo && SHIPPED_DATA && EXAMPLE_ORDERS
  const renewal: Job = { name: 'renew_example_events', every_s: 600, run: renewExampleEvents }
  const examples: Job[] = [
    { name: 'write_example_requests', every_s: 2, due: 'change', run: (deps: Deps) => writeExampleRequests(deps) },
    { name: 'write_example_orders', every_s: 2, due: 'change', run: (deps: Deps) => writeExampleOrders(deps) },
    { name: 'write_example_shifts', every_s: 2, due: 'change', run: (deps: Deps) => writeExampleShifts(deps) },
  ]
  return [
    ...(demo && !is_cell ? [renewal] : []),
    ...(hasExamples ? [occupancyJob()] : []),
    ...(hasExamples && !is_cell ? examples : []),
    ...resetJobs(config),
  ]
}

import type { Endpoint } from './endpoint.ts'

/** What the files of the contract export; types only, so that the page loads no schema to call the server. */
type Contract =
  | typeof import('./account.ts')
  | typeof import('./auth.ts')
  | typeof import('./availability.ts')
  | typeof import('./booking-changes.ts')
  | typeof import('./bookings.ts')
  | typeof import('./browse.ts')
  | typeof import('./city-prices.ts')
  | typeof import('./content.ts')
  | typeof import('./desk/adjustments.ts')
  | typeof import('./desk/booking-record.ts')
  | typeof import('./desk/customer-record.ts')
  | typeof import('./desk/limits.ts')
  | typeof import('./desk/money.ts')
  | typeof import('./desk/refunds.ts')
  | typeof import('./desk/top-ups.ts')
  | typeof import('./desk/transactions.ts')
  | typeof import('./desk/coupons.ts')
  | typeof import('./desk/events.ts')
  | typeof import('./desk/leads.ts')
  | typeof import('./desk/park-record.ts')
  | typeof import('./desk/park-reports.ts')
  | typeof import('./desk/capacity.ts')
  | typeof import('./desk/dashboard.ts')
  | typeof import('./desk/demo.ts')
  | typeof import('./desk/health.ts')
  | typeof import('./desk/people.ts')
  | typeof import('./desk/reviews.ts')
  | typeof import('./desk/roles.ts')
  | typeof import('./desk/tariffs.ts')
  | typeof import('./events.ts')
  | typeof import('./figures.ts')
  | typeof import('./leads.ts')
  | typeof import('./mistakes.ts')
  | typeof import('./money-discrepancies.ts')
  | typeof import('./parks.ts')
  | typeof import('./payments.ts')
  | typeof import('./places.ts')
  | typeof import('./promos.ts')
  | typeof import('./refunds.ts')
  | typeof import('./reviews.ts')
  | typeof import('./staff-leads.ts')
  | typeof import('./system.ts')
  | typeof import('./vehicles.ts')
  | typeof import('./wallet.ts')

type EndpointIn<Module> = Module extends unknown ? Extract<Module[keyof Module], Endpoint> : never

/** Every endpoint by its method and path, such as `GET /api/v1/countries`. */
export type Endpoints = { [E in EndpointIn<Contract> as `${E['method']} ${E['path']}`]: E }
export type EndpointKey = keyof Endpoints

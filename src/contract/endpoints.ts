import type { DeskModule } from '#contract/desk/register.ts'
import type { Endpoint } from './endpoint.ts'

/** What the files of the contract export; types only, so that the page loads no schema to call the server. */
type Contract =
  | DeskModule
  | typeof import('#contract/accounts/account.ts')
  | typeof import('#contract/addresses/addresses.ts')
  | typeof import('#contract/accounts/auth.ts')
  | typeof import('#contract/accounts/invitations.ts')
  | typeof import('#contract/accounts/second-factor.ts')
  | typeof import('#contract/parks/availability.ts')
  | typeof import('#contract/bookings/booking-changes.ts')
  | typeof import('#contract/bookings/booking-offers.ts')
  | typeof import('#contract/bookings/bookings.ts')
  | typeof import('#contract/bookings/series.ts')
  | typeof import('#contract/bookings/shared-bookings.ts')
  | typeof import('#contract/places/browse.ts')
  | typeof import('#contract/cart/cart.ts')
  | typeof import('#contract/parks/chosen-parks.ts')
  | typeof import('#contract/parks/city-prices.ts')
  | typeof import('#contract/content/content.ts')
  | typeof import('#contract/lists/search.ts')
  | typeof import('#contract/lists/views.ts')
  | typeof import('#contract/documents/document-files.ts')
  | typeof import('#contract/documents/document-inspections.ts')
  | typeof import('#contract/documents/documents.ts')
  | typeof import('#contract/events/events.ts')
  | typeof import('#contract/favourites/favourites.ts')
  | typeof import('#contract/figures/figures.ts')
  | typeof import('#contract/leads/leads.ts')
  | typeof import('#contract/catalogue/marketplace.ts')
  | typeof import('#contract/notifications/notifications.ts')
  | typeof import('#contract/parks/mistakes.ts')
  | typeof import('#contract/orders/orders.ts')
  | typeof import('#contract/orders/order-changes.ts')
  | typeof import('#contract/orders/order-messages.ts')
  | typeof import('#contract/orders/order-photos.ts')
  | typeof import('#contract/orders/order-problems.ts')
  | typeof import('#contract/orders/order-ratings.ts')
  | typeof import('#contract/orders/order-returns.ts')
  | typeof import('#contract/orders/order-tracking.ts')
  | typeof import('#contract/parks/parks.ts')
  | typeof import('#contract/partners/partners.ts')
  | typeof import('#contract/gate/gate-reads.ts')
  | typeof import('#contract/gate/guard-lists.ts')
  | typeof import('#contract/gate/guard-scans.ts')
  | typeof import('#contract/bookings/passes.ts')
  | typeof import('#contract/wallet/payments.ts')
  | typeof import('#contract/places/places.ts')
  | typeof import('#contract/notifications/push.ts')
  | typeof import('#contract/wallet/refunds.ts')
  | typeof import('#contract/reviews/reviews.ts')
  | typeof import('./system.ts')
  | typeof import('#contract/vehicles/vehicles.ts')
  | typeof import('#contract/figures/visits.ts')
  | typeof import('#contract/wallet/wallet.ts')
  | typeof import('#contract/wallet-passes/wallet-passes.ts')

type EndpointIn<Module> = Module extends unknown ? Extract<Module[keyof Module], Endpoint> : never

/** Every endpoint by its method and path, such as `GET /api/v1/countries`. */
export type Endpoints = { [E in EndpointIn<Contract> as `${E['method']} ${E['path']}`]: E }
export type EndpointKey = keyof Endpoints

import { hashOf, isTurnOf } from '#test/kits/rounds.ts'

/**
 * Files of which `npm test` runs one in so many, the longest first. They walk a whole kind, kill processes, read the data
 * that is shipped, or meet what is rare; the rules of money, access and privacy that they try have tests in files that
 * always run. A file that is named in a command runs, and all do with `TEST_ROUNDS=4`.
 */
export const filesInTurn: Record<2 | 4, readonly string[]> = {
  4: [
    // Shipped data and the search over it.
    'src/server/features/demo/overlay.feature.test.ts',
    'src/server/features/search/search-oracle.feature.test.ts',
    'src/server/features/places/seed.feature.test.ts',
    'src/server/features/search/positions/positions.feature.test.ts',
    'src/server/features/search/park-names.feature.test.ts',
    'src/server/features/demo/shop-orders.feature.test.ts',
    'src/server/features/demo/document-requests.feature.test.ts',
    'src/server/features/search/live/snapshot.feature.test.ts',
    'src/server/features/park-import/import.feature.test.ts',
    'src/server/features/desk/demo-desk.feature.test.ts',
    'src/server/features/demo/shop.feature.test.ts',
    'src/server/features/search/search-response.feature.test.ts',
    'src/server/features/pictures/pictures.feature.test.ts',
    'src/server/features/places/city-states.test.ts',
    // Processes that start, stop, fail or are killed.
    'src/server/http/replica-reads.race.test.ts',
    'src/server/features/orders/create/place-killed.race.test.ts',
    'test/http/locked-tables.feature.test.ts',
    'src/server/http/log-writer.feature.test.ts',
    'src/server/providers/traces/otlp.feature.test.ts',
    'src/server/stop.feature.test.ts',
    'test/http/cells.feature.test.ts',
    'src/server/features/bookings/documents/documents.feature.test.ts',
    // Every call, list, spelling or kind of entry.
    'test/http/typed-codes.feature.test.ts',
    'src/server/features/wallet/ledger/entry-counts.feature.test.ts',
    'src/server/phones.feature.test.ts',
    'test/http/openapi.feature.test.ts',
    'src/server/features/wallet/staff/ledger-kinds.feature.test.ts',
    'src/server/features/orders/lifecycle/random-orders.feature.test.ts',
    'src/server/features/documents/staff/states.feature.test.ts',
    'src/server/features/documents/receipt/forms-by-country.test.ts',
    // Pages whose parts other tests try.
    'src/web/features/leads/leads.page.test.tsx',
    'src/web/features/bookings/wallet-buttons.page.test.tsx',
    'src/web/features/orders/rating.page.test.tsx',
    'src/web/features/orders/problems.page.test.tsx',
    'src/web/features/map/baseStyle.page.test.tsx',
  ],
  2: [
    'test/http/answers.feature.test.ts',
    'test/http/forms-by-country.feature.test.ts',
    'src/server/features/wallet-passes/apple.feature.test.ts',
    'src/server/features/wallet-passes/wallet-passes.race.test.ts',
    'src/server/workers/pool.test.ts',
    'src/server/commands/backups/backups.feature.test.ts',
    'src/server/features/lists/exports.feature.test.ts',
    'src/server/features/content/desk/pages.feature.test.ts',
    'src/server/features/search/live/live-index.feature.test.ts',
    'test/http/bodies.feature.test.ts',
    'src/server/features/bookings/documents/receipt.test.ts',
    'src/server/features/orders/lifecycle/order-changes.race.test.ts',
    'src/server/features/bookings/create/pay-with-top-up.race.test.ts',
    'src/server/features/bookings/create/abroad.feature.test.ts',
    'src/server/features/bookings/lifecycle/check-in.race.test.ts',
    'src/server/features/documents/receipt/receipt.feature.test.ts',
    'test/rules/hooks.test.ts',
    'src/server/features/wallet-passes/parks.feature.test.ts',
    'src/server/features/lists/hostile-queries.feature.test.ts',
    'src/server/features/bookings/staff/cancel-by-park.race.test.ts',
    'src/server/features/gate/scans.race.test.ts',
    'src/server/features/lists/exports-of-lists.feature.test.ts',
    'src/server/features/vehicles/vehicles.race.test.ts',
    'src/server/features/wallet-passes/google.feature.test.ts',
    'src/server/features/parks/manage/merge.race.test.ts',
    'src/server/features/documents/requests/inspection.race.test.ts',
    'src/server/features/bookings/lifecycle/cannot-park.race.test.ts',
    // Features beside parking, payment and ordering.
    'src/server/features/bookings/lifecycle/cannot-park.feature.test.ts',
    'src/server/features/orders/phone/additions.feature.test.ts',
    'src/server/features/orders/problems/problems.feature.test.ts',
    'src/server/features/orders/photos.feature.test.ts',
    'src/server/features/orders/messages/messages.feature.test.ts',
    'src/server/features/leads/leads.feature.test.ts',
    'src/server/features/lists/search.feature.test.ts',
    'src/server/features/partners/partners.feature.test.ts',
    'src/server/features/bookings/documents/photos.feature.test.ts',
    'src/server/features/gate/cameras/cameras.feature.test.ts',
    'src/server/features/parks/manage/facts.feature.test.ts',
    'src/server/features/orders/request-return.feature.test.ts',
    'src/server/features/branches/branches.feature.test.ts',
    'src/server/features/reviews/shop/shop-reviews.feature.test.ts',
    'src/server/features/documents/staff/results.feature.test.ts',
    'src/server/features/figures/figures.feature.test.ts',
    'src/server/features/bookings/documents/mails.feature.test.ts',
    'src/server/features/desk/dashboard/dashboard.feature.test.ts',
    'src/server/features/wallet/statements/statement.test.ts',
    'src/server/features/gate/guard-lists.feature.test.ts',
    'test/http/shop-pages.feature.test.ts',
    'src/server/features/search/index/index-changes.test.ts',
    'src/server/features/wallet/top-ups/stripe-form.feature.test.ts',
    'src/server/features/documents/fees/fees.feature.test.ts',
    // Pages, whose calls have tests of their own.
    'src/web/features/desk/parks/parks-desk.page.test.tsx',
    'src/web/ui/form/empty-forms.page.test.tsx',
    'src/web/features/desk/desk.page.test.tsx',
    'src/web/features/desk/shop/shop-desk.page.test.tsx',
    'src/web/features/documents/request.page.test.tsx',
    'src/web/features/desk/orders/phone/phone-order.page.test.tsx',
    'src/web/features/orders/messages.page.test.tsx',
    'src/web/features/documents/documents.page.test.tsx',
    'src/web/features/bookings/overstay.page.test.tsx',
    'src/web/features/desk/money/money.page.test.tsx',
    'src/web/features/topup/gateways.page.test.tsx',
    'src/web/features/orders/sale.page.test.tsx',
    'src/web/features/desk/orders/order-board.page.test.tsx',
    'src/web/ui/form/photos.page.test.tsx',
    'src/web/features/desk/documents/documents-desk.page.test.tsx',
    'src/web/features/lists/list/filters.page.test.tsx',
    'src/web/features/bookings/booking-files.page.test.tsx',
    'src/web/features/desk/content/content-desk.page.test.tsx',
    'src/web/features/event-pages/events.page.test.tsx',
    'src/web/features/desk/orders/orders-desk.page.test.tsx',
    'src/web/features/lists/list/cards.page.test.tsx',
    'src/web/features/orders/returns.page.test.tsx',
    'src/web/features/bookings/cannot-park.page.test.tsx',
  ],
}

/** Another turn than that of the tests within a file, which would otherwise meet always or never. */
const start = hashOf(`files ${process.env['TEST_TURN']}`)

/** The files of these, by default of all, that have no turn in this run. */
export function findFilesOutOfTurn(files: Partial<typeof filesInTurn> = filesInTurn): string[] {
  if (process.env['TEST_FILES'] !== 'in turn') return []
  return Object.entries(files).flatMap(([count, paths]) =>
    paths.filter((_path, place) => !isTurnOf(start + place, Number(count))),
  )
}

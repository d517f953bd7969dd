import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/database/connect.ts'
import { accessJobs } from '#server/features/access/jobs.ts'
import { addNewPermissions } from '#server/features/access/roles.ts'
import { accessRoutes } from '#server/features/access/routes.ts'
import { auditDesk } from '#server/features/accounts/desk/audit.ts'
import { customersDesk } from '#server/features/accounts/desk/customers.ts'
import { peopleDesk } from '#server/features/accounts/desk/people.ts'
import { rolesDesk } from '#server/features/accounts/desk/roles.ts'
import { invitationsDesk } from '#server/features/accounts/invitations/desk.ts'
import { invitationMails } from '#server/features/accounts/invitations/mails.ts'
import { accountsJobs } from '#server/features/accounts/jobs.ts'
import { serveLoginHelper } from '#server/features/accounts/login/login-helper.ts'
import { accountMails } from '#server/features/accounts/mail/account-mails.ts'
import { devMailRoutes } from '#server/features/accounts/mail/dev-mail.ts'
import type { MailGroup } from '#server/features/accounts/mail/mail-kinds.ts'
import { accountsMetrics } from '#server/features/accounts/metrics.ts'
import { createSessionFinder } from '#server/features/accounts/queries.ts'
import { accountsRoutes } from '#server/features/accounts/routes.ts'
import { addressesRoutes } from '#server/features/addresses/routes.ts'
import { payBookingOfTopUp, requirePayableHold } from '#server/features/bookings/create/pay-with-top-up.ts'
import { bookingsDesk } from '#server/features/bookings/desk/bookings.ts'
import { parkReportsDesk } from '#server/features/bookings/desk/park-reports.ts'
import { findMailAttachments } from '#server/features/bookings/documents/attachments.ts'
import { bookingMails } from '#server/features/bookings/documents/mails.ts'
import { notBookedMails } from '#server/features/bookings/documents/not-booked-mail.ts'
import { seriesMails } from '#server/features/bookings/documents/series-mails.ts'
import { bookingsJobs } from '#server/features/bookings/jobs.ts'
import { reportMails } from '#server/features/bookings/park-reports.ts'
import { bookingsRoutes } from '#server/features/bookings/routes.ts'
import { branchesDesk } from '#server/features/branches/desk/branches.ts'
import { taxesDesk } from '#server/features/branches/desk/taxes.ts'
import { branchesRoutes } from '#server/features/branches/routes.ts'
import { shopVersionJobs } from '#server/features/branches/shop-versions.ts'
import { cartJobs } from '#server/features/cart/jobs.ts'
import { cartRoutes } from '#server/features/cart/routes.ts'
import { cashDesk } from '#server/features/cash/desk.ts'
import { cashRoutes } from '#server/features/cash/routes.ts'
import { categoriesDesk } from '#server/features/catalogue/desk/categories.ts'
import { itemsDesk } from '#server/features/catalogue/desk/items.ts'
import { offersDesk } from '#server/features/catalogue/desk/offers.ts'
import { catalogueJobs } from '#server/features/catalogue/pictures.ts'
import { catalogueRoutes } from '#server/features/catalogue/routes.ts'
import { pagesDesk } from '#server/features/content/desk/list.ts'
import { contentJobs } from '#server/features/content/jobs.ts'
import { contentRoutes } from '#server/features/content/routes.ts'
import { currenciesDesk } from '#server/features/currencies/desk.ts'
import { useCurrencyFormats } from '#server/features/currencies/formats.ts'
import { currenciesJobs, currenciesRoutes } from '#server/features/currencies/routes.ts'
import { deliveriesDesk } from '#server/features/deliveries/desk/lists.ts'
import { deliveriesJobs } from '#server/features/deliveries/jobs.ts'
import { deliveriesRoutes } from '#server/features/deliveries/routes.ts'
import { writeExampleDocuments } from '#server/features/demo/documents.ts'
import { writeExampleEvents } from '#server/features/demo/events.ts'
import { demoJobs } from '#server/features/demo/jobs.ts'
import { applyDemoOverlay } from '#server/features/demo/overlay.ts'
import { writeExamplePromos } from '#server/features/demo/promos.ts'
import { writeExampleShop } from '#server/features/demo/shop.ts'
import { analyticsDesk } from '#server/features/desk/analytics/source.ts'
import { healthDesk } from '#server/features/desk/health/sources.ts'
import { deskRoutes } from '#server/features/desk/routes.ts'
import { disputesDesk } from '#server/features/disputes/desk.ts'
import { disputesRoutes } from '#server/features/disputes/routes.ts'
import { documentsDesk } from '#server/features/documents/desk.ts'
import { documentFeeRoutes } from '#server/features/documents/fees/routes.ts'
import { documentFilesJobs } from '#server/features/documents/files/erase-files.ts'
import { documentFileRoutes } from '#server/features/documents/files/routes.ts'
import { inspectionCentreRoutes } from '#server/features/documents/inspections/routes.ts'
import { documentRequestsJobs } from '#server/features/documents/requests/jobs.ts'
import { requestMails } from '#server/features/documents/requests/mails.ts'
import { documentRequestRoutes } from '#server/features/documents/requests/routes.ts'
import { staffDocumentRoutes } from '#server/features/documents/staff/routes.ts'
import { eventsDesk } from '#server/features/events/desk.ts'
import { eventsRoutes } from '#server/features/events/routes.ts'
import { favouritesRoutes } from '#server/features/favourites/routes.ts'
import { figuresJobs } from '#server/features/figures/jobs.ts'
import { figuresRoutes } from '#server/features/figures/routes.ts'
import { VisitCounter } from '#server/features/figures/visit-counter.ts'
import { gateDesk } from '#server/features/gate/desk.ts'
import { gateJobs } from '#server/features/gate/jobs.ts'
import { gateRoutes } from '#server/features/gate/routes.ts'
import { leadsDesk } from '#server/features/leads/desk.ts'
import { leadsJobs } from '#server/features/leads/jobs.ts'
import { leadMails } from '#server/features/leads/mails.ts'
import { leadsRoutes } from '#server/features/leads/routes.ts'
import { listRoutes } from '#server/features/lists/routes.ts'
import type { ServedList } from '#server/features/lists/served.ts'
import { notesRoutes } from '#server/features/notes/routes.ts'
import { campaignsDesk } from '#server/features/notifications/campaigns/desk.ts'
import { newsLinks } from '#server/features/notifications/campaigns/news.ts'
import { notifyStaffOfRefund, notifyStaffOfReport } from '#server/features/notifications/report-notices.ts'
import { notificationsJobs, notificationsRoutes } from '#server/features/notifications/routes.ts'
import { noticeMails } from '#server/features/notifications/staff-notices.ts'
import { settleNotices } from '#server/features/notifications/staff-notices.ts'
import { payOrderOfTopUp, requirePayableOrder } from '#server/features/orders/create/pay-with-top-up.ts'
import { customerOrdersRoutes } from '#server/features/orders/customer-routes.ts'
import { orderProblemsDesk } from '#server/features/orders/desk/order-problems.ts'
import { ordersDesk } from '#server/features/orders/desk/orders.ts'
import { posOrdersDesk } from '#server/features/orders/desk/pos-orders.ts'
import { preparedRepliesDesk } from '#server/features/orders/desk/prepared-replies.ts'
import { ordersJobs } from '#server/features/orders/jobs.ts'
import { cancelOrdersOfBooking, findOrdersOfBooking } from '#server/features/orders/lifecycle/booking-orders.ts'
import { messageMails } from '#server/features/orders/messages/unread-mails.ts'
import { orderMails } from '#server/features/orders/order-mails.ts'
import { handOverSales } from '#server/features/orders/pos/hand-over-sales.ts'
import { receiptMails } from '#server/features/orders/pos/receipt-mails.ts'
import { ordersRoutes } from '#server/features/orders/routes.ts'
import { importShippedParks } from '#server/features/park-import/import.ts'
import { parksDesk } from '#server/features/parks/desk.ts'
import { parksJobs } from '#server/features/parks/jobs.ts'
import { parksRoutes } from '#server/features/parks/routes.ts'
import { partnersJobs } from '#server/features/partners/confirmations.ts'
import { partnersDesk } from '#server/features/partners/desk.ts'
import { partnerMails } from '#server/features/partners/mails.ts'
import { partnersRoutes } from '#server/features/partners/routes.ts'
import { payoutsFeature } from '#server/features/payouts/routes.ts'
import { servePictures } from '#server/features/pictures/routes.ts'
import { placesRoutes } from '#server/features/places/routes.ts'
import { seedReference } from '#server/features/places/seed.ts'
import { privacyJobs } from '#server/features/privacy/old-rows.ts'
import { privacyRoutes } from '#server/features/privacy/routes.ts'
import { promosDesk } from '#server/features/promos/desk.ts'
import { promosRoutes } from '#server/features/promos/routes.ts'
import { reportsDesk, reportsJobs, reportsRoutes } from '#server/features/reports/routes.ts'
import { scheduleMails } from '#server/features/reports/schedules.ts'
import { itemReviewsDesk } from '#server/features/reviews/desk/item-reviews.ts'
import { reviewsDesk } from '#server/features/reviews/desk/reviews.ts'
import { reviewsRoutes } from '#server/features/reviews/routes.ts'
import { searchJobs } from '#server/features/search/jobs.ts'
import { LiveIndex } from '#server/features/search/live/live-index.ts'
import { searchMetrics } from '#server/features/search/metrics.ts'
import { searchRoutes } from '#server/features/search/routes.ts'
import { loadStreets } from '#server/features/search/streets/find-streets.ts'
import { useSettings } from '#server/features/settings/current.ts'
import { serveLogos } from '#server/features/settings/logos.ts'
import { testMails } from '#server/features/settings/mails.ts'
import { serveManifest } from '#server/features/settings/manifest.ts'
import { settingsJobs, settingsRoutes } from '#server/features/settings/routes.ts'
import { smsDesk } from '#server/features/sms/desk.ts'
import { smsPages } from '#server/features/sms/dev-sms.ts'
import { smsJobs, smsMetrics } from '#server/features/sms/jobs.ts'
import { findTextCountries } from '#server/features/sms/numbers.ts'
import { addGateways } from '#server/features/sms/records.ts'
import { smsRoutes } from '#server/features/sms/routes.ts'
import { vehiclesJobs } from '#server/features/vehicles/jobs.ts'
import { reminderMails } from '#server/features/vehicles/reminders.ts'
import { vehiclesRoutes } from '#server/features/vehicles/routes.ts'
import { walletPassesJobs, walletPassesMetrics } from '#server/features/wallet-passes/jobs.ts'
import { walletPassesRoutes } from '#server/features/wallet-passes/routes.ts'
import { moneyDesk } from '#server/features/wallet/desk/money.ts'
import { transactionsDesk } from '#server/features/wallet/desk/transactions.ts'
import { walletJobs } from '#server/features/wallet/jobs.ts'
import { walletMetrics } from '#server/features/wallet/metrics.ts'
import { refundMails } from '#server/features/wallet/refunds/refund-mails.ts'
import { walletRoutes } from '#server/features/wallet/routes.ts'
import { adjustmentMails } from '#server/features/wallet/staff/adjustment-mails.ts'
import { topUpMails } from '#server/features/wallet/top-ups/top-up-mails.ts'
import type { Figure } from '#server/http/metrics.ts'
import { createWallets } from '#server/providers/wallets/create-wallets.ts'
import type { Config } from './config.ts'
import type { Deps, Hooks } from './deps.ts'
import type { Job } from './jobs.ts'

/** A feature of the server: its folder's name, and what it brings. */
export interface Feature {
  name: string
  /** Mount its calls. */
  routes?: readonly ((app: FastifyInstance, deps: Deps) => void)[]
  /** The lists that it serves to the desk. */
  desk?: readonly ServedList[]
  /** Serves what is no call of the API. */
  pages?: (app: FastifyInstance, deps: Deps) => Promise<void> | void
  /** The mails that it sends (`docs/emails.md`). */
  mails?: Readonly<Record<string, MailGroup<never, never>>>
  jobs?: readonly Job[] | ((config: Config) => readonly Job[])
  /** What it does within the transactions of earlier features. */
  hooks?: Partial<Hooks>
  /** Creates what it keeps in memory. */
  open?: (config: Config) => Partial<Deps>
  /** Called before its calls are mounted. */
  prepare?: (app: FastifyInstance, deps: Deps) => Promise<void> | void
  /** Called before the server listens. */
  load?: (deps: Deps) => Promise<void>
  /** Called once a server in production listens: reads what the first reader would wait for. */
  warm?: () => Promise<unknown>
  /** Stores what is only in memory when the server stops. */
  close?: (deps: Deps) => Promise<void>
  /** What it measures. */
  metrics?: (deps: Deps) => readonly Figure[]
  /** Writes the rows that ship with the product; does nothing for unchanged ones. */
  seed?: (db: Db, config: Config) => Promise<unknown> | undefined
  /** Writes its example rows. */
  demo?: (db: Db) => Promise<void>
}

/** Every feature once. Each uses only those before it; the last two are for scripts and start-up, and may use all. */
const register = [
  { name: 'access', routes: [accessRoutes], jobs: accessJobs, prepare: (_app, { db }) => addNewPermissions(db) },
  { name: 'lists' },
  {
    name: 'currencies',
    routes: [currenciesRoutes],
    desk: currenciesDesk,
    jobs: currenciesJobs,
    prepare: (_app, { db }) => useCurrencyFormats(db),
  },
  {
    name: 'places',
    routes: [placesRoutes],
    seed: (db, { SHIPPED_DATA, COUNTRIES }) => seedReference(db, { places: SHIPPED_DATA, countries: COUNTRIES }),
  },
  {
    name: 'accounts',
    routes: [accountsRoutes],
    desk: [...auditDesk, ...customersDesk, ...peopleDesk, ...rolesDesk, ...invitationsDesk],
    mails: { ...accountMails, invitationMails },
    jobs: accountsJobs,
    metrics: accountsMetrics,
    prepare: (app, deps) => void app.decorate('identify', createSessionFinder(deps)),
    pages: async (app, deps) => {
      await serveLoginHelper(app, deps.config)
      if (!deps.config.production && deps.config.SMTP_URL === undefined) devMailRoutes(app, deps)
    },
  },
  {
    name: 'settings',
    routes: [settingsRoutes],
    mails: { testMails },
    jobs: settingsJobs,
    prepare: (_app, { db, config }) => useSettings(db, config),
    pages: (app, deps) => {
      serveManifest(app)
      serveLogos(app, deps)
    },
  },
  {
    name: 'sms',
    routes: [smsRoutes],
    desk: smsDesk,
    jobs: smsJobs,
    metrics: smsMetrics,
    hooks: { findTextCountries },
    prepare: (_app, deps) => addGateways(deps),
    pages: smsPages,
  },
  { name: 'vehicles', routes: [vehiclesRoutes], mails: { reminderMails }, jobs: vehiclesJobs },
  { name: 'pricing' },
  { name: 'availability' },
  { name: 'parks', routes: [parksRoutes], desk: parksDesk, jobs: parksJobs, demo: applyDemoOverlay },
  {
    name: 'search',
    routes: [searchRoutes],
    jobs: searchJobs,
    metrics: searchMetrics,
    open: ({ data_dir }) => ({ search: new LiveIndex(data_dir) }),
    load: ({ search, db, clock }) => search.refresh(db, clock()),
    warm: loadStreets,
  },
  { name: 'favourites', routes: [favouritesRoutes] },
  { name: 'pictures', pages: servePictures },
  {
    name: 'wallet',
    routes: [walletRoutes],
    desk: [...moneyDesk, ...transactionsDesk],
    mails: { topUpMails, refundMails, adjustmentMails },
    jobs: walletJobs,
    metrics: walletMetrics,
  },
  { name: 'promos', routes: [promosRoutes], desk: promosDesk, demo: writeExamplePromos },
  {
    name: 'bookings',
    routes: [bookingsRoutes],
    desk: [...bookingsDesk, ...parkReportsDesk],
    mails: { bookingMails, notBookedMails, reportMails, seriesMails },
    jobs: bookingsJobs,
    hooks: { requirePayableHold, payBookingOfTopUp, findMailAttachments },
  },
  { name: 'gate', routes: [gateRoutes], desk: gateDesk, jobs: gateJobs },
  {
    name: 'wallet-passes',
    routes: [walletPassesRoutes],
    jobs: walletPassesJobs,
    metrics: walletPassesMetrics,
    open: (config) => ({ wallets: createWallets(config) }),
    close: async ({ wallets }) => wallets.apple?.pushes.close(),
  },
  { name: 'reviews', routes: [reviewsRoutes], desk: [...itemReviewsDesk, ...reviewsDesk] },
  { name: 'events', routes: [eventsRoutes], desk: eventsDesk, demo: writeExampleEvents },
  { name: 'branches', routes: [branchesRoutes], desk: [...branchesDesk, ...taxesDesk], jobs: shopVersionJobs },
  {
    name: 'catalogue',
    routes: [catalogueRoutes],
    desk: [...categoriesDesk, ...itemsDesk, ...offersDesk],
    jobs: catalogueJobs,
    demo: writeExampleShop,
  },
  { name: 'cash', routes: [cashRoutes], desk: cashDesk },
  { name: 'addresses', routes: [addressesRoutes] },
  { name: 'cart', routes: [cartRoutes], jobs: cartJobs },
  {
    name: 'notifications',
    routes: [notificationsRoutes],
    desk: campaignsDesk,
    pages: newsLinks,
    mails: { noticeMails },
    jobs: notificationsJobs,
    hooks: { notifyStaffOfReport, notifyStaffOfRefund, settleNotices },
  },
  {
    name: 'orders',
    routes: [ordersRoutes, customerOrdersRoutes],
    desk: [...orderProblemsDesk, ...ordersDesk, ...posOrdersDesk, ...preparedRepliesDesk],
    mails: { orderMails, messageMails, receiptMails },
    jobs: ordersJobs,
    hooks: { requirePayableOrder, payOrderOfTopUp, findOrdersOfBooking, cancelOrdersOfBooking, handOverSales },
  },
  { name: 'deliveries', routes: [deliveriesRoutes], desk: deliveriesDesk, jobs: deliveriesJobs },
  { name: 'notes', routes: [notesRoutes] },
  { name: 'leads', routes: [leadsRoutes], desk: leadsDesk, mails: { leadMails }, jobs: leadsJobs },
  {
    name: 'documents',
    routes: [documentRequestRoutes, documentFeeRoutes, inspectionCentreRoutes, documentFileRoutes, staffDocumentRoutes],
    desk: documentsDesk,
    mails: { requestMails },
    jobs: [...documentRequestsJobs, ...documentFilesJobs],
    demo: writeExampleDocuments,
  },
  { name: 'content', routes: [contentRoutes], desk: pagesDesk, jobs: contentJobs },
  {
    name: 'figures',
    routes: [figuresRoutes],
    jobs: figuresJobs,
    open: () => ({ visits: new VisitCounter() }),
    close: ({ visits, db, search }) => visits.flush(db, search),
  },
  payoutsFeature,
  { name: 'partners', routes: [partnersRoutes], desk: partnersDesk, mails: partnerMails, jobs: partnersJobs },
  { name: 'disputes', routes: [disputesRoutes], desk: disputesDesk },
  {
    name: 'reports',
    routes: [reportsRoutes],
    desk: reportsDesk,
    mails: { scheduleMails },
    jobs: reportsJobs,
  },
  { name: 'desk', routes: [deskRoutes], desk: [...analyticsDesk, ...healthDesk] },
  { name: 'privacy', routes: [privacyRoutes], jobs: privacyJobs },
  {
    name: 'park-import',
    seed: (db, { SHIPPED_DATA, COUNTRIES }) =>
      SHIPPED_DATA ? importShippedParks(db, undefined, COUNTRIES) : undefined,
  },
  { name: 'demo', jobs: demoJobs },
] as const satisfies readonly Feature[]

type Registered = (typeof register)[number]
type Together<Part> = (Part extends unknown ? (part: Part) => void : never) extends (all: infer All) => void
  ? All
  : never

export const features: readonly Feature[] = register

/** The lists of the desk. */
export const servedLists = features.flatMap(({ desk = [] }) => desk)

/** Mounts the calls of all features and the lists of the desk. */
export function mountFeatures(app: FastifyInstance, deps: Deps): void {
  for (const { routes = [] } of features) for (const mountRoutes of routes) mountRoutes(app, deps)
  listRoutes(app, deps, servedLists)
}

/** The hooks of all features; one that no feature provides is a type error here. */
export const hooks: Hooks = Object.assign({}, ...features.map((feature) => feature.hooks)) as Together<
  Extract<Registered, { hooks: unknown }>['hooks']
>

/** What the features keep in the memory of a process; empty until it is loaded. */
export const openServices = (config: Config) =>
  Object.assign({}, ...features.map(({ open }) => open?.(config))) as Together<
    ReturnType<Extract<Registered, { open: unknown }>['open']>
  >

/** The jobs of all features with these settings. */
export const jobsOf = (config: Config): Job[] =>
  features.flatMap(({ jobs = [] }) => (typeof jobs === 'function' ? jobs(config) : jobs))

/** The mails that the product sends, by feature and group; the register of `mails` in the features' entries. */
export const mailRegister = register.flatMap((feature) =>
  'mails' in feature
    ? Object.entries<MailGroup<never, never>>(feature.mails).map(([name, group]) => ({
        feature: feature.name,
        name,
        group,
      }))
    : [],
)

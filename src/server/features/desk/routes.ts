import type { FastifyInstance } from 'fastify'
import { auditList } from '#contract/accounts/desk/audit.ts'
import { customerRecord } from '#contract/accounts/desk/customer-record.ts'
import { customerList } from '#contract/accounts/desk/customers.ts'
import { administratorList, employeeList } from '#contract/accounts/desk/people.ts'
import { roleList } from '#contract/accounts/desk/roles.ts'
import { bookingRecord } from '#contract/bookings/desk/booking-record.ts'
import { bookingList } from '#contract/bookings/desk/bookings.ts'
import { parkReportList, parkReportRecord } from '#contract/bookings/desk/park-reports.ts'
import * as setup from '#contract/branches/desk/branch-setup.ts'
import { branchList, branchParkList, branchRecord } from '#contract/branches/desk/branches.ts'
import { taxList } from '#contract/branches/desk/taxes.ts'
import { timeSlotList } from '#contract/branches/desk/time-slots.ts'
import { attributeList } from '#contract/catalogue/desk/item-attributes.ts'
import { itemBranchList, itemBranchRecord } from '#contract/catalogue/desk/item-branches.ts'
import { categoryList, categoryRecord } from '#contract/catalogue/desk/item-categories.ts'
import { extraList, pictureList } from '#contract/catalogue/desk/item-parts.ts'
import { addonList, itemRecord } from '#contract/catalogue/desk/item-record.ts'
import { itemList } from '#contract/catalogue/desk/items.ts'
import { offerList, offerRecord } from '#contract/catalogue/desk/offers.ts'
import { movementList, stockList } from '#contract/catalogue/desk/stock.ts'
import { pageList } from '#contract/content/desk/pages.ts'
import { sliderList, sliderRecord } from '#contract/content/desk/sliders.ts'
import { currencyList, exchangeRateList } from '#contract/currencies/desk.ts'
import { analyticsList, getAnalytics } from '#contract/desk/analytics.ts'
import { getDashboard } from '#contract/desk/dashboard.ts'
import * as failed from '#contract/desk/failed-work.ts'
import * as health from '#contract/desk/health.ts'
import { feeList } from '#contract/documents/desk/document-fees.ts'
import { documentList } from '#contract/documents/desk/document-requests.ts'
import {
  appointmentList,
  centreList,
  inspectionClosureList,
  visitList,
} from '#contract/documents/desk/inspection-centres.ts'
import { eventList, eventParkList, eventRecord } from '#contract/events/desk.ts'
import { gateScanList } from '#contract/gate/desk.ts'
import { leadList, leadRecord } from '#contract/leads/desk.ts'
import type { DeskListDescription } from '#contract/lists/lists.ts'
import { searchDesk } from '#contract/lists/search.ts'
import * as views from '#contract/lists/views.ts'
import { threadList } from '#contract/orders/desk/messages.ts'
import { problemList } from '#contract/orders/desk/order-problems.ts'
import { orderRecord } from '#contract/orders/desk/order-record.ts'
import { returnList } from '#contract/orders/desk/order-returns.ts'
import { orderList } from '#contract/orders/desk/orders.ts'
import { preparedReplyList } from '#contract/orders/desk/prepared-replies.ts'
import { listAffectedBookings } from '#contract/parks/desk/capacity.ts'
import { parkList } from '#contract/parks/desk/parks.ts'
import { claimList, claimRecord, listingList, listingRecord } from '#contract/partners/desk/partner-requests.ts'
import { partnerList, partnerRecord, payoutList } from '#contract/partners/desk/partners.ts'
import { couponList, couponRecord, couponUseList } from '#contract/promos/desk.ts'
import { itemReviewList, itemReviewRecord } from '#contract/reviews/desk/item-reviews.ts'
import { reviewList, reviewRecord } from '#contract/reviews/desk/reviews.ts'
import { adjustmentList } from '#contract/wallet/desk/adjustments.ts'
import { discrepancyRecord, moneyList } from '#contract/wallet/desk/money.ts'
import { refundList, refundRecord } from '#contract/wallet/desk/refunds.ts'
import { topUpList, topUpRecord } from '#contract/wallet/desk/top-ups.ts'
import { transactionList } from '#contract/wallet/desk/transactions.ts'
import type { Deps } from '#server/deps.ts'
import { mountCommand } from '#server/features/access/command.ts'
import { auditSource } from '#server/features/accounts/desk/audit.ts'
import { customerSource } from '#server/features/accounts/desk/customers.ts'
import { administratorSource, employeeSource } from '#server/features/accounts/desk/people.ts'
import { roleSource } from '#server/features/accounts/desk/roles.ts'
import { findAffectedBookings } from '#server/features/bookings/affected-bookings.ts'
import { bookingSource } from '#server/features/bookings/desk/bookings.ts'
import { parkReportSource } from '#server/features/bookings/desk/park-reports.ts'
import * as branches from '#server/features/branches/desk/branches.ts'
import { taxSource } from '#server/features/branches/desk/taxes.ts'
import * as catalogue from '#server/features/catalogue/desk/categories.ts'
import * as items from '#server/features/catalogue/desk/items.ts'
import { offerSource, sliderSource } from '#server/features/catalogue/desk/offers.ts'
import { pageSource } from '#server/features/content/desk/list.ts'
import { currencySource, exchangeRateSource } from '#server/features/currencies/desk.ts'
import * as documents from '#server/features/documents/desk.ts'
import { eventParkSource, eventSource } from '#server/features/events/desk.ts'
import { gateScanSource } from '#server/features/gate/desk.ts'
import { leadSource } from '#server/features/leads/desk.ts'
import { searchLists } from '#server/features/lists/search-lists.ts'
import { serveBulk } from '#server/features/lists/serve-bulk.ts'
import {
  minuteOf,
  serveList,
  type ListWithEndpoint,
  type Reader,
  type ServedList,
} from '#server/features/lists/serve-list.ts'
import { storeListSize } from '#server/features/lists/sizes.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { problemSource } from '#server/features/orders/desk/order-problems.ts'
import { orderSource, returnSource, threadSource } from '#server/features/orders/desk/orders.ts'
import { preparedReplySource } from '#server/features/orders/desk/prepared-replies.ts'
import { parkSource } from '#server/features/parks/desk.ts'
import { claimSource, listingSource, partnerSource, payoutSource } from '#server/features/partners/desk.ts'
import { couponSource, couponUseSource } from '#server/features/promos/desk.ts'
import { itemReviewSource } from '#server/features/reviews/desk/item-reviews.ts'
import { reviewSource } from '#server/features/reviews/desk/reviews.ts'
import { adjustmentSource, moneySource, refundSource, topUpSource } from '#server/features/wallet/desk/money.ts'
import { transactionSource } from '#server/features/wallet/desk/transactions.ts'
import { AppError } from '#server/http/errors.ts'
import { mount } from '#server/http/mount.ts'
import { findAnalytics } from './analytics/queries.ts'
import { analyticsSource } from './analytics/source.ts'
import { customerRoutes } from './customers/routes.ts'
import { findDashboard } from './dashboard/queries.ts'
import { demoDeskRoutes } from './demo-desk.ts'
import {
  getFailure,
  getMail,
  getSearchIndex,
  getWebhook,
  reloadSearchIndex,
  retryFailure,
  retryMail,
  retryWebhook,
} from './health/commands.ts'
import {
  importSource,
  indexSource,
  jobSource,
  mailSource,
  reconciliationSource,
  webhookSource,
  failureSource,
} from './health/sources.ts'
import { deleteView, findViews, saveView, shareView } from './views/views.ts'

/** The back office: its lists, and what only the back office does. */
export function deskRoutes(app: FastifyInstance, deps: Deps): void {
  demoDeskRoutes(app, deps)
  const lists: ServedList[] = []
  const serve = <L extends DeskListDescription>(
    list: ListWithEndpoint<L>,
    source: (reader: Reader) => ListSource<L> | Promise<ListSource<L>>,
  ) => void lists.push(serveList(app, deps, list, source))
  serve(customerList, customerSource)
  serve(bookingList, bookingSource)
  serve(orderList, orderSource)
  serveBulk(app, orderRecord)
  serve(returnList, returnSource)
  serve(problemList, problemSource)
  serve(threadList, threadSource)
  serve(preparedReplyList, preparedReplySource)
  serve(parkList, parkSource)
  serve(branchList, branches.branchSource)
  serve(branchParkList, branches.branchParkSource)
  serve(timeSlotList, branches.timeSlotSource)
  serve(setup.orderSetupList, branches.orderSetupSource)
  serve(setup.deliverySetupList, branches.deliverySetupSource)
  serve(setup.deliveryChargeList, branches.deliveryChargeSource)
  serve(setup.closureList, branches.closureSource)
  serveBulk(app, branchRecord)
  serve(taxList, taxSource)
  serve(currencyList, currencySource)
  serve(exchangeRateList, exchangeRateSource)
  serve(categoryList, catalogue.categorySource)
  serve(attributeList, catalogue.attributeSource)
  serve(itemList, items.itemSource)
  serve(extraList, items.extraSource)
  serve(pictureList, items.pictureSource)
  serve(addonList, items.addonSource)
  serve(itemBranchList, items.itemBranchSource)
  serve(stockList, items.stockSource)
  serve(offerList, offerSource)
  serve(sliderList, sliderSource)
  serve(movementList, items.movementSource)
  for (const record of [categoryRecord, itemRecord, itemBranchRecord, offerRecord, sliderRecord]) serveBulk(app, record)
  serve(couponList, couponSource)
  serve(couponUseList, couponUseSource)
  serve(documentList, documents.documentSource)
  serve(feeList, documents.feeSource)
  serve(centreList, documents.centreSource)
  serve(inspectionClosureList, documents.inspectionClosureSource)
  serve(appointmentList, documents.inspectionSlotSource)
  serve(visitList, documents.visitSource)
  serve(leadList, leadSource)
  serve(pageList, ({ language }) => pageSource(deps.db, language))
  serve(eventList, eventSource)
  serve(eventParkList, eventParkSource)
  serve(reviewList, reviewSource)
  serve(itemReviewList, itemReviewSource)
  serve(gateScanList, gateScanSource)
  serve(parkReportList, parkReportSource)
  customerRoutes(app, deps)
  for (const record of [customerRecord, bookingRecord, topUpRecord, refundRecord, discrepancyRecord])
    serveBulk(app, record)
  serve(transactionList, transactionSource)
  serve(topUpList, topUpSource)
  serve(refundList, refundSource)
  serve(adjustmentList, adjustmentSource)
  serve(moneyList, moneySource)
  for (const record of [couponRecord, eventRecord, leadRecord, parkReportRecord, reviewRecord, itemReviewRecord])
    serveBulk(app, record)
  mount(app, views.rememberListSize, async ({ user, params: { list }, body }) => {
    if (!app.mounted.has(`GET /api/v1/admin/${list}`)) throw new AppError('not_found')
    await storeListSize(deps.db, user.user_id, list, body.size)
  })
  mount(app, views.listViews, ({ user, query }) => findViews(deps.db, user.user_id, query.list))
  mountCommand(app, deps, views.saveView, (tx, { user, body }, now) => saveView(tx, user.user_id, body, now))
  mountCommand(app, deps, views.shareView, (tx, { user, params, body }) =>
    shareView(tx, user.user_id, params.id, body.role_id),
  )
  mountCommand(app, deps, views.deleteView, async (tx, { user, params }) => ({
    answer: undefined,
    changes: await deleteView(tx, user.user_id, params.id),
  }))
  mount(app, getDashboard, ({ query, user, scope, language }) =>
    findDashboard(deps.db, query, { access: user.access, scope, language }, deps.clock()),
  )
  mount(app, getAnalytics, ({ query, scope }) => findAnalytics(deps.db, query, scope, deps.clock()))
  serveList(app, deps, analyticsList, analyticsSource)
  serve(health.mailList, mailSource)
  serve(health.webhookList, webhookSource)
  serve(failed.failureList, failureSource)
  serve(health.jobList, jobSource)
  serve(health.reconciliationList, reconciliationSource)
  serve(health.indexList, () => indexSource({ now: deps.clock() }))
  serve(health.importList, importSource)
  mount(app, health.getSearchIndex, ({ params }) => getSearchIndex(deps.db, params.id, deps.clock()))
  mountCommand(app, deps, health.reloadSearchIndex, (tx, { params }, now) => reloadSearchIndex(tx, params.id, now))
  mount(app, health.getMail, ({ params }) => getMail(deps.db, params.id, deps.clock()))
  mount(app, health.getWebhook, ({ params }) => getWebhook(deps.db, params.id))
  mountCommand(app, deps, health.retryMail, (tx, { params }, now) => retryMail(tx, params.id, now))
  mountCommand(app, deps, health.retryWebhook, (tx, { params }, now) => retryWebhook(tx, params.id, now))
  serveBulk(app, health.mailRecord)
  serveBulk(app, health.webhookRecord)
  mount(app, failed.getFailure, ({ params }) => getFailure(deps.db, params.id))
  mountCommand(app, deps, failed.retryFailure, (tx, { params }, now) => retryFailure(tx, params.id, now))
  serveBulk(app, failed.failureRecord)
  serveBulk(app, health.indexRecord)
  serve(partnerList, partnerSource)
  serve(payoutList, payoutSource)
  serve(claimList, claimSource)
  serve(listingList, listingSource)
  for (const record of [partnerRecord, claimRecord, listingRecord]) serveBulk(app, record)
  serve(auditList, auditSource)
  serve(roleList, roleSource)
  serve(employeeList, employeeSource)
  serve(administratorList, administratorSource)
  mount(app, searchDesk, async ({ query, user, language }) => ({
    items: await searchLists(deps.db, lists, query.q, { access: user.access, language, now: minuteOf(deps.clock()) }),
  }))
  mount(app, listAffectedBookings, async ({ params, scope }) => ({
    items: await findAffectedBookings(deps.db, scope, params, deps.clock()),
  }))
}

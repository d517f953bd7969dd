import { auditList } from '#contract/accounts/desk/audit.ts'
import { customerList } from '#contract/accounts/desk/customers.ts'
import { administratorList, employeeList } from '#contract/accounts/desk/people.ts'
import { roleList } from '#contract/accounts/desk/roles.ts'
import { bookingList } from '#contract/bookings/desk/bookings.ts'
import { parkReportList } from '#contract/bookings/desk/park-reports.ts'
import * as setup from '#contract/branches/desk/branch-setup.ts'
import { branchList } from '#contract/branches/desk/branches.ts'
import { taxList } from '#contract/branches/desk/taxes.ts'
import { timeSlotList } from '#contract/branches/desk/time-slots.ts'
import { attributeList } from '#contract/catalogue/desk/item-attributes.ts'
import { categoryList } from '#contract/catalogue/desk/item-categories.ts'
import { itemList } from '#contract/catalogue/desk/items.ts'
import { offerList } from '#contract/catalogue/desk/offers.ts'
import { stockList } from '#contract/catalogue/desk/stock.ts'
import { pageList } from '#contract/content/desk/pages.ts'
import { sliderList } from '#contract/content/desk/sliders.ts'
import { currencyList } from '#contract/currencies/desk.ts'
import { failureList } from '#contract/desk/failed-work.ts'
import { importList, indexList, jobList, mailList, reconciliationList, webhookList } from '#contract/desk/health.ts'
import { feeList } from '#contract/documents/desk/document-fees.ts'
import { documentList } from '#contract/documents/desk/document-requests.ts'
import { centreList, inspectionClosureList, visitList } from '#contract/documents/desk/inspection-centres.ts'
import { eventList } from '#contract/events/desk.ts'
import { gateScanList } from '#contract/gate/desk.ts'
import { leadList } from '#contract/leads/desk.ts'
import type { DeskListDescription } from '#contract/lists/lists.ts'
import type { DeskScreenName } from '#contract/lists/screens.ts'
import { threadList } from '#contract/orders/desk/messages.ts'
import { problemList } from '#contract/orders/desk/order-problems.ts'
import { returnList } from '#contract/orders/desk/order-returns.ts'
import { orderList } from '#contract/orders/desk/orders.ts'
import { preparedReplyList } from '#contract/orders/desk/prepared-replies.ts'
import { parkList } from '#contract/parks/desk/parks.ts'
import { claimList, listingList } from '#contract/partners/desk/partner-requests.ts'
import { partnerList, payoutList } from '#contract/partners/desk/partners.ts'
import { couponList } from '#contract/promos/desk.ts'
import { itemReviewList } from '#contract/reviews/desk/item-reviews.ts'
import { reviewList } from '#contract/reviews/desk/reviews.ts'
import { adjustmentList } from '#contract/wallet/desk/adjustments.ts'
import { moneyList } from '#contract/wallet/desk/money.ts'
import { refundList } from '#contract/wallet/desk/refunds.ts'
import { topUpList } from '#contract/wallet/desk/top-ups.ts'
import { transactionList } from '#contract/wallet/desk/transactions.ts'

/** The lists of the desk by their screens. */
export const deskLists: Record<
  Exclude<DeskScreenName, 'limits' | 'analytics' | 'order-board' | 'phone-order' | 'document-fee-table'>,
  DeskListDescription
> = {
  'online-orders': orderList,
  'order-returns': returnList,
  'order-problems': problemList,
  'prepared-replies': preparedReplyList,
  messages: threadList,
  bookings: bookingList,
  parks: parkList,
  branches: branchList,
  items: itemList,
  stock: stockList,
  'item-categories': categoryList,
  'item-attributes': attributeList,
  offers: offerList,
  sliders: sliderList,
  'time-slots': timeSlotList,
  'order-setups': setup.orderSetupList,
  'delivery-setups': setup.deliverySetupList,
  'delivery-charges': setup.deliveryChargeList,
  'branch-closures': setup.closureList,
  documents: documentList,
  'document-fees': feeList,
  'inspection-appointments': visitList,
  'inspection-centres': centreList,
  'inspection-closures': inspectionClosureList,
  customers: customerList,
  employees: employeeList,
  administrators: administratorList,
  roles: roleList,
  partners: partnerList,
  'park-claims': claimList,
  'park-listings': listingList,
  payouts: payoutList,
  'gate-scans': gateScanList,
  'park-reports': parkReportList,
  reviews: reviewList,
  'item-reviews': itemReviewList,
  events: eventList,
  pages: pageList,
  taxes: taxList,
  currencies: currencyList,
  coupons: couponList,
  leads: leadList,
  transactions: transactionList,
  'top-ups': topUpList,
  refunds: refundList,
  adjustments: adjustmentList,
  money: moneyList,
  mails: mailList,
  'failed-work': failureList,
  webhooks: webhookList,
  'search-indexes': indexList,
  'park-imports': importList,
  jobs: jobList,
  reconciliations: reconciliationList,
  audit: auditList,
}

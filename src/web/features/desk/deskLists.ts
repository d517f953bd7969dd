import { adjustmentList } from '#contract/desk/adjustments.ts'
import { auditList } from '#contract/desk/audit.ts'
import { bookingList } from '#contract/desk/bookings.ts'
import { orderList } from '#contract/desk/orders.ts'
import { preparedReplyList } from '#contract/desk/prepared-replies.ts'
import { problemList } from '#contract/desk/order-problems.ts'
import { returnList } from '#contract/desk/order-returns.ts'
import * as setup from '#contract/desk/branch-setup.ts'
import { branchList } from '#contract/desk/branches.ts'
import { taxList } from '#contract/desk/taxes.ts'
import { currencyList } from '#contract/desk/currencies.ts'
import { timeSlotList } from '#contract/desk/time-slots.ts'
import { couponList } from '#contract/desk/coupons.ts'
import { customerList } from '#contract/desk/customers.ts'
import { documentList } from '#contract/desk/document-requests.ts'
import { feeList } from '#contract/desk/document-fees.ts'
import { centreList, inspectionClosureList, visitList } from '#contract/desk/inspection-centres.ts'
import { eventList } from '#contract/desk/events.ts'
import { attributeList } from '#contract/desk/item-attributes.ts'
import { categoryList } from '#contract/desk/item-categories.ts'
import { itemList } from '#contract/desk/items.ts'
import { stockList } from '#contract/desk/stock.ts'
import { offerList } from '#contract/desk/offers.ts'
import { sliderList } from '#contract/desk/sliders.ts'
import { leadList } from '#contract/desk/leads.ts'
import { pageList } from '#contract/desk/pages.ts'
import { gateScanList } from '#contract/desk/gate-scans.ts'
import { parkReportList } from '#contract/desk/park-reports.ts'
import { importList, indexList, jobList, mailList, reconciliationList, webhookList } from '#contract/desk/health.ts'
import { failureList } from '#contract/desk/failed-work.ts'
import { moneyList } from '#contract/desk/money.ts'
import { parkList } from '#contract/desk/parks.ts'
import { administratorList, employeeList } from '#contract/desk/people.ts'
import { claimList, listingList } from '#contract/desk/partner-requests.ts'
import { partnerList, payoutList } from '#contract/desk/partners.ts'
import { threadList } from '#contract/desk/messages.ts'
import { itemReviewList } from '#contract/desk/item-reviews.ts'
import { reviewList } from '#contract/desk/reviews.ts'
import { refundList } from '#contract/desk/refunds.ts'
import { roleList } from '#contract/desk/roles.ts'
import { topUpList } from '#contract/desk/top-ups.ts'
import { transactionList } from '#contract/desk/transactions.ts'
import type { DeskListDescription } from '#contract/desk/lists.ts'
import type { DeskScreenName } from '#contract/desk/screens.ts'

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

import * as access from '#contract/access/desk.ts'
import * as audit from '#contract/accounts/desk/audit.ts'
import * as customerRecord from '#contract/accounts/desk/customer-record.ts'
import * as customers from '#contract/accounts/desk/customers.ts'
import * as demo from '#contract/accounts/desk/demo.ts'
import * as invitations from '#contract/accounts/desk/invitations.ts'
import * as people from '#contract/accounts/desk/people.ts'
import * as roles from '#contract/accounts/desk/roles.ts'
import * as bookingRecord from '#contract/bookings/desk/booking-record.ts'
import * as bookingRefunds from '#contract/bookings/desk/booking-refunds.ts'
import * as bookingTimes from '#contract/bookings/desk/booking-times.ts'
import * as bookings from '#contract/bookings/desk/bookings.ts'
import * as parkReports from '#contract/bookings/desk/park-reports.ts'
import * as branchRecords from '#contract/branches/desk/branch-records.ts'
import * as branchSetup from '#contract/branches/desk/branch-setup.ts'
import * as branches from '#contract/branches/desk/branches.ts'
import * as taxes from '#contract/branches/desk/taxes.ts'
import * as timeSlots from '#contract/branches/desk/time-slots.ts'
import * as ownShift from '#contract/cash/desk/own-shift.ts'
import * as registers from '#contract/cash/desk/registers.ts'
import * as shifts from '#contract/cash/desk/shifts.ts'
import * as zReport from '#contract/cash/desk/z-report.ts'
import * as itemAttributes from '#contract/catalogue/desk/item-attributes.ts'
import * as itemBranches from '#contract/catalogue/desk/item-branches.ts'
import * as itemCategories from '#contract/catalogue/desk/item-categories.ts'
import * as itemChanges from '#contract/catalogue/desk/item-changes.ts'
import * as itemParts from '#contract/catalogue/desk/item-parts.ts'
import * as itemRecord from '#contract/catalogue/desk/item-record.ts'
import * as items from '#contract/catalogue/desk/items.ts'
import * as offers from '#contract/catalogue/desk/offers.ts'
import * as pictures from '#contract/catalogue/desk/pictures.ts'
import * as stock from '#contract/catalogue/desk/stock.ts'
import * as announcements from '#contract/content/desk/announcements.ts'
import * as pages from '#contract/content/desk/pages.ts'
import * as sliders from '#contract/content/desk/sliders.ts'
import * as currencies from '#contract/currencies/desk.ts'
import * as deliveries from '#contract/deliveries/desk/deliveries.ts'
import * as deliveryBoard from '#contract/deliveries/desk/delivery-board.ts'
import * as disputes from '#contract/disputes/desk.ts'
import * as documentFeeTable from '#contract/documents/desk/document-fee-table.ts'
import * as documentFees from '#contract/documents/desk/document-fees.ts'
import * as documentRequests from '#contract/documents/desk/document-requests.ts'
import * as inspectionCentres from '#contract/documents/desk/inspection-centres.ts'
import * as inspectionTimes from '#contract/documents/desk/inspection-times.ts'
import * as staffFiles from '#contract/documents/desk/staff-files.ts'
import * as events from '#contract/events/desk.ts'
import * as gate from '#contract/gate/desk.ts'
import * as leads from '#contract/leads/desk.ts'
import * as notes from '#contract/notes/desk.ts'
import * as campaigns from '#contract/notifications/campaigns.ts'
import * as notifications from '#contract/notifications/desk.ts'
import * as counterBookings from '#contract/orders/desk/counter-bookings.ts'
import * as messages from '#contract/orders/desk/messages.ts'
import * as offlineSales from '#contract/orders/desk/offline-sales.ts'
import * as orderBoard from '#contract/orders/desk/order-board.ts'
import * as orderLayout from '#contract/orders/desk/order-layout.ts'
import * as orderPhotos from '#contract/orders/desk/order-photos.ts'
import * as orderProblems from '#contract/orders/desk/order-problems.ts'
import * as orderRecord from '#contract/orders/desk/order-record.ts'
import * as orderRefunds from '#contract/orders/desk/order-refunds.ts'
import * as orderReturns from '#contract/orders/desk/order-returns.ts'
import * as orders from '#contract/orders/desk/orders.ts'
import * as phoneOrders from '#contract/orders/desk/phone-orders.ts'
import * as pos from '#contract/orders/desk/pos.ts'
import * as preparedReplies from '#contract/orders/desk/prepared-replies.ts'
import * as receiptMails from '#contract/orders/desk/receipt-mails.ts'
import * as capacity from '#contract/parks/desk/capacity.ts'
import * as parkChanges from '#contract/parks/desk/park-changes.ts'
import * as parkPhotos from '#contract/parks/desk/park-photos.ts'
import * as parkRecord from '#contract/parks/desk/park-record.ts'
import * as parks from '#contract/parks/desk/parks.ts'
import * as tariffs from '#contract/parks/desk/tariffs.ts'
import * as partnerRequests from '#contract/partners/desk/partner-requests.ts'
import * as partners from '#contract/partners/desk/partners.ts'
import * as payoutAccounts from '#contract/payouts/desk/accounts.ts'
import * as payeeRecord from '#contract/payouts/desk/payee-record.ts'
import * as payees from '#contract/payouts/desk/payees.ts'
import * as payouts from '#contract/payouts/desk/payouts.ts'
import * as standardTerms from '#contract/payouts/desk/standard-terms.ts'
import * as statements from '#contract/payouts/desk/statements.ts'
import * as promos from '#contract/promos/desk.ts'
import * as creditBalanceReport from '#contract/reports/desk/credit-balance.ts'
import * as deliveriesReport from '#contract/reports/desk/deliveries.ts'
import * as documentsReport from '#contract/reports/desk/documents.ts'
import * as itemsReport from '#contract/reports/desk/items.ts'
import * as journalReport from '#contract/reports/desk/journal.ts'
import * as parkingReport from '#contract/reports/desk/parking.ts'
import * as salesReport from '#contract/reports/desk/sales.ts'
import * as reportSchedules from '#contract/reports/desk/schedules.ts'
import * as settlementsReport from '#contract/reports/desk/settlements.ts'
import * as shiftsReport from '#contract/reports/desk/shifts.ts'
import * as taxesReport from '#contract/reports/desk/taxes.ts'
import * as transactionsReport from '#contract/reports/desk/transactions.ts'
import * as itemReviews from '#contract/reviews/desk/item-reviews.ts'
import * as reviews from '#contract/reviews/desk/reviews.ts'
import * as settings from '#contract/settings/desk.ts'
import * as license from '#contract/settings/license.ts'
import * as logoUpload from '#contract/settings/logo-upload.ts'
import * as notificationGrid from '#contract/settings/notification-grid.ts'
import * as paymentGateways from '#contract/settings/payment-gateways.ts'
import * as sentences from '#contract/settings/sentences.ts'
import * as settingsFile from '#contract/settings/settings-file.ts'
import * as sms from '#contract/sms/desk.ts'
import * as adjustments from '#contract/wallet/desk/adjustments.ts'
import * as comparedDays from '#contract/wallet/desk/compared-days.ts'
import * as money from '#contract/wallet/desk/money.ts'
import * as refunds from '#contract/wallet/desk/refunds.ts'
import * as topUps from '#contract/wallet/desk/top-ups.ts'
import * as transactions from '#contract/wallet/desk/transactions.ts'
import * as analytics from './analytics.ts'
import * as dashboard from './dashboard.ts'
import * as failedWork from './failed-work.ts'
import * as health from './health.ts'

/**
 * Every file of the contract that describes a part of the desk. Lists, records, screens and calls of the desk are found in
 * what these files export, and nowhere else.
 */
export const deskModules = [
  access,
  audit,
  customerRecord,
  customers,
  demo,
  invitations,
  people,
  roles,
  bookingRecord,
  bookingRefunds,
  bookingTimes,
  bookings,
  parkReports,
  branchRecords,
  branchSetup,
  branches,
  taxes,
  timeSlots,
  ownShift,
  registers,
  shifts,
  zReport,
  itemAttributes,
  itemBranches,
  itemChanges,
  itemCategories,
  itemParts,
  itemRecord,
  items,
  offers,
  pictures,
  stock,
  announcements,
  pages,
  sliders,
  currencies,
  analytics,
  dashboard,
  failedWork,
  health,
  deliveries,
  deliveryBoard,
  disputes,
  documentFeeTable,
  documentFees,
  documentRequests,
  inspectionCentres,
  inspectionTimes,
  staffFiles,
  events,
  gate,
  leads,
  notes,
  notifications,
  counterBookings,
  messages,
  offlineSales,
  orderBoard,
  orderPhotos,
  orderProblems,
  orderLayout,
  orderRecord,
  orderRefunds,
  orderReturns,
  orders,
  phoneOrders,
  pos,
  preparedReplies,
  receiptMails,
  capacity,
  parkChanges,
  parkPhotos,
  parkRecord,
  parks,
  tariffs,
  partnerRequests,
  partners,
  payees,
  payeeRecord,
  payoutAccounts,
  payouts,
  standardTerms,
  statements,
  promos,
  creditBalanceReport,
  deliveriesReport,
  documentsReport,
  itemsReport,
  journalReport,
  parkingReport,
  reportSchedules,
  salesReport,
  settlementsReport,
  shiftsReport,
  taxesReport,
  transactionsReport,
  itemReviews,
  reviews,
  license,
  logoUpload,
  paymentGateways,
  sentences,
  campaigns,
  notificationGrid,
  settingsFile,
  settings,
  sms,
  adjustments,
  comparedDays,
  money,
  refunds,
  topUps,
  transactions,
]

type ExportOf<Module> = Module extends unknown ? Module[keyof Module] : never

export type DeskModule = (typeof deskModules)[number]
/** What one of these files exports. */
export type DeskExport = ExportOf<DeskModule>

export const deskExports = deskModules.flatMap((module): unknown[] => Object.values(module))

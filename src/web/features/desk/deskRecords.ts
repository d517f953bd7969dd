import { lazy } from 'react'
import { limitsRecord } from '#contract/access/desk.ts'
import { customerRecord } from '#contract/accounts/desk/customer-record.ts'
import { bookingRecord } from '#contract/bookings/desk/booking-record.ts'
import { parkReportRecord } from '#contract/bookings/desk/park-reports.ts'
import * as branches from '#contract/branches/desk/branch-records.ts'
import { branchRecord } from '#contract/branches/desk/branches.ts'
import { taxRecord } from '#contract/branches/desk/taxes.ts'
import { timeSlotRecord } from '#contract/branches/desk/time-slots.ts'
import { attributeRecord } from '#contract/catalogue/desk/item-attributes.ts'
import { itemBranchRecord } from '#contract/catalogue/desk/item-branches.ts'
import { categoryRecord } from '#contract/catalogue/desk/item-categories.ts'
import * as parts from '#contract/catalogue/desk/item-parts.ts'
import { itemRecord } from '#contract/catalogue/desk/item-record.ts'
import { offerRecord } from '#contract/catalogue/desk/offers.ts'
import { stockRecord } from '#contract/catalogue/desk/stock.ts'
import { pageRecord } from '#contract/content/desk/pages.ts'
import { sliderRecord } from '#contract/content/desk/sliders.ts'
import { currencyRecord, exchangeRateRecord } from '#contract/currencies/desk.ts'
import { failureRecord } from '#contract/desk/failed-work.ts'
import { indexRecord, mailRecord, webhookRecord } from '#contract/desk/health.ts'
import { feeRecord } from '#contract/documents/desk/document-fees.ts'
import { documentRecord } from '#contract/documents/desk/document-requests.ts'
import { centreRecord, inspectionClosureRecord } from '#contract/documents/desk/inspection-centres.ts'
import { eventRecord } from '#contract/events/desk.ts'
import { leadRecord } from '#contract/leads/desk.ts'
import { threadRecord } from '#contract/orders/desk/messages.ts'
import { problemRecord } from '#contract/orders/desk/order-problems.ts'
import { orderRecord } from '#contract/orders/desk/order-record.ts'
import { returnRecord } from '#contract/orders/desk/order-returns.ts'
import { preparedReplyRecord } from '#contract/orders/desk/prepared-replies.ts'
import { parkRecord } from '#contract/parks/desk/park-record.ts'
import { claimRecord, listingRecord } from '#contract/partners/desk/partner-requests.ts'
import { partnerRecord } from '#contract/partners/desk/partners.ts'
import { couponRecord } from '#contract/promos/desk.ts'
import { itemReviewRecord } from '#contract/reviews/desk/item-reviews.ts'
import { reviewRecord } from '#contract/reviews/desk/reviews.ts'
import { adjustmentRecord } from '#contract/wallet/desk/adjustments.ts'
import { discrepancyRecord } from '#contract/wallet/desk/money.ts'
import { refundRecord } from '#contract/wallet/desk/refunds.ts'
import { topUpRecord } from '#contract/wallet/desk/top-ups.ts'
import { transactionRecord } from '#contract/wallet/desk/transactions.ts'
import type { BulkRecord } from './list/BulkBar.tsx'
import type { RecordDialog } from './record/RecordActions.tsx'
import type { RecordPanel } from './record/RecordScreen.tsx'

const DevicesPanel = lazy(async () => ({ default: (await import('./customers/DevicesPanel.tsx')).DevicesPanel }))
const VehiclesPanel = lazy(async () => ({ default: (await import('./customers/VehiclesPanel.tsx')).VehiclesPanel }))
const WalletPanel = lazy(async () => ({ default: (await import('./customers/WalletPanel.tsx')).WalletPanel }))
const BookingPanel = lazy(async () => ({ default: (await import('./money/BookingPanel.tsx')).BookingPanel }))
const LinesPanel = lazy(async () => ({ default: (await import('./orders/LinesPanel.tsx')).LinesPanel }))
const AddItemsPanel = lazy(async () => ({ default: (await import('./orders/phone/AddItemsPanel.tsx')).AddItemsPanel }))
const MessagesPanel = lazy(async () => ({ default: (await import('./orders/MessagesPanel.tsx')).MessagesPanel }))
const MoneyPanel = lazy(async () => ({ default: (await import('./orders/MoneyPanel.tsx')).MoneyPanel }))
const PhotoPanel = lazy(async () => ({ default: (await import('./orders/PhotoPanel.tsx')).PhotoPanel }))
const OrderPhotosPanel = lazy(async () => ({ default: (await import('./orders/PhotosPanel.tsx')).PhotosPanel }))
const StoryPanel = lazy(async () => ({ default: (await import('./orders/StoryPanel.tsx')).StoryPanel }))
const DiscrepancyPanel = lazy(async () => ({
  default: (await import('./money/DiscrepancyPanel.tsx')).DiscrepancyPanel,
}))
const EntriesPanel = lazy(async () => ({ default: (await import('./money/EntriesPanel.tsx')).EntriesPanel }))
const PricesPanel = lazy(async () => ({ default: (await import('./shop/PricesPanel.tsx')).PricesPanel }))
const VariationsPanel = lazy(async () => ({ default: (await import('./shop/VariationsPanel.tsx')).VariationsPanel }))
const BookInspection = lazy(async () => ({
  default: (await import('./documents/BookInspection.tsx')).BookInspection,
}))
const FilesPanel = lazy(async () => ({ default: (await import('./documents/FilesPanel.tsx')).FilesPanel }))
const RequestPanel = lazy(async () => ({ default: (await import('./documents/RequestPanel.tsx')).RequestPanel }))
const LeadAnswers = lazy(async () => ({ default: (await import('./content/LeadAnswers.tsx')).LeadAnswers }))
const PageEditor = lazy(async () => ({ default: (await import('./content/pages/PageEditor.tsx')).PageEditor }))
const PageVersions = lazy(async () => ({ default: (await import('./content/pages/PageVersions.tsx')).PageVersions }))
const ReportPhoto = lazy(async () => ({ default: (await import('./content/ReportPhoto.tsx')).ReportPhoto }))
const GuardsPanel = lazy(async () => ({ default: (await import('./parks/GuardsPanel.tsx')).GuardsPanel }))
const OverridesPanel = lazy(async () => ({ default: (await import('./parks/OverridesPanel.tsx')).OverridesPanel }))
const CapacityPanel = lazy(async () => ({
  default: (await import('./parks/capacity/CapacityPanel.tsx')).CapacityPanel,
}))
const PhotosPanel = lazy(async () => ({ default: (await import('./parks/photos/PhotosPanel.tsx')).PhotosPanel }))
const TariffPanel = lazy(async () => ({ default: (await import('./parks/tariff/TariffPanel.tsx')).TariffPanel }))

interface ScreenRecord {
  record: BulkRecord
  panels?: Readonly<Record<string, RecordPanel>>
  dialogs?: Readonly<Record<string, RecordDialog>>
}

/** Records by the segment of the address before their id, with the panels and dialogs that are their own. */
export const deskRecords: Record<string, ScreenRecord> = {
  customers: {
    record: customerRecord,
    panels: { wallet: WalletPanel, vehicles: VehiclesPanel, devices: DevicesPanel },
  },
  'online-orders': {
    record: orderRecord,
    panels: {
      lines: LinesPanel,
      money: MoneyPanel,
      messages: MessagesPanel,
      photos: OrderPhotosPanel,
      story: StoryPanel,
      add: AddItemsPanel,
    },
  },
  messages: { record: threadRecord, panels: { conversation: MessagesPanel } },
  'prepared-replies': { record: preparedReplyRecord },
  'order-problems': { record: problemRecord, panels: { photo: PhotoPanel } },
  'order-returns': { record: returnRecord, panels: { photo: PhotoPanel } },
  bookings: { record: bookingRecord, panels: { details: BookingPanel } },
  transactions: { record: transactionRecord, panels: { entries: EntriesPanel } },
  'top-ups': { record: topUpRecord },
  refunds: { record: refundRecord },
  adjustments: { record: adjustmentRecord },
  money: { record: discrepancyRecord, panels: { notes: DiscrepancyPanel } },
  partners: { record: partnerRecord },
  'park-claims': { record: claimRecord },
  'park-listings': { record: listingRecord },
  branches: { record: branchRecord },
  items: { record: itemRecord, panels: { variations: VariationsPanel, prices: PricesPanel } },
  'item-extras': { record: parts.extraRecord },
  'item-pictures': { record: parts.itemPictureRecord },
  'item-branches': { record: itemBranchRecord },
  stock: { record: stockRecord },
  'item-categories': { record: categoryRecord },
  'item-attributes': { record: attributeRecord },
  offers: { record: offerRecord },
  sliders: { record: sliderRecord },
  'time-slots': { record: timeSlotRecord },
  'order-setups': { record: branches.orderSetupRecord },
  'delivery-setups': { record: branches.deliverySetupRecord },
  'delivery-charges': { record: branches.deliveryChargeRecord },
  'branch-closures': { record: branches.closureRecord },
  documents: {
    record: documentRecord,
    panels: { request: RequestPanel, files: FilesPanel },
    dialogs: { book: BookInspection },
  },
  'document-fees': { record: feeRecord },
  'inspection-centres': { record: centreRecord },
  'inspection-closures': { record: inspectionClosureRecord },
  taxes: { record: taxRecord },
  currencies: { record: currencyRecord },
  'exchange-rates': { record: exchangeRateRecord },
  limits: { record: limitsRecord },
  coupons: { record: couponRecord },
  events: { record: eventRecord },
  pages: { record: pageRecord, panels: { text: PageEditor, versions: PageVersions } },
  leads: { record: leadRecord, panels: { answers: LeadAnswers } },
  'park-reports': { record: parkReportRecord, panels: { photo: ReportPhoto } },
  reviews: { record: reviewRecord },
  'item-reviews': { record: itemReviewRecord },
  mails: { record: mailRecord },
  'failed-work': { record: failureRecord },
  webhooks: { record: webhookRecord },
  'search-indexes': { record: indexRecord },
  parks: {
    record: parkRecord,
    panels: {
      overrides: OverridesPanel,
      tariffs: TariffPanel,
      capacity: CapacityPanel,
      photos: PhotosPanel,
      guards: GuardsPanel,
    },
  },
}

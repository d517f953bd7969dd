import { deskRecords as described, type DeskRecordExport } from '#contract/desk/records.ts'
import type { ServedRecord } from '#contract/lists/records.ts'
import type { ChangesOfMany } from '#web/features/lists/list/BulkBar.tsx'
import type { RecordDialog } from '#web/features/lists/record/RecordActions.tsx'
import type { RecordPanel } from '#web/features/lists/record/RecordScreen.tsx'
import { lazyDialog, lazyPanel } from '#web/page/lazyPart.tsx'

const AddressesPanel = lazyPanel(async () => (await import('./customers/AddressesPanel.tsx')).AddressesPanel)
const NowPanel = lazyPanel(async () => (await import('./customers/NowPanel.tsx')).NowPanel)
const DevicesPanel = lazyPanel(async () => (await import('./customers/DevicesPanel.tsx')).DevicesPanel)
const VehiclesPanel = lazyPanel(async () => (await import('./customers/VehiclesPanel.tsx')).VehiclesPanel)
const WalletPanel = lazyPanel(async () => (await import('./customers/WalletPanel.tsx')).WalletPanel)
const BookingPanel = lazyPanel(async () => (await import('./money/BookingPanel.tsx')).BookingPanel)
const PayoutAccount = lazyDialog(async () => (await import('./money/PayoutAccount.tsx')).PayoutAccount)
const BankFilePanel = lazyPanel(async () => (await import('./money/PayoutFiles.tsx')).BankFilePanel)
const StatementPanel = lazyPanel(async () => (await import('./money/PayoutFiles.tsx')).StatementPanel)
const ZReportPanel = lazyPanel(async () => (await import('./pos/ZReportPanel.tsx')).ZReportPanel)
const BookingRefund = lazyDialog(async () => (await import('./money/BookingRefund.tsx')).BookingRefund)
const CancelForCustomer = lazyDialog(async () => (await import('./money/CancelForCustomer.tsx')).CancelForCustomer)
const ExtendForCustomer = lazyDialog(async () => (await import('./money/ChangeTimes.tsx')).ExtendForCustomer)
const MoveForCustomer = lazyDialog(async () => (await import('./money/ChangeTimes.tsx')).MoveForCustomer)
const LinesPanel = lazyPanel(async () => (await import('./orders/LinesPanel.tsx')).LinesPanel)
const AddItemsPanel = lazyPanel(async () => (await import('./orders/phone/AddItemsPanel.tsx')).AddItemsPanel)
const MessagesPanel = lazyPanel(async () => (await import('./orders/MessagesPanel.tsx')).MessagesPanel)
const MoneyPanel = lazyPanel(async () => (await import('./orders/MoneyPanel.tsx')).MoneyPanel)
const PhotoPanel = lazyPanel(async () => (await import('./orders/PhotoPanel.tsx')).PhotoPanel)
const OrderPhotosPanel = lazyPanel(async () => (await import('./orders/PhotosPanel.tsx')).PhotosPanel)
const StoryPanel = lazyPanel(async () => (await import('./orders/StoryPanel.tsx')).StoryPanel)
const DiscrepancyPanel = lazyPanel(async () => (await import('./money/DiscrepancyPanel.tsx')).DiscrepancyPanel)
const EvidencePanel = lazyPanel(async () => (await import('./money/EvidencePanel.tsx')).EvidencePanel)
const EntriesPanel = lazyPanel(async () => (await import('./money/EntriesPanel.tsx')).EntriesPanel)
const PricesPanel = lazyPanel(async () => (await import('./shop/PricesPanel.tsx')).PricesPanel)
const ChecklistPanel = lazyPanel(async () => (await import('./shop/ChecklistPanel.tsx')).ChecklistPanel)
const ChangeManyItems = lazyDialog(async () => (await import('./shop/ChangeManyItems.tsx')).ChangeManyItems)
const ChangeManyParks = lazyDialog(async () => (await import('./parks/ChangeManyParks.tsx')).ChangeManyParks)
const VariationsPanel = lazyPanel(async () => (await import('./shop/VariationsPanel.tsx')).VariationsPanel)
const BookInspection = lazyDialog(async () => (await import('./documents/BookInspection.tsx')).BookInspection)
const EnterResult = lazyDialog(async () => (await import('./documents/EnterResult.tsx')).EnterResult)
const FilesPanel = lazyPanel(async () => (await import('./documents/FilesPanel.tsx')).FilesPanel)
const RequestPanel = lazyPanel(async () => (await import('./documents/RequestPanel.tsx')).RequestPanel)
const CampaignPreview = lazyPanel(async () => (await import('./content/CampaignPreview.tsx')).CampaignPreview)
const AnnouncementPreview = lazyPanel(
  async () => (await import('./content/AnnouncementPreview.tsx')).AnnouncementPreview,
)
const LeadAnswers = lazyPanel(async () => (await import('./content/LeadAnswers.tsx')).LeadAnswers)
const PageEditor = lazyPanel(async () => (await import('./content/pages/PageEditor.tsx')).PageEditor)
const PageVersions = lazyPanel(async () => (await import('./content/pages/PageVersions.tsx')).PageVersions)
const ReportPhoto = lazyPanel(async () => (await import('./content/ReportPhoto.tsx')).ReportPhoto)
const ParkChecklist = lazyPanel(async () => (await import('./parks/ChecklistPanel.tsx')).ChecklistPanel)
const GuardsPanel = lazyPanel(async () => (await import('./parks/GuardsPanel.tsx')).GuardsPanel)
const OverridesPanel = lazyPanel(async () => (await import('./parks/OverridesPanel.tsx')).OverridesPanel)
const CapacityPanel = lazyPanel(async () => (await import('./parks/capacity/CapacityPanel.tsx')).CapacityPanel)
const PhotosPanel = lazyPanel(async () => (await import('./parks/photos/PhotosPanel.tsx')).PhotosPanel)
const TariffPanel = lazyPanel(async () => (await import('./parks/tariff/TariffPanel.tsx')).TariffPanel)

interface RecordParts {
  panels?: Readonly<Record<string, RecordPanel>>
  dialogs?: Readonly<Record<string, RecordDialog>>
}

/** The changes of many records that have a dialog of their own, by the list. */
const changes: Readonly<Record<string, ChangesOfMany>> = {
  items: { change_many: { permission: 'items.update', Dialog: ChangeManyItems } },
  parks: { change_many: { permission: 'parks.update', Dialog: ChangeManyParks } },
}

/** The names of a record's tabs, or of its actions, that have a component of their own. */
type OwnNames<Parts> = keyof { [Name in keyof Parts as Parts[Name] extends 'own' | { own: unknown } ? Name : never]: 1 }
type PartsOf<R> = (R extends { tabs: infer Tabs } ? Part<'panels', OwnNames<Tabs>, RecordPanel> : unknown) &
  (R extends { actions: infer Actions } ? Part<'dialogs', OwnNames<Actions>, RecordDialog> : unknown)
type Part<Kind extends string, Name extends PropertyKey, C> = [Name] extends [never]
  ? unknown
  : Record<Kind, Record<Name, C>>

/** The panels and dialogs that records demand in their descriptions. */
const parts: {
  [R in DeskRecordExport as unknown extends PartsOf<R> ? never : R['list']['name']]: PartsOf<R>
} = {
  customers: {
    panels: {
      now: NowPanel,
      wallet: WalletPanel,
      vehicles: VehiclesPanel,
      addresses: AddressesPanel,
      devices: DevicesPanel,
    },
  },
  'online-orders': {
    panels: {
      lines: LinesPanel,
      money: MoneyPanel,
      messages: MessagesPanel,
      photos: OrderPhotosPanel,
      story: StoryPanel,
      add: AddItemsPanel,
    },
  },
  messages: { panels: { conversation: MessagesPanel } },
  'order-problems': { panels: { photo: PhotoPanel } },
  'order-returns': { panels: { photo: PhotoPanel } },
  bookings: {
    panels: { details: BookingPanel },
    dialogs: {
      refund: BookingRefund,
      extend: ExtendForCustomer,
      move: MoveForCustomer,
      cancel_for_customer: CancelForCustomer,
    },
  },
  transactions: { panels: { entries: EntriesPanel } },
  money: { panels: { notes: DiscrepancyPanel } },
  disputes: { panels: { pack: EvidencePanel } },
  payees: { dialogs: { account: PayoutAccount } },
  payouts: { panels: { bank_file: BankFilePanel } },
  statements: { panels: { pdf: StatementPanel } },
  shifts: { panels: { z_report: ZReportPanel } },
  branches: { panels: { checklist: ChecklistPanel } },
  items: { panels: { variations: VariationsPanel, prices: PricesPanel } },
  documents: {
    panels: { request: RequestPanel, files: FilesPanel },
    dialogs: { book: BookInspection, result: EnterResult },
  },
  pages: { panels: { text: PageEditor, versions: PageVersions } },
  announcements: { panels: { preview: AnnouncementPreview } },
  'push-notifications': { panels: { preview: CampaignPreview } },
  leads: { panels: { answers: LeadAnswers } },
  'park-reports': { panels: { photo: ReportPhoto } },
  parks: {
    panels: {
      checklist: ParkChecklist,
      overrides: OverridesPanel,
      tariffs: TariffPanel,
      capacity: CapacityPanel,
      photos: PhotosPanel,
      guards: GuardsPanel,
    },
  },
}

/** The records of the desk by the segment of the address before their id. */
export const deskRecords: Readonly<
  Record<string, RecordParts & { record: ServedRecord; changes: ChangesOfMany | undefined }>
> = Object.fromEntries(
  Object.entries(described).map(([name, record]) => [
    name,
    { record, changes: changes[name], ...(parts as Record<string, RecordParts>)[name] },
  ]),
)

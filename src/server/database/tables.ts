// Generated from the migrated schema by `npm run tables`. Do not edit.
import type { ColumnType, GeneratedAlways } from 'kysely'

type Instant = ColumnType<Date, Date | string, Date | string>
/** Read as a value, written as JSON text. */
type Json = ColumnType<unknown, string, string>
/** May be left out. */
type Defaulted<T> = [T] extends [ColumnType<infer S, infer I, infer U>]
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>

export interface AccessVersionTable {
  only_row: Defaulted<boolean>
  version: bigint
}

export interface AccountDaysTable {
  currency: string
  day: string
  account_kind: string
  owner: string
  transfer_kind: string
  debit_minor: bigint
  credit_minor: bigint
  entries: number
}

export interface AddressesTable {
  id: string
  user_id: string
  label: string
  line: string
  apartment: string | null
  city: string
  state_id: number | null
  country_id: number
  note: string | null
  lat: number
  lng: number
  is_default: Defaulted<boolean>
  created_at: Instant
}

export interface AlternativeHoldsTable {
  booking_id: string
  pool_id: number
  starts_at: Instant
  ends_at: Instant
  held_until: Instant | null
  tries: Defaulted<number>
}

export interface AnnouncementDismissalsTable {
  user_id: string
  announcement_id: string
  version: number
  at: Instant
}

export interface AnnouncementsTable {
  id: string
  text: string
  text_fr: string
  audience: string
  country_id: number | null
  severity: string
  link: string | null
  starts_at: Instant
  ends_at: Instant | null
  status: Defaulted<string>
  version: Defaulted<number>
  created_at: Instant
  activated_by: string | null
  started_at: Instant | null
  stopped_at: Instant | null
}

export interface ApprovalsTable {
  id: string
  kind: string
  user_id: string
  amount_minor: bigint
  currency: string
  reason: string
  requested_by: string
  requested_at: Instant
  state: Defaulted<string>
  decided_by: string | null
  decided_at: Instant | null
  note: string | null
  transfer_id: string | null
}

export interface AuditLogTable {
  id: string
  at: Instant
  user_id: string
  role: string
  partner_id: string | null
  permission: string
  action: string
  kind: string
  record_id: string
  before: Json | null
  after: Json | null
  request_id: string
  network: string
  branch_id: string | null
}

export interface BookingHistoryTable {
  id: string
  booking_id: string
  from_status: string | null
  to_status: string
  cause: string
  actor: string
  actor_id: string | null
  at: Instant
  detail: Json | null
}

export interface BookingNotesTable {
  id: string
  booking_id: string
  user_id: string | null
  text: string
  created_at: Instant
}

export interface BookingOffersTable {
  booking_id: string
  id: string
  kind: string
  pool_id: number
  starts_at: Instant
  ends_at: Instant
  amount_minor: bigint
  held_until: Instant | null
  offered_by: string
  created_at: Instant
  replaced_from: Instant | null
  replaced_until: Instant | null
}

export interface BookingRefundsTable {
  id: string
  booking_id: string
  number: number
  status: string
  cause: string
  bearer: string
  amount_minor: bigint
  lines: Json
  message: string | null
  requested_by: string | null
  at: Instant
  decided_by: string | null
  decided_at: Instant | null
  transfer_id: string | null
}

export interface BookingSharesTable {
  booking_id: string
  token_hash: Uint8Array
  shows_pass: boolean
  created_at: Instant
}

export interface BookingsTable {
  id: string
  booking_code: string
  user_id: string
  park_id: string
  pool_id: number
  vehicle_type_id: number
  tariff_id: string
  plate: string
  start_time: Instant
  end_time: Instant
  status: string
  payment_status: string
  refund_status: string
  lines: Json
  total_minor: bigint
  refunded_minor: Defaulted<bigint>
  currency: string
  cancellation: string
  renewed_from: string | null
  notes: string | null
  created_at: Instant
  plate_key: string | null
  promo_code_id: string | null
  held_until: Instant | null
  check_in: Defaulted<string>
  checked_in_at: Instant | null
  checked_out_at: Instant | null
  space_until: Instant | null
  auto_extend_until: Instant | null
  due_minor: Defaulted<bigint>
  charges: Defaulted<number>
  spot: Json | null
  reviewed_at: Instant | null
  next_look_at: Instant | null
  event_id: string | null
  priced_from: Instant
  device: string | null
  camera_only: Defaulted<boolean>
  reminded_end: Instant | null
  pass_generation: Defaulted<number>
  late_charges: Defaulted<Json>
  listed_xid: Defaulted<bigint>
  series_id: string | null
  auto_extend_chosen_at: Instant | null
  listed_at: Defaulted<Instant | null>
}

export interface BranchClosuresTable {
  id: string
  branch_id: string
  starts_at: Instant
  ends_at: Instant
  reason: string
  reason_fr: string
  version: Defaulted<number>
}

export interface BranchItemsTable {
  id: string
  branch_id: string
  item_id: string
  is_hidden: Defaulted<boolean>
  paused_until: Instant | null
  version: Defaulted<number>
}

export interface BranchParksTable {
  branch_id: string
  park_id: string
}

export interface BranchSetupTable {
  branch_id: string
  takeaway_on: Defaulted<boolean>
  delivery_on: Defaulted<boolean>
  accepts_automatically: Defaulted<boolean>
  answer_minutes: Defaulted<number>
  preparation_minutes: Defaulted<number>
  takeaway_days_ahead: Defaulted<number>
  delivery_days_ahead: Defaulted<number>
  slot_interval_minutes: Defaulted<number>
  takeaway_minimum_minor: Defaulted<bigint>
  delivery_minimum_minor: Defaulted<bigint>
  cash_limit_minor: bigint | null
  cancel_cutoff_minutes: Defaulted<number>
  goods_return_days: Defaulted<number>
  food_return_days: Defaulted<number>
  service_return_days: Defaulted<number>
  reject_reasons: Defaulted<string[]>
  reject_reasons_fr: Defaulted<string[]>
  redelivery_reasons: Defaulted<string[]>
  redelivery_reasons_fr: Defaulted<string[]>
  prints_tickets: Defaulted<boolean>
  shows_order_number: Defaulted<boolean>
  commission: Defaulted<bigint>
  radius: Defaulted<number>
  free_distance: Defaulted<number>
  basic_delivery_charge_minor: Defaulted<bigint>
  charge_per_unit_minor: Defaulted<bigint>
  free_above_minor: bigint | null
  bay_charge_minor: Defaulted<bigint>
  delivered_by: Defaulted<string>
  courier_cash_limit_minor: Defaulted<bigint>
  proof: Defaulted<string>
  version: Defaulted<number>
  uncollected_percent: Defaulted<number>
  cash_discrepancy_limit_minor: Defaulted<bigint>
  redelivery_minutes: Defaulted<number>
  counter_discount_percent: Defaulted<number>
  takeaway_cash: Defaulted<boolean>
  delivery_cash: Defaulted<boolean>
  counter_lock_minutes: Defaulted<number>
}

export interface BranchTokensTable {
  branch_id: string
  day: string
  last: number
}

export interface BranchesTable {
  id: string
  slug: string
  name: string
  country_id: number
  currency: string
  state_id: number | null
  city: string
  address: string
  timezone: string
  lat: number
  lng: number
  phone: string | null
  opening_hours: string
  includes_tax: boolean
  status: Defaulted<string>
  is_example: Defaulted<boolean>
  version: Defaulted<number>
  created_at: Instant
  distance_unit: string
}

export interface BulkChangesTable {
  id: string
  area: string
  source: string
  name: string
  actor_id: string | null
  changed: number
  added: Defaulted<number>
  content: Json
  at: Instant
  undone_at: Instant | null
}

export interface CannotParkPhotosTable {
  booking_id: string
  type: string
  content: Uint8Array
  created_at: Instant
}

export interface CannotParkReportsTable {
  booking_id: string
  user_id: string
  reason: string
  note: string | null
  moved_to: string | null
  created_at: Instant
  settled_at: Instant | null
  outcome: string | null
  decision: string | null
  refused_percent: number | null
  decided_at: Instant | null
  decided_by: string | null
}

export interface CartLinesTable {
  id: string
  cart_id: string
  item_id: string
  variation_id: string | null
  extra_ids: Defaulted<string[]>
  note: Defaulted<string>
  quantity: number
  parent_id: string | null
  seen_unit_minor: bigint
  position: number
}

export interface CartsTable {
  id: string
  user_id: string | null
  token_hash: Uint8Array | null
  is_set_aside: Defaulted<boolean>
  branch_id: string
  promo_code: string | null
  created_at: Instant
  touched_at: Instant
  last_key: string | null
  last_body_hash: Uint8Array | null
  checkout_at: Instant | null
}

export interface CatalogueSlugsTable {
  slug: string
  category_id: string | null
  item_id: string | null
}

export interface ChangeFeedsTable {
  id: Defaulted<number>
  last_batch: Defaulted<bigint>
  epoch: Defaulted<string>
}

export interface ChangedQuartersTable {
  id: GeneratedAlways<bigint>
  quarter: Instant
}

export interface ChangedReportDaysTable {
  id: Defaulted<string>
  branch_id: string
  day: string
}

export interface CounterBookingsTable {
  id: string
  booking_id: string
  shift_id: string
  branch_id: string
  transfer_id: string | null
  amount_minor: bigint
  lines: Json
  paid_out_minor: Defaulted<bigint>
  prints: Defaulted<number>
  created_at: Instant
}

export interface CounterPaymentsTable {
  order_id: string
  shift_id: string
  wallet_minor: bigint
  parts: Json
}

export interface CounterPinsTable {
  user_id: string
  pin_hash: string
  set_at: Instant
}

export interface CounterSessionsTable {
  session_id: string
  shift_id: string
  operator_id: string | null
}

export interface CountriesTable {
  id: number
  code: string
  name: string
  name_fr: string
  currency: string
  languages: string[]
}

export interface CourierCashTable {
  id: string
  courier_id: string
  branch_id: string
  currency: string
  amount_minor: bigint
  rounding_minor: Defaulted<bigint>
  order_id: string | null
  hand_in_id: string | null
  transfer_id: string
  at: Instant
}

export interface CourierPositionsTable {
  courier_id: string
  lat: number
  lng: number
  accuracy_m: number | null
  at: Instant
}

export interface CouriersTable {
  user_id: string
  on_duty_since: Instant | null
}

export interface CurrencySettingsTable {
  code: string
  name: string
  name_fr: string
  symbol: string
  position: Defaulted<string>
  digits: number
  cash_step_minor: bigint
  version: Defaulted<number>
}

export interface CustomerNotesTable {
  id: string
  customer_id: string
  user_id: string | null
  text: string
  created_at: Instant
}

export interface DeliveriesTable {
  id: string
  order_id: string
  branch_id: string
  attempt: number
  state: string
  courier_id: string | null
  assigned_by: string | null
  offered_from: Instant | null
  created_at: Instant
  accepted_at: Instant | null
  at_branch_at: Instant | null
  picked_up_at: Instant | null
  arrived_at: Instant | null
  ended_at: Instant | null
  promised_at: Instant | null
  proof: string | null
  reason: string | null
  reason_fr: string | null
  is_example: Defaulted<boolean>
  announced_for: Instant | null
}

export interface DeliveryChargesTable {
  id: string
  branch_id: string
  from_distance: number
  to_distance: number
  charge_minor: bigint
  status: Defaulted<string>
  version: Defaulted<number>
}

export interface DeliveryDeclinesTable {
  delivery_id: string
  courier_id: string
  reason: string
  at: Instant
}

export interface DeliveryStepsTable {
  id: string
  delivery_id: string
  courier_id: string
  kind: string
  at: Instant
  received_at: Instant
  refusal: Json | null
}

export interface DemoSlotsTable {
  starts_at: Instant
  email: string
  lead_id: string
  timezone: string
}

export interface DisputesTable {
  id: string
  top_up_id: string
  provider: string
  provider_dispute_id: string
  claim: string | null
  stage: string
  is_inquiry: Defaulted<boolean>
  amount_minor: bigint
  currency: string
  answer_by: Instant | null
  reported_at: Instant
  checked_at: Instant
  ended_at: Instant | null
}

export interface DocumentFeeLocksTable {
  kind: string
  part: string
}

export interface DocumentFeesTable {
  id: string
  state_id: number | null
  kind: string
  part: string
  category: string | null
  use: string | null
  engine_from_cc: number | null
  engine_to_cc: number | null
  term_months: number | null
  amount_minor: bigint
  valid_from: string
  valid_to: string | null
  source: string
  observed_on: string
  entered_by: string | null
  is_example: Defaulted<boolean>
  created_at: Instant
}

export interface DocumentFilesTable {
  id: string
  request_id: string
  purpose: string
  kind: string | null
  name: string
  type: string
  content: Uint8Array
  user_id: string
  created_at: Instant
}

export interface DocumentHistoryTable {
  id: GeneratedAlways<bigint>
  request_id: string
  at: Instant
  from_status: string | null
  to_status: string
  cause: string
  actor: string
  actor_id: string | null
  detail: Json | null
}

export interface DocumentItemsTable {
  id: string
  request_id: string
  kind: string
  term_months: number | null
  result: string | null
  document_number: string | null
  issued_on: string | null
  expires_on: string | null
  reason: string | null
  inspection_passed_at: Instant | null
  returned_minor: bigint | null
}

export interface DocumentRequestsTable {
  id: string
  number: string
  user_id: string
  status: Defaulted<string>
  version: Defaulted<number>
  state: string | null
  plate: string | null
  category: string | null
  use: string | null
  make: string | null
  model: string | null
  year: number | null
  colour: string | null
  engine_cc: number | null
  chassis_number: string | null
  engine_number: string | null
  owner_name: string | null
  owner_address: string | null
  owner_phone: string | null
  owner_email: string | null
  held: Defaulted<Json>
  handover: string | null
  delivery_address: string | null
  language: string
  waiting_since: Instant | null
  lines: Defaulted<Json>
  total_minor: Defaulted<bigint>
  released_minor: Defaulted<bigint>
  refunded_minor: Defaulted<bigint>
  quoted_at: Instant | null
  quote_expires_at: Instant | null
  paid_at: Instant | null
  delivered_at: Instant | null
  asked_at: Instant | null
  reminders_sent: Defaulted<number>
  agency_receipt: string | null
  courier: string | null
  tracking_number: string | null
  pickup_place: string | null
  pickup_hours: string | null
  handover_code: string | null
  wrong_codes: Defaulted<number>
  codes_locked_until: Instant | null
  is_example: Defaulted<boolean>
  created_at: Instant
  updated_at: Instant
  lead_id: string | null
  assigned_to: string | null
}

export interface EmailCodesTable {
  id: string
  user_id: string | null
  purpose: string
  code_hash: Uint8Array
  expires_at: Instant
  tries: Defaulted<number>
  used_at: Instant | null
  created_at: Instant
  known_tries: Defaulted<number>
  email: string | null
  sources: Defaulted<string[]>
  number: string | null
}

export interface EventsTable {
  id: string
  event_code: string
  slug: string
  name: string
  name_fr: string
  description: string
  description_fr: string
  kind: string
  venue: string
  city: string
  country_id: number
  lat: number
  lng: number
  timezone: string
  doors_at: Instant
  starts_at: Instant
  ends_at: Instant
  tickets_url: string | null
  cancellation: Defaulted<string>
  state: Defaulted<string>
  private_code_hash: Uint8Array | null
  example: string | null
  folded: string
  created_at: Instant
  version: Defaulted<number>
  cancelled_at: Instant | null
}

export interface ExchangeRatesTable {
  id: string
  currency: string
  against: string
  rate: number
  day: string
  source: string
  created_at: Instant
}

export interface FailedAttemptsTable {
  kind: string
  subject: string
  at: Instant
  id: Defaulted<string>
}

export interface FailedWorkTable {
  id: string
  queue: string
  key: string
  subject: string | null
  tries: number
  last_error: string
  failed_at: Instant
  next_try_at: Instant | null
  set_aside_at: Instant | null
}

export interface FavouriteParksTable {
  user_id: string
  park_id: string
  created_at: Instant
}

export interface FeesTable {
  id: number
  country_id: number
  state_id: number | null
  city: string | null
  code: string
  name: string
  name_fr: string
  kind: string
  value: bigint
  base: string
  position: number
  is_tax: boolean
}

export interface FigureDaysTable {
  day: string
  country_id: number
  device: string
  kind: string
  is_example: boolean
  partner_id: string | null
  count: bigint
  id: Defaulted<string>
}

export interface GateCamerasTable {
  id: string
  park_id: string
  name: string
  source: string
  direction: string
  key_hash: Uint8Array
  created_at: Instant
  last_seen_at: Instant | null
  revoked_at: Instant | null
}

export interface GateReadsTable {
  id: string
  camera_id: string
  read_id: string
  arrival_id: string
  car_id: string | null
  direction: string
  at: Instant
  received_at: Instant
  plate_key: string
  candidates: string[]
  confidence: number | null
  region: string | null
  booking_id: string | null
  matched_by: string | null
  opened: boolean
  reason: string | null
  counts: Defaulted<boolean>
  park_id: string
}

export interface GuardDevicesTable {
  id: string
  user_id: string
  name: string
  key: Json
  created_at: Instant
  last_seen_at: Instant
  revoked_at: Instant | null
  last_seq: Defaulted<number>
  last_hash: Defaulted<string>
}

export interface GuardScansTable {
  id: string
  device_id: string
  seq: number
  at: Instant
  received_at: Instant
  booking_id: string | null
  park_code: string
  direction: string
  admitted: boolean
  verdict: string
  reason: string | null
  outcome: string
  conflict: string | null
  content: string
  hash: string
  signature: string
  park_id: string | null
}

export interface GuestAccountsTable {
  user_id: string
  country_id: number
  phone: string | null
  plate_key: string | null
  created_at: Instant
}

export interface HandInsTable {
  id: string
  courier_id: string
  branch_id: string
  currency: string
  amount_minor: bigint
  state: string
  created_at: Instant
  decided_at: Instant | null
  decided_by: string | null
  shift_id: string | null
}

export interface IdempotencyKeysTable {
  user_id: string
  key: string
  call: string
  body_hash: Uint8Array
  answer: Json | null
  created_at: Instant
}

export interface IdentitiesTable {
  issuer: string
  subject: string
  user_id: string
  provider: string
  email: string | null
  created_at: Instant
}

export interface IndexChangesTable {
  id: Defaulted<string>
  what: string
  park_id: string | null
  batch: bigint | null
}

export interface IndexStatesTable {
  id: string
  started_at: Instant
  noted_at: Instant
  refreshed_at: Instant
  parks: number
  listed: number
  reload_at: Instant | null
  process: string | null
}

export interface InspectionAppointmentsTable {
  id: string
  request_id: string
  centre_id: string
  starts_at: Instant
  status: Defaulted<string>
  booked_at: Instant
  decided_at: Instant | null
  reminders_sent: Defaulted<number>
}

export interface InspectionCentresTable {
  id: string
  state_id: number
  name: string
  address: string
  city: string
  contact_phone: string | null
  opening_hours: string
  capacity_per_hour: number
  status: Defaulted<string>
  is_example: Defaulted<boolean>
  version: Defaulted<number>
  created_at: Instant
}

export interface InspectionClosuresTable {
  id: string
  centre_id: string
  starts_on: string
  ends_on: string
  reason: string
  reason_fr: string
  version: Defaulted<number>
}

export interface InspectionSlotsTable {
  centre_id: string
  starts_at: Instant
  cap: number
  used: number
}

export interface InvitationsTable {
  id: string
  email: string
  language: string
  role_id: string
  scope: string
  country_id: number | null
  partner_id: string | null
  branch_id: string | null
  park_id: string | null
  token_hash: Uint8Array
  invited_by: string | null
  created_at: Instant
  sent_at: Instant
  expires_at: Instant
  accepted_at: Instant | null
  accepted_by: string | null
  withdrawn_at: Instant | null
}

export interface ItemAddonsTable {
  id: string
  item_id: string
  addon_id: string
  position: Defaulted<number>
  version: Defaulted<number>
}

export interface ItemAttributesTable {
  id: string
  code: string
  name: string
  name_fr: string
  value_codes: string[]
  value_names: string[]
  value_names_fr: string[]
  is_vehicle_class: Defaulted<boolean>
  version: Defaulted<number>
  created_at: Instant
}

export interface ItemBarcodesTable {
  gtin: string
  item_id: string
  variation_id: string | null
}

export interface ItemCategoriesTable {
  id: string
  slug: string
  name: string
  name_fr: string
  description: Defaulted<string>
  description_fr: Defaulted<string>
  picture: string | null
  work_group: string
  position: Defaulted<number>
  status: Defaulted<string>
  is_example: Defaulted<boolean>
  version: Defaulted<number>
  created_at: Instant
}

export interface ItemDaysTable {
  branch_id: string
  day: string
  thing_id: string
  currency: string
  is_example: boolean
  lines: number
  quantity: number
  returned: number
  gross: bigint
  discounts: bigint
  net: bigint
  taxes: bigint
}

export interface ItemExtrasTable {
  id: string
  item_id: string
  name: string
  name_fr: string
  position: Defaulted<number>
  status: Defaulted<string>
  version: Defaulted<number>
}

export interface ItemKindDaysTable {
  branch_id: string
  day: string
  kind: string
  currency: string
  is_example: boolean
  lines: number
  quantity: number
  returned: number
  gross: bigint
  discounts: bigint
  net: bigint
  taxes: bigint
}

export interface ItemMonthsTable {
  branch_id: string
  month: string
  thing_id: string
  currency: string
  is_example: boolean
  lines: number
  quantity: number
  returned: number
  gross: bigint
  discounts: bigint
  net: bigint
  taxes: bigint
}

export interface ItemPicturesTable {
  id: string
  item_id: string
  path: string
  alt: string
  alt_fr: string
  position: number
  version: Defaulted<number>
}

export interface ItemReviewsTable {
  id: string
  order_id: string
  branch_id: string
  item_id: string | null
  user_id: string
  rating: number
  body: string | null
  language: string
  created_at: Instant
  hidden_at: Instant | null
  hidden_reason: string | null
}

export interface ItemVariationsTable {
  id: string
  item_id: string
  value_code: string
  sku: string | null
  position: Defaulted<number>
  status: Defaulted<string>
  version: Defaulted<number>
}

export interface ItemsTable {
  id: string
  slug: string
  sku: string | null
  category_id: string
  kind: string
  tax_class: string
  order_types: Defaulted<string>
  name: string | null
  name_fr: string | null
  description: string | null
  description_fr: string | null
  caution: string | null
  caution_fr: string | null
  attribute_id: string | null
  needs_vehicle: Defaulted<boolean>
  needs_key: Defaulted<boolean>
  duration_min: number | null
  work_units: Defaulted<number>
  max_per_order: Defaulted<number>
  tracks_stock: Defaulted<boolean>
  low_stock: Defaulted<number>
  is_featured: Defaulted<boolean>
  position: Defaulted<number>
  status: Defaulted<string>
  is_example: Defaulted<boolean>
  folded: Defaulted<string>
  version: Defaulted<number>
  created_at: Instant
}

export interface JobRunsTable {
  name: string
  every_s: number
  finished_at: Instant
  duration_ms: number
  failed_at: Instant | null
  last_error: string | null
}

export interface JournalLinesTable {
  currency: string
  month: string
  day: string
  account_kind: string
  owner: string
  transfer_kind: string
  late_month: string | null
  debit_minor: bigint
  credit_minor: bigint
  entries: number
}

export interface JournalMonthsTable {
  currency: string
  month: string
  through_entry: bigint
  closed_by: string | null
  closed_at: Instant
}

export interface KnownSourcesTable {
  user_id: string
  source: string
  last_at: Instant
}

export interface LeadFilesTable {
  lead_id: string
  sha256: Uint8Array
  content: Uint8Array
  created_at: Instant
}

export interface LeadNotesTable {
  id: string
  lead_id: string
  user_id: string | null
  state: string | null
  body: string | null
  created_at: Instant
}

export interface LeadOrdersTable {
  lead_id: string
  order_id: string
  linked_at: Instant
}

export interface LeadsTable {
  id: string
  reference: string
  kind: string
  state: Defaulted<string>
  name: string
  email: string
  phone: string | null
  message: string | null
  details: Json
  user_id: string | null
  language: string
  retry_key: string | null
  retry_hash: Uint8Array | null
  created_at: Instant
  changed_at: Instant
  country_code: string | null
}

export interface LedgerAccountsTable {
  id: string
  kind: string
  owner: string
  currency: string
  balance_minor: bigint | null
  created_at: Defaulted<Instant>
  entry_count: Defaulted<bigint>
}

export interface LedgerDayMarksTable {
  id: Defaulted<number>
  through_entry: bigint
}

export interface LedgerEntriesTable {
  id: GeneratedAlways<bigint>
  transfer_id: string
  account_id: string
  currency: string
  amount_minor: bigint
  balance_after_minor: bigint | null
  created_at: Instant
  position: bigint | null
}

export interface LedgerKindMarksTable {
  account_id: string
  kind: string
  block: number
  through: bigint
}

export interface LedgerTransfersTable {
  id: string
  kind: string
  reference: string
  description: string
  created_at: Instant
}

export interface ListSizesTable {
  user_id: string
  list: string
  size: number
}

export interface LogosTable {
  name: string
  type: string
  content: Uint8Array
  png: Uint8Array
  created_at: Instant
}

export interface MailWishesTable {
  user_id: string
  key: string
  reminders: Defaulted<boolean>
  low_stock: Defaulted<boolean>
}

export interface MailsTable {
  id: string
  to_address: string
  subject: string
  text: string
  html: string
  created_at: Instant
  sent_at: Instant | null
  attempts: Defaulted<number>
  next_attempt_at: Instant
  last_error: string | null
  unsubscribe_url: string | null
  calendar: string | null
  queue_number: Defaulted<bigint>
  is_last: Defaulted<boolean>
  booking_id: string | null
  file: Uint8Array | null
  file_name: string | null
}

export interface ManagerCodesTable {
  id: string
  register_id: string
  code_hash: Uint8Array
  created_by: string
  expires_at: Instant
  used_at: Instant | null
}

export interface MoneyDifferenceNotesTable {
  id: string
  difference_id: string
  user_id: string | null
  state: string | null
  body: string | null
  created_at: Instant
}

export interface MoneyDifferencesTable {
  id: string
  kind: string
  provider: string
  reference: string
  ours: string
  theirs: string
  found_at: Instant
  resolved_at: Instant | null
  resolved_by: string | null
}

export interface NewsConsentsTable {
  user_id: string
  agreed_at: Instant
}

export interface NoShowHoldersTable {
  booking_id: string
  partner_id: string
}

export interface NotificationOptOutsTable {
  user_id: string
  topic: string
  channel: string
}

export interface NotificationsTable {
  id: string
  user_id: string
  topic: string
  order_id: string
  params: Json
  created_at: Instant
  read_at: Instant | null
}

export interface OfferBranchesTable {
  offer_id: string
  branch_id: string
}

export interface OfferItemsTable {
  offer_id: string
  item_id: string
}

export interface OfferUsesTable {
  offer_id: string
  used: number
  most: number
}

export interface OffersTable {
  id: string
  slug: string
  name: string
  name_fr: string
  discount_type: string
  value: bigint
  currency: string | null
  picture: string | null
  starts_at: Instant
  ends_at: Instant
  most_uses: number | null
  funded_by: Defaulted<string>
  status: Defaulted<string>
  is_example: Defaulted<boolean>
  version: Defaulted<number>
  created_at: Instant
}

export interface OrderHistoryTable {
  id: GeneratedAlways<bigint>
  order_id: string
  at: Instant
  due_at: Instant | null
  from_status: string | null
  to_status: string
  cause: string
  actor: string
  actor_id: string | null
  detail: Json | null
}

export interface OrderLinesTable {
  id: string
  order_id: string
  position: number
  parent_id: string | null
  item_id: string | null
  variation_id: string | null
  stock_level_id: string | null
  item_slug: string
  name: string
  name_fr: string
  variation_name: string | null
  variation_name_fr: string | null
  kind: string
  work_group: string
  extras: Defaulted<Json>
  note: string | null
  picture: string | null
  quantity: number
  unit_minor: bigint
  subtotal_minor: bigint
  offer_id: string | null
  offer_name: string | null
  offer_name_fr: string | null
  offer_minor: Defaulted<bigint>
  coupon_minor: Defaulted<bigint>
  goods_minor: bigint
  promotion_minor: Defaulted<bigint>
  taxes: Defaulted<Json>
  total_minor: bigint
  refunded_quantity: Defaulted<number>
  refunded_minor: Defaulted<bigint>
}

export interface OrderNotesTable {
  id: string
  order_id: string
  user_id: string | null
  text: string
  created_at: Instant
}

export interface OrderPaymentsTable {
  id: string
  order_id: string
  transfer_id: string | null
  method: string
  amount_minor: bigint
  at: Instant
}

export interface OrderPhotosTable {
  id: string
  order_id: string
  user_id: string
  content: Uint8Array
  created_at: Instant
  shows: string | null
}

export interface OrderProblemsTable {
  id: string
  order_id: string
  line_id: string
  status: Defaulted<string>
  text: string
  photo_id: string | null
  answer: string | null
  refund_id: string | null
  reported_at: Instant
  answer_by: Instant
  decided_at: Instant | null
  decided_by: string | null
  version: Defaulted<number>
}

export interface OrderRefundLinesTable {
  id: string
  refund_id: string
  line_id: string | null
  quantity: number
  goods_minor: bigint
  promotion_minor: bigint
  taxes: Defaulted<Json>
  total_minor: bigint
}

export interface OrderRefundsTable {
  id: string
  order_id: string
  number: number
  status: Defaulted<string>
  amount_minor: bigint
  cause: string
  reason: string | null
  actor_id: string | null
  decided_by: string | null
  transfer_id: string | null
  at: Instant
  decided_at: Instant | null
  why: string | null
}

export interface OrderReturnLinesTable {
  return_id: string
  line_id: string
  quantity: number
}

export interface OrderReturnsTable {
  id: string
  order_id: string
  number: number
  status: Defaulted<string>
  reason: string
  note: string | null
  answer: string | null
  stock: string | null
  refund_id: string | null
  requested_at: Instant
  decided_at: Instant | null
  decided_by: string | null
  received_at: Instant | null
  version: Defaulted<number>
  photo_id: string | null
}

export interface OrderSlotsTable {
  order_id: string
  branch_id: string
  work_group: string
  starts_at: Instant
  units: number
}

export interface OrderSubstitutionsTable {
  order_id: string
  line_id: string
  quantity: number
  stock: string
  offered_by: string
  offered_at: Instant
  done_at: Instant | null
  refund_id: string | null
}

export interface OrdersTable {
  id: string
  order_number: string
  token: number
  user_id: string | null
  branch_id: string
  currency: string
  status: string
  payment_status: string
  refund_status: Defaulted<string>
  source: Defaulted<string>
  order_type: string
  slot_starts_at: Instant
  slot_ends_at: Instant
  delay_minutes: Defaulted<number>
  handover_code: string
  wrong_codes: Defaulted<number>
  codes_locked_until: Instant | null
  park_id: string | null
  level: string | null
  bay: string | null
  address: Json | null
  distance_m: number | null
  booking_id: string | null
  vehicle_type_id: number | null
  plate: string | null
  key_holder: string | null
  note: string | null
  language: string
  promo_code_id: string | null
  promo_code: string | null
  amends: string | null
  includes_tax: boolean
  subtotal_minor: bigint
  offer_minor: bigint
  coupon_minor: bigint
  delivery_charge_minor: bigint
  delivery_net_minor: bigint
  delivery_taxes: Defaulted<Json>
  delivery_total_minor: bigint
  delivery_refunded_minor: Defaulted<bigint>
  total_minor: bigint
  refunded_minor: Defaulted<bigint>
  commission: bigint
  delivered_by: string
  held_until: Instant | null
  next_step_at: Instant | null
  released_at: Instant | null
  is_example: Defaulted<boolean>
  created_at: Instant
  version: Defaulted<number>
  placed_by: string | null
  goods_minor: bigint | null
  promotion_minor: bigint | null
  tax_minor: bigint | null
  payment_method: string | null
  device: string | null
  contact_name: string | null
  contact_phone: string | null
  claim_hash: string | null
}

export interface PageSchedulesTable {
  name: string
  publish_at: Instant | null
  withdraw_at: Instant | null
  user_id: string
  failed_at: Instant | null
  failed_reason: string | null
}

export interface PageTextMovesTable {
  old_name: string
  name: string
}

export interface PageTextVersionsTable {
  name: string
  number: number
  text_en: string
  text_fr: string
  file_hash: string
  published_at: Instant
}

export interface PageTextsTable {
  name: string
  version: Defaulted<number>
  draft_en: string | null
  draft_fr: string | null
  drafted_at: Instant | null
  published: number | null
  began_at: Instant | null
}

export interface PaperRemindersTable {
  vehicle_id: string
  kind: string
  expires_on: string
  days: number
  sent_at: Instant
}

export interface ParkChangesTable {
  xid: Defaulted<bigint>
  what: string
  park_id: Defaulted<string>
}

export interface ParkChargersTable {
  id: string
  park_id: string
  connector: string
  power_kw: number
  chargers: number
  price_minor: bigint
  price_unit: string
  currency: string
  created_at: Instant
}

export interface ParkClaimsTable {
  id: string
  park_id: string
  user_id: string
  company: string
  phone: string | null
  message: string | null
  language: string
  state: Defaulted<string>
  code_hash: Uint8Array | null
  code_tries: Defaulted<number>
  code_until: Instant | null
  proof: string | null
  partner_id: string | null
  reason: string | null
  created_at: Instant
  decided_at: Instant | null
}

export interface ParkEntrancesTable {
  id: string
  park_id: string
  position: number
  name: string | null
  lat: number
  lng: number
  photo_id: string | null
}

export interface ParkHandlesTable {
  handle: string
  park_id: string
}

export interface ParkListingsTable {
  id: string
  user_id: string
  kind: string
  company: string
  phone: string | null
  message: string | null
  language: string
  park_id: string | null
  name: string | null
  place_kind: string | null
  address: string | null
  city: string | null
  country_id: number
  lat: number | null
  lng: number | null
  capacity: number | null
  hour_minor: bigint | null
  day_cap_minor: bigint | null
  connector: string | null
  power_kw: number | null
  chargers: number | null
  price_minor: bigint | null
  price_unit: string | null
  currency: string
  state: Defaulted<string>
  partner_id: string | null
  reason: string | null
  created_at: Instant
  decided_at: Instant | null
}

export interface ParkMistakesTable {
  id: string
  park_id: string
  kind: string
  body: string | null
  email: string | null
  user_id: string | null
  language: string
  created_at: Instant
  settled_at: Instant | null
  outcome: string | null
}

export interface ParkOverridesTable {
  park_id: string
  field: string
  value: Json
  imported: Json
  changed_at: Instant
}

export interface ParkPhotosTable {
  id: string
  park_id: string
  position: number
  content: Uint8Array
  small: Uint8Array
  width: number
  height: number
  description_en: string
  description_fr: string
  rights: string
  credit: string | null
  created_at: Instant
}

export interface ParkSourcesTable {
  source: string
  source_id: string
  park_id: string
  amenities: string[]
  observed_at: string | null
  imported_at: Instant
  fingerprint: Uint8Array
}

export interface ParkedSalesTable {
  id: string
  register_id: string
  branch_id: string
  name: string
  sale: Json
  parked_by: string
  parked_at: Instant
}

export interface ParksTable {
  id: string
  source: string
  source_id: string
  park_code: string
  slug: string
  name: string | null
  kind: string
  uses: Defaulted<string[]>
  country_id: number
  state_id: number | null
  city: string | null
  address: string | null
  lat: number
  lng: number
  timezone: string
  opening_hours: string | null
  access: string | null
  fee: boolean | null
  operator: string | null
  description: string | null
  amenities: Defaulted<string[]>
  accessible_bays: number | null
  accessible_bay_width_cm: number | null
  step_free: boolean | null
  lift: boolean | null
  max_height_cm: number | null
  max_length_cm: number | null
  max_width_cm: number | null
  capacity: number | null
  capacity_is_estimate: Defaulted<boolean>
  area_m2: number | null
  rates_text: string | null
  rates_parsed: Json | null
  rates_currency: string | null
  derived: Defaulted<string[]>
  possible_duplicate_of: string | null
  cancellation: Defaulted<string>
  examples: Defaulted<string[]>
  observed_at: string | null
  imported_at: Instant
  fingerprint: Uint8Array
  folded: string
  check_in: Defaulted<string>
  rating_sum: Defaulted<number>
  rating_count: Defaulted<number>
  near: Json | null
  partner_id: string | null
  version: Defaulted<number>
  is_on_sale: Defaulted<boolean>
  contact_email: string | null
  confirm_by: Instant | null
  confirm_reminded_days: number | null
  lapsed_at: Instant | null
  access_level: string | null
  gate_code: string | null
  access_steps_en: string | null
  access_steps_fr: string | null
  description_fr: string | null
}

export interface PartnersTable {
  id: string
  name: string
  country_id: number
  email: string | null
  phone: string | null
  website: string | null
  is_active: Defaulted<boolean>
  is_example: Defaulted<boolean>
  version: Defaulted<number>
  created_at: Instant
  changed_at: Instant
}

export interface PassKeysTable {
  id: string
  key: Json
  signed_pw1: Defaulted<boolean>
  created_at: Instant
  retired_at: Instant | null
  accepted_until: Instant | null
}

export interface PayeesTable {
  id: string
  partner_id: string | null
  branch_id: string | null
  currency: string
  country_id: number
  state_id: number | null
  timezone: string
  is_paused: Defaulted<boolean>
  pause_reason: string | null
  entity: string | null
  legal_name: string | null
  registration_number: string | null
  tax_number: string | null
  address: string | null
  identity: Defaulted<string>
  identity_reason: string | null
  identity_until: string | null
  identity_at: Instant | null
  identity_by: string | null
  closed_until: Instant | null
  next_closing_at: Instant
  negative_since: Instant | null
  reminded_at: Instant | null
  version: Defaulted<number>
  created_at: Instant
}

export interface PaymentCustomersTable {
  provider: string
  customer_id: string
  user_id: string | null
  created_at: Instant
}

export interface PayoutAccountsTable {
  id: string
  payee_id: string
  method: string
  currency: string
  holder_name: string
  bank_code: string | null
  bank_name: string | null
  number: string | null
  masked: string
  recipient: string | null
  state: Defaulted<string>
  reason: string | null
  usable_from: Instant
  created_by: string
  created_at: Instant
  verified_at: Instant | null
  replaced_at: Instant | null
}

export interface PayoutHistoryTable {
  id: string
  payout_id: string
  state: string
  cause: string
  actor_id: string | null
  at: Instant
}

export interface PayoutReconciliationsTable {
  provider: string
  day: string
  started_at: Instant
  finished_at: Instant | null
  listed: number | null
  differences: number | null
}

export interface PayoutTermsTable {
  id: string
  payee_id: string | null
  currency: string
  valid_from: Instant
  commission: number
  schedule: string
  minimum_minor: bigint
  reserve: number
  reserve_days: number
  set_by: string | null
}

export interface PayoutsTable {
  id: string
  year: number
  serial: number
  number: string
  payee_id: string
  account_id: string
  method: string
  currency: string
  amount_minor: bigint
  state: string
  is_automatic: boolean
  needs_second: boolean
  proposed_by: string | null
  proposed_at: Instant
  approved_by: string | null
  approved_at: Instant | null
  second_by: string | null
  second_at: Instant | null
  reference: string | null
  tries: Defaulted<number>
  send_after: Instant | null
  sent_at: Instant | null
  provider_id: string | null
  fee_minor: bigint | null
  failure: string | null
  bank_reference: string | null
  paid_at: Instant | null
  ended_at: Instant | null
  version: Defaulted<number>
  returned_minor: Defaulted<bigint>
  fee_returned_minor: bigint | null
}

export interface PermissionsTable {
  name: string
}

export interface PicturesTable {
  id: string
  content: Uint8Array
  small: Uint8Array
  width: number
  height: number
  created_at: Instant
}

export interface PlacesTable {
  id: string
  kind: string
  name: string
  folded: string
  country_id: number
  state_id: number | null
  city: string | null
  lat: number
  lng: number
  population: number | null
  iata: string | null
  icao: string | null
  weight: Defaulted<number>
  source: string
  licence: string
  slug: string | null
  name_fr: string | null
  approximate: Defaulted<boolean>
}

export interface PlannedTariffsTable {
  id: string
  park_id: string
  vehicle_type_id: number
  starts_at: Instant
  currency: string
  free_minutes: number
  increment_minutes: number
  increment_minor: bigint
  day_cap_minor: bigint | null
  day_cap_reset_hour: number
  terms: Json
  created_at: Instant
}

export interface PoolCapacitiesTable {
  pool_id: number
  starts_at: Instant
  capacity: number
  created_at: Instant
}

export interface PoolClosuresTable {
  id: string
  park_id: string
  vehicle_class: string | null
  starts_at: Instant
  ends_at: Instant
  reason: string
  created_at: Instant
  notice_en: string | null
  notice_fr: string | null
}

export interface PoolDaysTable {
  pool_id: number
  day: string
  cap: number
  used: number[]
  blocked: number[] | null
}

export interface PoolsTable {
  id: GeneratedAlways<number>
  park_id: string
  vehicle_class: string
  capacity: number
  is_example: boolean
  capacity_now: number | null
}

export interface PreparedRepliesTable {
  id: string
  branch_id: string
  name: string
  text: string
  text_fr: string
  version: Defaulted<number>
}

export interface PricesTable {
  id: string
  item_id: string | null
  variation_id: string | null
  extra_id: string | null
  currency: string
  branch_id: string | null
  amount_minor: bigint
  version: Defaulted<number>
}

export interface PromoBranchesTable {
  promo_code_id: string
  branch_id: string
}

export interface PromoCodesTable {
  id: string
  code: string
  kind: string
  value: bigint
  currency: string | null
  least_minor: bigint | null
  most_minor: bigint | null
  limit_per_person: number | null
  starts_at: Instant
  ends_at: Instant
  is_active: boolean
  is_example: Defaulted<boolean>
  created_at: Instant
  version: Defaulted<number>
  scope: Defaulted<string>
  name: string | null
  name_fr: string | null
  description: string | null
  description_fr: string | null
  picture: string | null
  funded_by: Defaulted<string>
  free_delivery: Defaulted<boolean>
  most_uses: number | null
}

export interface PromoTotalsTable {
  promo_code_id: string
  used: number
  most: number
}

export interface PromoUsesTable {
  promo_code_id: string
  user_id: string
  used: number
  most: number | null
}

export interface ProviderFeesTable {
  id: string
  provider: string
  fee_id: string
  top_up_id: string
  told: string
  currency: string
  amount_minor: bigint | null
  transfer_id: string | null
  told_at: Instant
}

export interface PushCampaignRecipientsTable {
  campaign_id: string
  user_id: string
  key: string
  zone: string
  due_at: Instant
  state: Defaulted<string>
  sent_at: Instant | null
  devices: Defaulted<number>
  gone: Defaulted<number>
  failed: Defaulted<number>
  clicked_at: Instant | null
}

export interface PushCampaignsTable {
  id: string
  title: string
  title_fr: string
  text: string
  text_fr: string
  link: string | null
  role: string
  country_id: number | null
  city: string | null
  branch_id: string | null
  activity: string | null
  within_days: number | null
  send_at: Instant
  status: Defaulted<string>
  recipients: number | null
  version: Defaulted<number>
  created_at: Instant
  started_at: Instant | null
  ended_at: Instant | null
}

export interface PushMessagesTable {
  id: string
  user_id: string
  order_id: string
  topic: string
  params: Json
  created_at: Instant
}

export interface PushSubscriptionsTable {
  id: string
  user_id: string
  session_id: string
  endpoint: string
  p256dh: string
  auth: string
  language: string
  created_at: Instant
}

export interface QuotesTable {
  id: string
  park_id: string
  vehicle_type_id: number
  tariff_id: string
  start_time: Instant
  end_time: Instant
  lines: Json
  total_minor: bigint
  currency: string
  created_at: Instant
  expires_at: Instant
  promo_code_id: string | null
  event_id: string | null
  priced_from: Instant
}

export interface ReceiptPrintsTable {
  order_id: string
  prints: number
}

export interface ReconciliationsTable {
  provider: string
  day: string
  started_at: Instant
  finished_at: Instant | null
  listed: number | null
  differences: number | null
}

export interface RecoveryCodesTable {
  user_id: string
  code_hash: Uint8Array
  used_at: Instant | null
}

export interface RefundsTable {
  id: string
  reference: string
  top_up_id: string
  user_id: string
  provider: string
  kind: string
  origin: string
  provider_refund_id: string | null
  amount_minor: bigint
  owed_minor: Defaulted<bigint>
  currency: string
  status: string
  failure_reason: string | null
  transfer_id: string
  ended_transfer_id: string | null
  created_at: Instant
  settled_at: Instant | null
  checked_at: Instant | null
  next_check_at: Instant
  held_until: Instant | null
  told: string | null
}

export interface RegistersTable {
  id: string
  branch_id: string
  name: string
  takes_terminal: boolean
  receipt_width: string
  status: Defaulted<string>
  is_example: Defaulted<boolean>
  version: Defaulted<number>
  takes_mobile_money: Defaulted<boolean>
}

export interface ReportRecipientsTable {
  schedule_id: string
  user_id: string
}

export interface ReportSchedulesTable {
  id: string
  report: string
  every: string
  format: string
  filters: Defaulted<Json>
  timezone: string
  created_by: string | null
  created_at: Instant
  next_at: Instant
  sent_at: Instant | null
}

export interface ReviewsTable {
  id: string
  park_id: string
  user_id: string
  booking_id: string
  rating: number
  body: string | null
  language: string
  created_at: Instant
  hidden_at: Instant | null
  hidden_reason: string | null
  reply: string | null
  replied_at: Instant | null
}

export interface RoleAssignmentsTable {
  id: string
  user_id: string
  role_id: string
  partner_id: string | null
  created_at: Instant
  branch_id: string | null
  scope: string
  country_id: number | null
  park_id: string | null
}

export interface RolePermissionsTable {
  role_id: string
  permission: string
}

export interface RolesTable {
  id: string
  code: string
  name: string
  name_fr: string
  position: number
  version: Defaulted<number>
  changed_at: Instant
}

export interface SaleDiscountsTable {
  id: string
  shift_id: string
  kind: string
  value: bigint
  reason: string
  given_by: string
  approved_by: string | null
  order_id: string | null
  created_at: Instant
}

export interface SaleQuartersTable {
  quarter: Instant
  currency: string
  status: string
  orders: number
  sold: number
  gross_minor: bigint
  sales_minor: bigint
}

export interface SalesDaysTable {
  branch_id: string
  day: string
  currency: string
  method: string
  source: string
  order_type: string
  is_example: boolean
  orders: number
  subtotal: bigint
  offers: bigint
  coupon: bigint
  delivery: bigint
  taxes: bigint
  rounding: bigint
  total: bigint
  refunded: bigint
  net: bigint
  commission: bigint
}

export interface SavedViewsTable {
  id: string
  user_id: string
  list: string
  name: string
  query: string
  role_id: string | null
  created_at: Instant
}

export interface SecondFactorsTable {
  user_id: string
  secret: string | null
  pending_secret: string | null
  last_step: bigint | null
  confirmed_at: Instant | null
}

export interface ServersTable {
  id: string
  version: string
  started_at: Defaulted<Instant>
  seen_at: Defaulted<Instant>
  process: string | null
}

export interface SessionsTable {
  id: string
  user_id: string
  token_hash: Uint8Array
  user_agent: string | null
  created_at: Instant
  expires_at: Instant
  last_seen_at: Instant
  confirmed_at: Instant | null
  ends_with_browser: Defaulted<boolean>
  factor_at: Instant | null
}

export interface SettingsTable {
  key: string
  value: Json
}

export interface ShiftEntriesTable {
  id: string
  shift_id: string
  kind: string
  method: string
  amount_minor: bigint
  rounding_minor: Defaulted<bigint>
  order_id: string | null
  slip: string | null
  slip_repeated: Defaulted<boolean>
  reason: string | null
  transfer_id: string | null
  actor_id: string
  at: Instant
  detail: string | null
  tendered_minor: bigint | null
  difference_minor: Defaulted<bigint>
  is_late: Defaulted<boolean>
  booking_id: string | null
}

export interface ShiftOperatorsTable {
  shift_id: string
  user_id: string
  first_at: Instant
}

export interface ShiftsTable {
  id: string
  register_id: string
  branch_id: string
  number: number
  currency: string
  opened_by: string
  opened_at: Instant
  opening_count: Json
  opening_minor: bigint
  closed_at: Instant | null
  closing_count: Json | null
  expected_minor: bigint | null
  counted_minor: bigint | null
  discrepancy_reason: string | null
  needs_approval: Defaulted<boolean>
  approved_by: string | null
  approved_at: Instant | null
  approval_note: string | null
  figures: Json | null
  is_example: Defaulted<boolean>
  wrong_codes: Defaulted<number>
  codes_locked_until: Instant | null
  closed_by: string | null
}

export interface ShopChangesTable {
  id: Defaulted<string>
  branch_id: string
  part: string
}

export interface ShopFigureDaysTable {
  id: Defaulted<string>
  day: string
  country_id: number
  branch_id: string | null
  device: string
  kind: string
  is_example: boolean
  count: bigint
}

export interface ShopVersionsTable {
  branch_id: string
  part: string
  changes: bigint
}

export interface SlidersTable {
  id: string
  placement: string
  country_id: number | null
  title: string
  title_fr: string
  text: string | null
  text_fr: string | null
  wide_picture: string
  narrow_picture: string
  alt: string
  alt_fr: string
  link: string
  starts_at: Instant
  ends_at: Instant | null
  position: Defaulted<number>
  status: Defaulted<string>
  version: Defaulted<number>
  created_at: Instant
}

export interface SlotDaysTable {
  branch_id: string
  work_group: string
  starts_at: Instant
  cap: number
  used: number
}

export interface SmsGatewaysTable {
  country: string
  provider: string
  sender: string | null
  is_active: Defaulted<boolean>
  price_micro: bigint
  currency: string
  daily_maximum_minor: bigint
  version: Defaulted<number>
  last_response: string | null
  last_response_at: Instant | null
}

export interface SmsMessagesTable {
  id: string
  user_id: string | null
  kind: string
  to_number: string
  number_range: string
  country: string
  text: string
  parts: number
  state: Defaulted<string>
  reason: string | null
  provider: string | null
  provider_id: string | null
  attempts: Defaulted<number>
  created_at: Instant
  next_attempt_at: Instant
  expires_at: Instant
  claimed_at: Instant | null
  finished_at: Instant | null
  counted_micro: Defaulted<bigint>
  counted_currency: string | null
  cost_micro: bigint | null
  cost_currency: string | null
  next_cost_at: Instant | null
}

export interface SoldItemsTable {
  quarter: Instant
  item_id: string
  quantity: number
}

export interface SoldThingsTable {
  id: string
  item_id: string | null
  variation_id: string | null
  extra_id: string | null
  kind: string
  name: string
  name_fr: string
  variation_name: string | null
  variation_name_fr: string | null
}

export interface SourcesTable {
  code: string
  title: string
  licence: string
  attribution: string
  url: string | null
}

export interface StaffNoticesTable {
  id: string
  user_id: string
  kind: string
  branch_id: string | null
  record_id: string
  params: Json
  path: string
  created_at: Instant
  read_at: Instant | null
}

export interface StatementLinesTable {
  entry_id: bigint
  payee_id: string
  statement_id: string | null
  kind: string
  subject: string | null
  park_id: string | null
  at: Instant
  amount_minor: bigint
  rate: number
  commission_minor: bigint
  booked_minor: bigint
}

export interface StatementMarksTable {
  payee_id: string
  account_id: string
  through_entry: bigint
}

export interface StatementsTable {
  id: string
  payee_id: string
  year: number
  serial: number
  number: string
  currency: string
  period_from: Instant
  period_until: Instant
  opening_minor: bigint
  sales_minor: bigint
  refunds_minor: bigint
  commission_minor: bigint
  taxes: Json
  tax_minor: bigint
  other_minor: bigint
  paid_minor: bigint
  closing_minor: bigint
  line_count: number
  payee: Json
  transfer_id: string | null
  closed_at: Instant
  delivery_minor: Defaulted<bigint>
  cash_kept_minor: Defaulted<bigint>
}

export interface StatesTable {
  id: number
  country_id: number
  code: string
  name: string
  name_fr: string
}

export interface StockAlertsTable {
  id: string
  stock_level_id: string
  left_over: number
  at: Instant
}

export interface StockLevelsTable {
  id: string
  branch_id: string
  item_id: string
  variation_id: string | null
  on_hand: number
  reserved: Defaulted<number>
  version: Defaulted<number>
}

export interface StockMovementsTable {
  id: string
  stock_level_id: string
  at: Instant
  kind: string
  on_hand: number
  reserved: Defaulted<number>
  actor_id: string | null
  order_id: string | null
  note: string | null
}

export interface TariffsTable {
  id: string
  park_id: string
  vehicle_type_id: number
  version: number
  currency: string
  free_minutes: Defaulted<number>
  increment_minutes: number
  increment_minor: bigint
  day_cap_minor: bigint | null
  day_cap_reset_hour: Defaulted<number>
  is_example: boolean
  source: string
  observed_at: string | null
  created_at: Instant
  terms: Defaulted<Json>
}

export interface TaxDaysTable {
  id: Defaulted<string>
  branch_id: string
  day: string
  currency: string
  code: string
  rate: number | null
  source: string | null
  charges: number
  taxable: bigint
  tax: bigint
  refunded: bigint
}

export interface TaxRatesTable {
  id: string
  code: string
  name: string
  name_fr: string
  class: string
  country_id: number
  state_id: number | null
  city: string | null
  kind: string
  value: bigint
  valid_from: string
  valid_to: string | null
  source: string
  source_date: string
  position: Defaulted<number>
  is_example: Defaulted<boolean>
  created_at: Instant
}

export interface TextConsentsTable {
  id: string
  user_id: string
  topic: string
  number: string
  agreed_at: Instant
  ended_at: Instant | null
  ended_by: string | null
}

export interface TextNumbersTable {
  user_id: string
  number: string | null
  country: string | null
  confirmed_at: Instant | null
  pending_number: string | null
  code_sent_at: Instant
  stop_key: string
}

export interface ThreadMessagesTable {
  id: string
  thread_id: string
  author: string
  user_id: string
  position: GeneratedAlways<bigint>
  body: string
  photo_id: string | null
  created_at: Instant
}

export interface ThreadsTable {
  id: string
  order_id: string
  branch_id: string
  claimed_by: string | null
  unread_by_branch: Defaulted<number>
  unread_by_customer: Defaulted<number>
  mail_branch_at: Instant | null
  mail_customer_at: Instant | null
  last_at: Instant
}

export interface TimeSlotsTable {
  id: string
  branch_id: string
  work_group: string
  weekday: number
  opens_min: number
  closes_min: number
  order_type: string
  interval_min: number
  capacity: number
  version: Defaulted<number>
}

export interface TopUpsTable {
  id: string
  reference: string
  user_id: string
  provider: string
  provider_reference: string | null
  amount_minor: bigint
  currency: string
  status: string
  failure_reason: string | null
  payment_info: Json | null
  transfer_id: string | null
  created_at: Instant
  settled_at: Instant | null
  checked_at: Instant | null
  next_check_at: Instant
  held_until: Instant | null
  detail: string | null
  booking_id: string | null
  booked_id: string | null
  booking_result: string | null
  device: string | null
  is_example: Defaulted<boolean>
  order_id: string | null
  order_result: string | null
}

export interface TransferDaysTable {
  currency: string
  day: string
  kind: string
  branch: string
  provider: string
  transfers: number
  amount: bigint
}

export interface UsedIdTokensTable {
  token_hash: Uint8Array
  expires_at: Instant
}

export interface UsersTable {
  id: string
  email: string
  email_verified_at: Instant | null
  password_hash: string | null
  first_name: string
  last_name: string | null
  phone: string | null
  country_id: number
  language: string
  photo_url: string | null
  terms_accepted_at: Instant | null
  created_at: Instant
  erased_at: Instant | null
  password_disputed: Defaulted<boolean>
  disabled_at: Instant | null
  disabled_reason: string | null
  opened_by: string | null
  factor_due_at: Instant | null
}

export interface VehicleTypesTable {
  id: number
  name: string
  name_fr: string
  vehicle_class: string
  length_cm: number
  height_cm: number
  width_cm: number
}

export interface VehiclesTable {
  id: string
  user_id: string
  vehicle_type_id: number
  plate: string
  country_code: string
  make: string | null
  model: string | null
  colour: string | null
  nickname: string | null
  height_cm: number | null
  length_cm: number | null
  width_cm: number | null
  papers: Defaulted<Json>
  is_default: boolean
  created_at: Instant
  papers_at: Instant
}

export interface WalletPassesTable {
  booking_id: string
  locale: string
  version: Defaulted<number>
  modified_at: Defaulted<Instant>
  created_at: Instant
  google_since: Instant | null
  google_due: number | null
  google_claimed_until: Instant | null
}

export interface WalletRegistrationsTable {
  id: string
  device_id: string
  booking_id: string
  push_token: string
  registered_at: Instant
  push_due: number | null
  claimed_until: Instant | null
}

export interface WebhookEventsTable {
  id: string
  provider: string
  event_key: string
  event_type: string
  reference: string | null
  provider_reference: string | null
  body: Uint8Array
  received_at: Instant
  processed_at: Instant | null
  attempts: Defaulted<number>
  next_attempt_at: Instant
  last_error: string | null
}

export interface DB {
  access_version: AccessVersionTable
  account_days: AccountDaysTable
  addresses: AddressesTable
  alternative_holds: AlternativeHoldsTable
  announcement_dismissals: AnnouncementDismissalsTable
  announcements: AnnouncementsTable
  approvals: ApprovalsTable
  audit_log: AuditLogTable
  booking_history: BookingHistoryTable
  booking_notes: BookingNotesTable
  booking_offers: BookingOffersTable
  booking_refunds: BookingRefundsTable
  booking_shares: BookingSharesTable
  bookings: BookingsTable
  branch_closures: BranchClosuresTable
  branch_items: BranchItemsTable
  branch_parks: BranchParksTable
  branch_setup: BranchSetupTable
  branch_tokens: BranchTokensTable
  branches: BranchesTable
  bulk_changes: BulkChangesTable
  cannot_park_photos: CannotParkPhotosTable
  cannot_park_reports: CannotParkReportsTable
  cart_lines: CartLinesTable
  carts: CartsTable
  catalogue_slugs: CatalogueSlugsTable
  change_feeds: ChangeFeedsTable
  changed_quarters: ChangedQuartersTable
  changed_report_days: ChangedReportDaysTable
  counter_bookings: CounterBookingsTable
  counter_payments: CounterPaymentsTable
  counter_pins: CounterPinsTable
  counter_sessions: CounterSessionsTable
  countries: CountriesTable
  courier_cash: CourierCashTable
  courier_positions: CourierPositionsTable
  couriers: CouriersTable
  currency_settings: CurrencySettingsTable
  customer_notes: CustomerNotesTable
  deliveries: DeliveriesTable
  delivery_charges: DeliveryChargesTable
  delivery_declines: DeliveryDeclinesTable
  delivery_steps: DeliveryStepsTable
  demo_slots: DemoSlotsTable
  disputes: DisputesTable
  document_fee_locks: DocumentFeeLocksTable
  document_fees: DocumentFeesTable
  document_files: DocumentFilesTable
  document_history: DocumentHistoryTable
  document_items: DocumentItemsTable
  document_requests: DocumentRequestsTable
  email_codes: EmailCodesTable
  events: EventsTable
  exchange_rates: ExchangeRatesTable
  failed_attempts: FailedAttemptsTable
  failed_work: FailedWorkTable
  favourite_parks: FavouriteParksTable
  fees: FeesTable
  figure_days: FigureDaysTable
  gate_cameras: GateCamerasTable
  gate_reads: GateReadsTable
  guard_devices: GuardDevicesTable
  guard_scans: GuardScansTable
  guest_accounts: GuestAccountsTable
  hand_ins: HandInsTable
  idempotency_keys: IdempotencyKeysTable
  identities: IdentitiesTable
  index_changes: IndexChangesTable
  index_states: IndexStatesTable
  inspection_appointments: InspectionAppointmentsTable
  inspection_centres: InspectionCentresTable
  inspection_closures: InspectionClosuresTable
  inspection_slots: InspectionSlotsTable
  invitations: InvitationsTable
  item_addons: ItemAddonsTable
  item_attributes: ItemAttributesTable
  item_barcodes: ItemBarcodesTable
  item_categories: ItemCategoriesTable
  item_days: ItemDaysTable
  item_extras: ItemExtrasTable
  item_kind_days: ItemKindDaysTable
  item_months: ItemMonthsTable
  item_pictures: ItemPicturesTable
  item_reviews: ItemReviewsTable
  item_variations: ItemVariationsTable
  items: ItemsTable
  job_runs: JobRunsTable
  journal_lines: JournalLinesTable
  journal_months: JournalMonthsTable
  known_sources: KnownSourcesTable
  lead_files: LeadFilesTable
  lead_notes: LeadNotesTable
  lead_orders: LeadOrdersTable
  leads: LeadsTable
  ledger_accounts: LedgerAccountsTable
  ledger_day_marks: LedgerDayMarksTable
  ledger_entries: LedgerEntriesTable
  ledger_kind_marks: LedgerKindMarksTable
  ledger_transfers: LedgerTransfersTable
  list_sizes: ListSizesTable
  logos: LogosTable
  mail_wishes: MailWishesTable
  mails: MailsTable
  manager_codes: ManagerCodesTable
  money_difference_notes: MoneyDifferenceNotesTable
  money_differences: MoneyDifferencesTable
  news_consents: NewsConsentsTable
  no_show_holders: NoShowHoldersTable
  notification_opt_outs: NotificationOptOutsTable
  notifications: NotificationsTable
  offer_branches: OfferBranchesTable
  offer_items: OfferItemsTable
  offer_uses: OfferUsesTable
  offers: OffersTable
  order_history: OrderHistoryTable
  order_lines: OrderLinesTable
  order_notes: OrderNotesTable
  order_payments: OrderPaymentsTable
  order_photos: OrderPhotosTable
  order_problems: OrderProblemsTable
  order_refund_lines: OrderRefundLinesTable
  order_refunds: OrderRefundsTable
  order_return_lines: OrderReturnLinesTable
  order_returns: OrderReturnsTable
  order_slots: OrderSlotsTable
  order_substitutions: OrderSubstitutionsTable
  orders: OrdersTable
  page_schedules: PageSchedulesTable
  page_text_moves: PageTextMovesTable
  page_text_versions: PageTextVersionsTable
  page_texts: PageTextsTable
  paper_reminders: PaperRemindersTable
  park_changes: ParkChangesTable
  park_chargers: ParkChargersTable
  park_claims: ParkClaimsTable
  park_entrances: ParkEntrancesTable
  park_handles: ParkHandlesTable
  park_listings: ParkListingsTable
  park_mistakes: ParkMistakesTable
  park_overrides: ParkOverridesTable
  park_photos: ParkPhotosTable
  park_sources: ParkSourcesTable
  parked_sales: ParkedSalesTable
  parks: ParksTable
  partners: PartnersTable
  pass_keys: PassKeysTable
  payees: PayeesTable
  payment_customers: PaymentCustomersTable
  payout_accounts: PayoutAccountsTable
  payout_history: PayoutHistoryTable
  payout_reconciliations: PayoutReconciliationsTable
  payout_terms: PayoutTermsTable
  payouts: PayoutsTable
  permissions: PermissionsTable
  pictures: PicturesTable
  places: PlacesTable
  planned_tariffs: PlannedTariffsTable
  pool_capacities: PoolCapacitiesTable
  pool_closures: PoolClosuresTable
  pool_days: PoolDaysTable
  pools: PoolsTable
  prepared_replies: PreparedRepliesTable
  prices: PricesTable
  promo_branches: PromoBranchesTable
  promo_codes: PromoCodesTable
  promo_totals: PromoTotalsTable
  promo_uses: PromoUsesTable
  provider_fees: ProviderFeesTable
  push_campaign_recipients: PushCampaignRecipientsTable
  push_campaigns: PushCampaignsTable
  push_messages: PushMessagesTable
  push_subscriptions: PushSubscriptionsTable
  quotes: QuotesTable
  receipt_prints: ReceiptPrintsTable
  reconciliations: ReconciliationsTable
  recovery_codes: RecoveryCodesTable
  refunds: RefundsTable
  registers: RegistersTable
  report_recipients: ReportRecipientsTable
  report_schedules: ReportSchedulesTable
  reviews: ReviewsTable
  role_assignments: RoleAssignmentsTable
  role_permissions: RolePermissionsTable
  roles: RolesTable
  sale_discounts: SaleDiscountsTable
  sale_quarters: SaleQuartersTable
  sales_days: SalesDaysTable
  saved_views: SavedViewsTable
  second_factors: SecondFactorsTable
  servers: ServersTable
  sessions: SessionsTable
  settings: SettingsTable
  shift_entries: ShiftEntriesTable
  shift_operators: ShiftOperatorsTable
  shifts: ShiftsTable
  shop_changes: ShopChangesTable
  shop_figure_days: ShopFigureDaysTable
  shop_versions: ShopVersionsTable
  sliders: SlidersTable
  slot_days: SlotDaysTable
  sms_gateways: SmsGatewaysTable
  sms_messages: SmsMessagesTable
  sold_items: SoldItemsTable
  sold_things: SoldThingsTable
  sources: SourcesTable
  staff_notices: StaffNoticesTable
  statement_lines: StatementLinesTable
  statement_marks: StatementMarksTable
  statements: StatementsTable
  states: StatesTable
  stock_alerts: StockAlertsTable
  stock_levels: StockLevelsTable
  stock_movements: StockMovementsTable
  tariffs: TariffsTable
  tax_days: TaxDaysTable
  tax_rates: TaxRatesTable
  text_consents: TextConsentsTable
  text_numbers: TextNumbersTable
  thread_messages: ThreadMessagesTable
  threads: ThreadsTable
  time_slots: TimeSlotsTable
  top_ups: TopUpsTable
  transfer_days: TransferDaysTable
  used_id_tokens: UsedIdTokensTable
  users: UsersTable
  vehicle_types: VehicleTypesTable
  vehicles: VehiclesTable
  wallet_passes: WalletPassesTable
  wallet_registrations: WalletRegistrationsTable
  webhook_events: WebhookEventsTable
}

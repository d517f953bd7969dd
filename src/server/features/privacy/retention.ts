import type { JobName } from '#contract/desk/health.ts'
import { documentFileRules } from '#contract/documents/document-rules.ts'
import { leadRetention } from '#contract/leads/leads.ts'
import { servicePhotoRetention_days } from '#contract/orders/order-photos.ts'
import type { DB } from '#server/database/tables.ts'
import { auditRetention_months } from '#server/features/access/audit.ts'
import { invitation_months, mail_days, session_days, source_days } from '#server/features/accounts/rules.ts'
import { cart_days } from '#server/features/cart/store.ts'
import { readRetention } from '#server/features/gate/cameras/take-reads.ts'
import { scan_months } from '#server/features/gate/take-scans.ts'
import { notification_days } from '#server/features/notifications/notifications.ts'
import { position_minutes } from '#server/features/orders/tracking.ts'
import { consent_years } from '#server/features/sms/consents.ts'
import { walletPass_days } from '#server/features/wallet-passes/stored-passes.ts'
import { unusedPhoto_hours } from '#server/output/photos.ts'

/* What is kept how long, and why: the table in `docs/operating.md` is written from it, and each table of the schema has its
 * line or is named as one that does not grow with what people do. */

export const webhook_months = 24
export const message_months = 24
/** After the last scan of a phone was deleted, too. */
export const revoked_months = scan_months + 1
export const dayRetention_days = 400
export const bulkChange_days = 30

type Table = keyof DB

interface Retention {
  /** What people know it as. */
  what: string
  tables: readonly Table[]
  life: string
  why: string
  /** The job that ends it; without one it goes with its account, or stays. */
  job?: JobName
}

const ledgerDays = ['ledger_day_marks', 'transfer_days', 'account_days'] as const
const orderDays = ['sales_days', 'item_days', 'item_kind_days', 'item_months', 'sold_things', 'tax_days'] as const
const states = [
  'park_changes',
  'index_changes',
  'change_feeds',
  'index_states',
  'shop_changes',
  'shop_versions',
  'servers',
  'job_runs',
] as const
const books = 'the years of `KEEP_YEARS_*` for its country, then without what names a person'

export const retained: readonly Retention[] = [
  {
    what: 'bookings, their history',
    tables: ['bookings', 'booking_history', 'booking_notes', 'booking_refunds', 'cannot_park_reports'],
    life: books,
    why: 'tax law; disputes with drivers and operators',
    job: 'forget_old_rows',
  },
  {
    what: 'orders, their lines, payments, refunds, returns, deliveries and shifts',
    tables: [
      'orders',
      'order_lines',
      'order_history',
      'order_payments',
      'order_refunds',
      'order_refund_lines',
      'order_returns',
      'order_return_lines',
      'order_slots',
      'order_substitutions',
      'order_notes',
      'order_problems',
      'shifts',
      'shift_entries',
      'shift_operators',
      'deliveries',
      'delivery_declines',
      'delivery_steps',
      'sale_discounts',
      'counter_payments',
      'counter_bookings',
      'receipt_prints',
      'hand_ins',
      'courier_cash',
    ],
    life: books,
    why: 'tax law; guarantees on goods',
    job: 'forget_old_rows',
  },
  {
    what: 'statements, payouts and whom they are for',
    tables: [
      'payees',
      'payout_terms',
      'statements',
      'statement_lines',
      'statement_marks',
      'no_show_holders',
      'payout_accounts',
      'payouts',
      'payout_history',
    ],
    life: books,
    why: 'tax law; proof of what was paid to whom',
    job: 'forget_old_rows',
  },
  {
    what: 'positions of couriers',
    tables: ['courier_positions'],
    life: `${position_minutes} minutes, and only while they have an order with them`,
    why: 'customers and branches see where their order is',
    job: 'forget_positions',
  },
  {
    what: 'payments and their fees',
    tables: ['top_ups', 'refunds', 'disputes', 'provider_fees'],
    life: books,
    why: 'tax law; disputes with payment providers',
    job: 'forget_old_rows',
  },
  {
    what: 'requests for vehicle documents',
    tables: ['document_requests', 'document_items', 'document_history', 'inspection_appointments'],
    life: books,
    why: 'tax law; proof for the authority',
    job: 'forget_old_rows',
  },
  {
    what: 'the ledger',
    tables: ['ledger_accounts', 'ledger_entries', 'ledger_transfers', 'ledger_kind_marks', 'approvals', ...ledgerDays],
    life: 'for ever',
    why: 'a balance is the sum of all its entries; it names nobody once the account is erased',
  },
  {
    what: 'differences to providers, compared days',
    tables: ['money_differences', 'money_difference_notes', 'reconciliations', 'payout_reconciliations'],
    life: 'for ever',
    why: 'part of the ledger; few',
  },
  {
    what: 'movements of stock, sums of sales',
    tables: ['stock_movements', 'sale_quarters', 'sold_items', ...orderDays, 'offer_uses', 'promo_totals'],
    life: 'for ever',
    why: 'the books of goods, without customers',
  },
  {
    what: 'raw messages of payment providers',
    tables: ['webhook_events'],
    life: `${webhook_months} months once processed`,
    why: 'chargebacks come up to 18 months later',
    job: 'forget_old_rows',
  },
  {
    what: 'messages about orders',
    tables: ['threads', 'thread_messages'],
    life: `${message_months} months after they began`,
    why: 'complaints about an order',
    job: 'forget_old_rows',
  },
  {
    what: 'counters of spaces by day, tokens of branches',
    tables: ['pool_days', 'branch_tokens'],
    life: `${dayRetention_days} days after the day`,
    why: 'bookings are made at most a year ahead; nothing reads a day that is over',
    job: 'forget_old_rows',
  },
  {
    what: 'passes in Apple Wallet and Google Wallet',
    tables: ['wallet_passes', 'wallet_registrations'],
    life: `${walletPass_days} days after the booking was made`,
    why: 'to keep them up to date until the booking is long over',
    job: 'forget_old_rows',
  },
  {
    what: "guards' phones",
    tables: ['guard_devices'],
    life: `${revoked_months} months after they were revoked`,
    why: 'their scans are checked with their keys',
    job: 'forget_old_rows',
  },
  {
    what: "guards' scans",
    tables: ['guard_scans'],
    life: `${scan_months} months`,
    why: 'proof of who was let in',
    job: 'old_scans',
  },
  {
    what: 'reads of number plate cameras',
    tables: ['gate_reads'],
    life: `${readRetention.booking_months} months, those of other cars ${readRetention.stranger_days} days`,
    why: "proof of arrivals; strangers' plates are nobody's business",
    job: 'old_gate_reads',
  },
  {
    what: 'the audit log',
    tables: ['audit_log'],
    life: `${auditRetention_months} months`,
    why: 'who changed what',
    job: 'delete_old_audit_entries',
  },
  {
    what: 'copies of emails, text messages',
    tables: ['mails', 'sms_messages'],
    life: `${mail_days} days`,
    why: 'to send them, and to answer who says that none came',
    job: 'forget_expired',
  },
  {
    what: 'agreement to text messages',
    tables: ['text_consents'],
    life: `as long as it holds, then ${consent_years} years`,
    why: 'proof that they were agreed to',
    job: 'forget_sms',
  },
  {
    what: 'sessions, codes, attempts, keys of repeated calls',
    tables: ['sessions', 'counter_sessions', 'email_codes', 'used_id_tokens', 'failed_attempts', 'idempotency_keys'],
    life: `until they expire: ${session_days} days, a day or an hour`,
    why: 'login and its limits; a call that is sent twice acts once',
    job: 'forget_expired',
  },
  {
    what: 'networks and devices of logins',
    tables: ['known_sources'],
    life: `${source_days} days without a login`,
    why: 'attempts from elsewhere are limited more',
    job: 'forget_expired',
  },
  {
    what: 'invitations',
    tables: ['invitations'],
    life: `${invitation_months} months after they were sent, whatever became of them`,
    why: 'who was offered a role, and by whom',
    job: 'forget_expired',
  },
  {
    what: 'notifications of customers and staff',
    tables: ['notifications', 'staff_notices'],
    life: `${notification_days} days`,
    why: 'the list in the account',
    job: 'forget_notifications',
  },
  {
    what: 'messages of staff to devices, with who got them',
    tables: ['push_campaigns', 'push_campaign_recipients'],
    life: 'the message for good, who got it as long as the account',
    why: 'at most one a day, and what came of it',
  },
  {
    what: 'notifications to browsers, low stock to be told',
    tables: ['push_messages', 'stock_alerts'],
    life: 'until they are sent',
    why: 'a queue',
    job: 'send_push_messages',
  },
  {
    what: 'price requests',
    tables: ['quotes'],
    life: 'a day after they expired',
    why: 'bookings keep their own lines',
    job: 'expired_quotes',
  },
  {
    what: 'carts',
    tables: ['carts', 'cart_lines'],
    life: `${cart_days} days untouched`,
    why: 'to come back to',
    job: 'forget_carts',
  },
  {
    what: 'forms and applications',
    tables: ['leads', 'lead_notes', 'lead_files', 'lead_orders', 'demo_slots'],
    life: `${leadRetention.other_months} months after the last change, applications ${leadRetention.application_months} months`,
    why: 'to answer them',
    job: 'forget_leads',
  },
  {
    what: 'files of document requests',
    tables: ['document_files'],
    life: `${documentFileRules.kept_months} months after the request ended`,
    why: 'questions of the authority',
    job: 'erase_document_files',
  },
  {
    what: 'photos that orders show, or that were never sent',
    tables: ['order_photos'],
    life: `${servicePhotoRetention_days} days, unsent ${unusedPhoto_hours} hours`,
    why: 'proof of a service',
    job: 'delete_service_photos',
  },
  {
    what: 'photos of reports of not being able to park',
    tables: ['cannot_park_photos'],
    life: `with the account; unsent ${unusedPhoto_hours} hours`,
    why: 'proof of the refund',
    job: 'delete_unused_report_photos',
  },
  {
    what: 'other spaces held for a booking',
    tables: ['alternative_holds'],
    life: 'until they are released',
    why: 'a reservation',
    job: 'release_alternatives',
  },
  {
    what: 'new times that staff offered for a booking',
    tables: ['booking_offers'],
    life: 'with the booking; the space at most 60 minutes',
    why: 'a reservation',
    job: 'release_offers',
  },
  {
    what: 'changes of car parks, states of search indexes, servers, runs of jobs, failed work',
    tables: [...states, 'failed_work', 'changed_quarters', 'changed_report_days'],
    life: 'until every server has read them, or the work is done',
    why: 'a queue, or one row a process',
    job: 'search_index_state',
  },
  {
    what: 'accounts and what they keep',
    tables: [
      'users',
      'guest_accounts',
      'identities',
      'second_factors',
      'counter_pins',
      'recovery_codes',
      'addresses',
      'customer_notes',
      'vehicles',
      'paper_reminders',
      'favourite_parks',
      'saved_views',
      'list_sizes',
      'mail_wishes',
      'notification_opt_outs',
      'text_numbers',
      'news_consents',
      'announcement_dismissals',
      'push_subscriptions',
      'payment_customers',
      'promo_uses',
      'booking_shares',
      'role_assignments',
      'couriers',
      'park_claims',
      'park_listings',
    ],
    life: 'as long as the account, until its owner or staff erase it',
    why: 'the account works with them',
  },
  {
    what: 'sales that a counter set aside',
    tables: ['parked_sales'],
    life: 'until a register goes on with them',
    why: 'the customer comes back for them',
  },
  {
    what: 'codes by which managers approved something at a register',
    tables: ['manager_codes'],
    life: 'as long as the register; those that were not used are deleted with the next one',
    why: 'they say who approved what',
  },
  {
    what: 'changes of many items or car parks at once, with what stood there before',
    tables: ['bulk_changes'],
    life: `${bulkChange_days} days`,
    why: 'they can be undone for a day; afterwards, to find out what happened',
    job: 'forget_old_rows',
  },
  {
    what: 'reviews, mistakes of car parks reported',
    tables: ['reviews', 'item_reviews', 'park_mistakes'],
    life: 'as long as the account, or the car park',
    why: 'others read them; they show what was mended',
  },
  {
    what: 'schedules by which reports are mailed',
    tables: ['report_schedules', 'report_recipients'],
    life: 'until somebody stops them',
    why: 'they say who gets which report',
  },
  {
    what: 'closed months of the journal',
    tables: ['journal_months', 'journal_lines'],
    life: 'for ever',
    why: 'sums by day and account, without persons; the books of earlier years',
  },
  {
    what: 'counts of visits',
    tables: ['figure_days', 'shop_figure_days'],
    life: 'for ever',
    why: 'sums by day and country or branch, without persons',
  },
]

import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Uuid } from '#contract/fields.ts'
import { countryCodes } from '#contract/geography.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { discrepancyProviders } from '#contract/wallet/money-discrepancies.ts'

const permission = 'health.view'
const params = z.strictObject({ id: Uuid })

/** Mails that wait, were sent, or were given up after a day. Their contents are shown to nobody. */
export const mailList = deskList({
  name: 'mails',
  menu: { group: 'system', rank: 10 },
  bulk: ['health.retry'],
  permission,
  personal: true,
  opens: { screen: 'mails', permission },
  columns: {
    subject: { kind: 'text' },
    to_address: { kind: 'text' },
    state: { kind: 'choice', badge: true, words: 'delivery_states' },
    created_at: { kind: 'instant', sortable: true },
    sent_at: { kind: 'instant', sortable: true },
    attempts: { kind: 'number' },
    next_attempt_at: { kind: 'instant', extra: true },
    last_error: { kind: 'text' },
  },
  filters: { to_address: { kind: 'text' }, error: { kind: 'flag' }, created: { kind: 'days' } },
  states: ['waiting', 'sent', 'given_up'],
  sort: '-created_at',
})

const MailRecord = z.object({
  ...recordFields,
  subject: z.string(),
  to_address: z.string(),
  state: z.enum(mailList.states),
  created_at: z.string(),
  sent_at: z.nullable(z.string()),
  attempts: z.number(),
  next_attempt_at: z.nullable(z.string()),
  last_error: z.nullable(z.string()),
})
export type MailRecord = z.infer<typeof MailRecord>

export const getMail = endpoint({
  name: 'getMail',
  method: 'GET',
  path: '/api/v1/admin/mails/{id}',
  summary: 'Returns what became of a mail, without its contents',
  tag: 'desk',
  auth: permission,
  status: 200,
  params,
  answer: MailRecord,
})

export const retryMail = endpoint({
  name: 'retryMail',
  method: 'POST',
  path: '/api/v1/admin/mails/{id}/retry',
  summary: 'Sends a waiting mail at once instead of at its next attempt',
  tag: 'desk',
  auth: 'health.retry',
  status: 200,
  params,
  answer: MailRecord,
})

export const mailRecord = deskRecord({
  list: mailList,
  get: getMail,
  primary: ['retry'],
  state: 'state',
  facts: {
    to_address: { kind: 'text' },
    created_at: { kind: 'instant' },
    sent_at: { kind: 'instant' },
    attempts: { kind: 'number' },
    next_attempt_at: { kind: 'instant' },
    last_error: { kind: 'text' },
  },
  actions: { retry: { endpoint: retryMail } },
  bulk: ['retry'],
})

/** Messages of payment providers. */
export const webhookList = deskList({
  name: 'webhooks',
  menu: { group: 'system', rank: 20, under: 'mails' },
  bulk: ['health.retry'],
  permission,
  opens: { screen: 'webhooks', permission },
  columns: {
    event_type: { kind: 'code', sortable: true },
    provider: { kind: 'choice', words: 'providers' },
    reference: { kind: 'code' },
    provider_reference: { kind: 'code', extra: true },
    state: { kind: 'choice', badge: true, words: 'webhook_states' },
    received_at: { kind: 'instant', sortable: true },
    processed_at: { kind: 'instant' },
    attempts: { kind: 'number' },
    last_error: { kind: 'text' },
  },
  filters: {
    provider: { kind: 'choice', values: discrepancyProviders, words: 'providers' },
    received: { kind: 'days' },
  },
  states: ['waiting', 'processed', 'failed'],
  sort: '-received_at',
})

const WebhookRecord = z.object({
  ...recordFields,
  event_type: z.string(),
  provider: z.string(),
  reference: z.nullable(z.string()),
  provider_reference: z.nullable(z.string()),
  state: z.enum(webhookList.states),
  received_at: z.string(),
  processed_at: z.nullable(z.string()),
  attempts: z.number(),
  last_error: z.nullable(z.string()),
})
export type WebhookRecord = z.infer<typeof WebhookRecord>

export const getWebhook = endpoint({
  name: 'getWebhook',
  method: 'GET',
  path: '/api/v1/admin/webhooks/{id}',
  summary: 'Returns what became of a message of a payment provider',
  tag: 'desk',
  auth: permission,
  status: 200,
  params,
  answer: WebhookRecord,
})

export const retryWebhook = endpoint({
  name: 'retryWebhook',
  method: 'POST',
  path: '/api/v1/admin/webhooks/{id}/retry',
  summary: 'Processes a message of a payment provider again, within seconds; what it says is asked of the provider',
  tag: 'desk',
  auth: 'health.retry',
  status: 200,
  params,
  answer: WebhookRecord,
})

export const webhookRecord = deskRecord({
  list: webhookList,
  get: getWebhook,
  primary: ['retry'],
  state: 'state',
  facts: {
    provider: { kind: 'choice', words: 'providers' },
    reference: { kind: 'code' },
    provider_reference: { kind: 'code' },
    received_at: { kind: 'instant' },
    processed_at: { kind: 'instant' },
    attempts: { kind: 'number' },
    last_error: { kind: 'text' },
  },
  actions: { retry: { endpoint: retryWebhook } },
  bulk: ['retry'],
})

/** The recurring jobs of the server. */
export const jobNames = [
  'booking_lifecycle',
  'announce_server',
  'settings',
  'check_log',
  'check_proxy',
  'confirm_parks',
  'order_lifecycle',
  'mail_unread_messages',
  'delete_order_photos',
  'delete_service_photos',
  'forget_positions',
  'announce_deliveries',
  'refund_unanswered_problems',
  'count_visits',
  'currency_formats',
  'delete_old_audit_entries',
  'delete_unused_logos',
  'count_shop_changes',
  'delete_unused_pictures',
  'delete_unused_report_photos',
  'erased_customers',
  'expired_quotes',
  'release_alternatives',
  'release_offers',
  'old_scans',
  'old_gate_reads',
  'quote_waiting_documents',
  'expire_document_quotes',
  'remind_of_document_answers',
  'remind_of_inspections',
  'erase_document_files',
  'forget_carts',
  'forget_old_failures',
  'forget_old_rows',
  'forget_expired',
  'remind_of_ends',
  'forget_notifications',
  'forget_leads',
  'mail_document_reminders',
  'open_refunds',
  'pending_top_ups',
  'published_texts',
  'push_wallet_changes',
  'update_google_passes',
  'check_pass_certificates',
  'reconciliation',
  'reconcile_payouts',
  'recount_sales',
  'send_reports',
  'recount_reports',
  'add_ledger_days',
  'add_payees',
  'expire_identities',
  'close_statements',
  'send_payouts',
  'remind_negative_balances',
  'refresh_payout_accounts',
  'renew_example_events',
  'write_example_orders',
  'write_example_shifts',
  'write_example_occupancy',
  'write_example_requests',
  'reset_the_demo',
  'scheduled_texts',
  'search_index',
  'search_index_state',
  'send_mails',
  'send_sms',
  'find_sms_costs',
  'forget_sms',
  'send_push_campaigns',
  'send_push_messages',
  'start_planned_capacities',
  'start_planned_tariffs',
  'tell_low_stock',
  'webhooks',
] as const
export type JobName = (typeof jobNames)[number]

/** The recurring jobs, with their last run in any process. */
export const jobList = deskList({
  name: 'jobs',
  menu: { group: 'system', rank: 40, under: 'mails' },
  permission,
  columns: {
    name: { kind: 'choice', words: 'jobs', sortable: true },
    state: { kind: 'choice', badge: true, words: 'job_states' },
    every_s: { kind: 'number' },
    finished_at: { kind: 'instant', sortable: true },
    duration_ms: { kind: 'number', sortable: true },
    failed_at: { kind: 'instant', sortable: true },
    last_error: { kind: 'text' },
  },
  filters: {},
  states: ['running', 'failed', 'late'],
  sort: 'name',
})

/** The search index of each process, compared with the car parks that the database lists. */
export const indexList = deskList({
  name: 'search-indexes',
  menu: { group: 'system', rank: 60, under: 'mails' },
  bulk: ['health.retry'],
  permission,
  opens: { screen: 'search-indexes', permission },
  columns: {
    /** Its computer, and its number there. */
    process: { kind: 'code' },
    state: { kind: 'choice', badge: true, words: 'index_states' },
    parks: { kind: 'number', sortable: true },
    listed: { kind: 'number' },
    refreshed_at: { kind: 'instant' },
    noted_at: { kind: 'instant', sortable: true, extra: true },
    started_at: { kind: 'instant', sortable: true },
    id: { kind: 'code', extra: true },
  },
  filters: {},
  states: ['current', 'incomplete', 'late', 'reloading'],
  sort: '-started_at',
})

const IndexRecord = z.object({
  ...recordFields,
  state: z.enum(indexList.states),
  parks: z.number(),
  listed: z.number(),
  refreshed_at: z.string(),
  noted_at: z.string(),
  started_at: z.string(),
})
export type IndexRecord = z.infer<typeof IndexRecord>

export const getSearchIndex = endpoint({
  name: 'getSearchIndex',
  method: 'GET',
  path: '/api/v1/admin/search-indexes/{id}',
  summary: 'Returns the state of the search index of a process',
  tag: 'desk',
  auth: permission,
  status: 200,
  params,
  answer: IndexRecord,
})

export const reloadSearchIndex = endpoint({
  name: 'reloadSearchIndex',
  method: 'POST',
  path: '/api/v1/admin/search-indexes/{id}/reload',
  summary: 'Has a process load its search index again, within a minute; searches go on meanwhile',
  tag: 'desk',
  auth: 'health.retry',
  status: 200,
  params,
  answer: IndexRecord,
})

export const indexRecord = deskRecord({
  list: indexList,
  get: getSearchIndex,
  primary: ['reload'],
  state: 'state',
  facts: {
    parks: { kind: 'number' },
    listed: { kind: 'number' },
    refreshed_at: { kind: 'instant' },
    noted_at: { kind: 'instant' },
    started_at: { kind: 'instant' },
  },
  actions: { reload: { endpoint: reloadSearchIndex } },
  bulk: ['reload'],
})

/** The server processes that are alive, with the version that each runs. */
export const serverList = deskList({
  name: 'servers',
  menu: { group: 'system', rank: 65, under: 'mails' },
  permission,
  columns: {
    /** Its computer, and its number there. */
    process: { kind: 'code' },
    version: { kind: 'text', sortable: true },
    started_at: { kind: 'instant', sortable: true },
    seen_at: { kind: 'instant' },
    id: { kind: 'code', extra: true },
  },
  filters: {},
  sort: '-started_at',
})

/** Where the car parks come from, and when they were last imported. */
export const importList = deskList({
  name: 'park-imports',
  menu: { group: 'system', rank: 70, under: 'mails' },
  permission,
  columns: {
    title: { kind: 'text', sortable: true },
    source: { kind: 'code', extra: true },
    licence: { kind: 'text', extra: true },
    country: { kind: 'country' },
    parks: { kind: 'number', sortable: true },
    observed_at: { kind: 'text' },
    imported_at: { kind: 'instant', sortable: true },
  },
  filters: { country: { kind: 'choice', values: countryCodes, words: 'countries' } },
  sort: '-imported_at',
})

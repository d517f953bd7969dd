import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Uuid } from '#contract/fields.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'

const permission = 'health.view'
const params = z.strictObject({ id: Uuid })

/**
 * The queues of waiting rows, with the number of times that a row is tried before it is set aside. Waits double from a minute
 * to an hour: 8 tries take some two hours, 12 some six, 30 a day.
 */
export const queueTries = {
  bookings: 12,
  alternative_holds: 12,
  booking_offers: 12,
  orders: 12,
  order_problems: 12,
  unread_by_customers: 8,
  unread_by_branches: 8,
  stock_alerts: 8,
  sale_quarters: 12,
  report_days: 12,
  report_schedules: 8,
  park_confirmations: 12,
  planned_tariffs: 12,
  planned_capacities: 12,
  vehicle_reminders: 8,
  document_answers: 8,
  document_quotes: 12,
  document_quote_ends: 12,
  inspection_reminders: 8,
  top_ups: 30,
  refunds: 30,
  webhooks: 30,
  erased_customers: 30,
  gate_reads: 5,
  statements: 12,
  payouts: 30,
  delivery_offers: 8,
  wallet_pushes: 8,
  google_passes: 12,
} as const satisfies Record<string, number>
export type QueueName = keyof typeof queueTries

const queueNames = Object.keys(queueTries) as QueueName[]

/** Waiting rows whose work failed: they are tried again, or were set aside after their last try. */
export const failureList = deskList({
  name: 'failed-work',
  menu: { group: 'system', rank: 30, under: 'mails' },
  bulk: ['health.retry'],
  permission,
  opens: { screen: 'failed-work', permission },
  columns: {
    queue: { kind: 'choice', words: 'queues', sortable: true },
    subject: { kind: 'text' },
    state: { kind: 'choice', badge: true, words: 'failure_states' },
    tries: { kind: 'number', sortable: true },
    last_error: { kind: 'text' },
    failed_at: { kind: 'instant', sortable: true },
    next_try_at: { kind: 'instant' },
  },
  filters: { queue: { kind: 'choice', values: queueNames, words: 'queues' }, failed: { kind: 'days' } },
  states: ['waiting', 'set_aside'],
  sort: '-failed_at',
})

const FailureRecord = z.object({
  ...recordFields,
  queue: z.enum(queueNames),
  key: z.string(),
  subject: z.nullable(z.string()),
  state: z.enum(failureList.states),
  tries: z.number(),
  last_error: z.string(),
  failed_at: z.string(),
  next_try_at: z.nullable(z.string()),
})
export type FailureRecord = z.infer<typeof FailureRecord>

export const getFailure = endpoint({
  name: 'getFailure',
  method: 'GET',
  path: '/api/v1/admin/failed-work/{id}',
  summary: 'Returns why the work of a waiting row failed, and when it is tried again',
  tag: 'desk',
  auth: permission,
  status: 200,
  params,
  answer: FailureRecord,
})

export const retryFailure = endpoint({
  name: 'retryFailure',
  method: 'POST',
  path: '/api/v1/admin/failed-work/{id}/retry',
  summary: 'Has the work of a row tried again within a minute, as often as at first',
  tag: 'desk',
  auth: 'health.retry',
  status: 200,
  params,
  answer: FailureRecord,
})

export const failureRecord = deskRecord({
  list: failureList,
  get: getFailure,
  primary: ['retry'],
  state: 'state',
  facts: {
    queue: { kind: 'choice', words: 'queues' },
    key: { kind: 'code' },
    tries: { kind: 'number' },
    failed_at: { kind: 'instant' },
    next_try_at: { kind: 'instant' },
    last_error: { kind: 'text' },
  },
  actions: { retry: { endpoint: retryFailure } },
  bulk: ['retry'],
})

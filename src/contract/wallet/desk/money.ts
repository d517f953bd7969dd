import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Uuid } from '#contract/fields.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord } from '#contract/lists/records.ts'
import {
  discrepancyKinds,
  discrepancyProviders,
  discrepancyStates,
  MoneyDiscrepancy,
  NoteText,
} from '../money-discrepancies.ts'

/** Discrepancies between a payment provider and our ledger. */
export const moneyList = deskList({
  name: 'money',
  menu: { group: 'money', rank: 70 },
  bulk: ['money.update'],
  permission: 'money.view',
  personal: true,
  opens: { screen: 'money', permission: 'money.view' },
  namedBy: ['reference', 'driver'],
  columns: {
    reference: { kind: 'code' },
    kind: { kind: 'choice', words: 'discrepancy_kinds' },
    provider: { kind: 'choice', words: 'providers' },
    found_at: { kind: 'instant', sortable: true },
    ours: { kind: 'text', extra: true },
    theirs: { kind: 'text', extra: true },
    driver: { kind: 'text' },
    provider_reference: { kind: 'code', extra: true },
    resolved_at: { kind: 'instant', extra: true },
    resolved_by: { kind: 'text', extra: true },
  },
  filters: {
    kind: { kind: 'choice', values: discrepancyKinds, words: 'discrepancy_kinds' },
    provider: { kind: 'choice', values: discrepancyProviders, words: 'providers' },
    found: { kind: 'days' },
  },
  states: discrepancyStates,
  sort: '-found_at',
})

export const DiscrepancyRecord = z.extend(MoneyDiscrepancy, {
  title: z.string(),
  actions: z.array(z.string()),
  top_up_id: z.nullable(z.string()),
  /** The number of the payout that it is about; null for any other. */
  payout: z.nullable(z.string()),
  payout_id: z.nullable(z.string()),
})
export type DiscrepancyRecord = z.infer<typeof DiscrepancyRecord>

const path = '/api/v1/admin/money/{id}'
const record = { tag: 'desk', status: 200, params: z.strictObject({ id: Uuid }), answer: DiscrepancyRecord } as const

export const getDiscrepancyRecord = endpoint({
  ...record,
  name: 'getDiscrepancyRecord',
  method: 'GET',
  path,
  summary: 'Returns a discrepancy with what to do about it and its notes',
  auth: 'money.view',
})

export const resolveDiscrepancy = endpoint({
  ...record,
  name: 'resolveDiscrepancy',
  method: 'POST',
  path: `${path}/resolve`,
  summary: 'Closes a discrepancy with a note',
  auth: 'money.update',
  body: z.strictObject({ note: NoteText }),
})

export const reopenDiscrepancy = endpoint({
  ...record,
  name: 'reopenDiscrepancy',
  method: 'POST',
  path: `${path}/reopen`,
  summary: 'Opens a discrepancy again',
  auth: 'money.update',
})

export const addDiscrepancyNote = endpoint({
  ...record,
  name: 'addDiscrepancyNote',
  method: 'POST',
  path: `${path}/note`,
  summary: 'Adds a note to a discrepancy',
  auth: 'money.update',
  idempotent: true,
  body: z.strictObject({ note: NoteText }),
})

export const discrepancyRecord = deskRecord({
  list: moneyList,
  get: getDiscrepancyRecord,
  first: ['facts', 'notes'],
  primary: ['resolve'],
  state: 'state',
  facts: {
    message: { kind: 'text' },
    advice: { kind: 'text' },
    provider: { kind: 'choice', words: 'providers' },
    reference: { kind: 'code' },
    provider_reference: { kind: 'code' },
    payout: { kind: 'code' },
    driver: { kind: 'text' },
    email: { kind: 'text' },
    found_at: { kind: 'instant' },
    resolved_at: { kind: 'instant' },
    resolved_by: { kind: 'text' },
  },
  links: { reference: { screen: 'top-ups', id: 'top_up_id' }, payout: { screen: 'payouts', id: 'payout_id' } },
  actions: {
    resolve: { endpoint: resolveDiscrepancy, fields: { note: { kind: 'long', hint: true } } },
    note: { endpoint: addDiscrepancyNote, fields: { note: { kind: 'long' } } },
    reopen: { endpoint: reopenDiscrepancy },
  },
  bulk: ['resolve', 'reopen'],
  tabs: { notes: 'own' },
})

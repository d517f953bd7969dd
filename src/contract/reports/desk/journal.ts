import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { deskReport } from '#contract/lists/reports.ts'
import { currencies } from '#contract/money.ts'
import { accountKinds, transferKinds } from '#contract/wallet/ledger.ts'

/** The ledger by day and account, for the bookkeeper. Days are those of the country of the currency. */
export const journalReport = deskReport({
  name: 'reports/journal',
  menu: { group: 'reports', rank: 90, under: 'reports/sales' },
  permission: 'reports.journal',
  columns: {
    account: { kind: 'text' },
    day: { kind: 'day', sortable: true },
    account_kind: { kind: 'choice', words: 'accounts' },
    tax_code: { kind: 'code' },
    transfer_kind: { kind: 'choice', words: 'transfer_kinds' },
    currency: { kind: 'text', extra: true },
    debit: { kind: 'money', sortable: true },
    credit: { kind: 'money', sortable: true },
    entries: { kind: 'number' },
    /** The closed month for which it was booked. */
    late_month: { kind: 'text', extra: true },
    is_closed: { kind: 'flag' },
  },
  filters: {
    day: { kind: 'days' },
    currency: { kind: 'choice', values: currencies },
    account: { kind: 'choice', values: accountKinds, words: 'accounts' },
    kind: { kind: 'choice', values: transferKinds, words: 'transfer_kinds' },
    tax: { kind: 'text' },
    late: { kind: 'flag' },
  },
  report: {
    period: 'day',
    sums: ['debit', 'credit', 'entries'],
    groups: {
      day: { filter: 'day', kind: 'day' },
      account: { filter: 'account', kind: 'choice', words: 'accounts' },
      kind: { filter: 'kind', kind: 'choice', words: 'transfer_kinds' },
      tax: { filter: 'tax', kind: 'text' },
    },
    rows: {
      to: {
        '': {
          list: 'transactions',
          permission: 'transactions.view',
          filters: {
            account: 'account_kind',
            kind: 'transfer_kind',
            currency: 'currency',
            tax: 'tax_code',
            created_from: 'day',
            created_to: 'day',
          },
        },
      },
    },
  },
  sort: '-day',
})

const Month = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'required'))

const JournalMonth = z.object({
  currency: z.enum(currencies),
  /** `2026-11`. */
  month: z.string(),
  /** Null while it is open. */
  closed_at: z.nullable(z.string()),
  /** Null where the reader may not see who it was. */
  closed_by: z.nullable(z.string()),
  /** Whether it can be closed: it is over, and those before it are closed. */
  may_close: z.boolean(),
})
export type JournalMonth = z.infer<typeof JournalMonth>
const months = z.object({ items: z.array(JournalMonth) })

export const listJournalMonths = endpoint({
  name: 'listJournalMonths',
  method: 'GET',
  path: '/api/v1/admin/journal-months',
  summary: 'Returns the months of the journal of each currency, the newest first, with who closed them and when',
  tag: 'desk',
  auth: 'reports.journal',
  status: 200,
  answer: months,
})

export const closeJournalMonth = endpoint({
  name: 'closeJournalMonth',
  method: 'POST',
  path: '/api/v1/admin/journal-months',
  summary:
    'Closes the oldest open month of a currency, for good: what is booked for it later is in the next open month',
  tag: 'desk',
  auth: 'reports.close',
  status: 200,
  body: z.strictObject({ currency: z.enum(currencies, 'required'), month: Month }),
  answer: months,
})

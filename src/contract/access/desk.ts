import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Currency, Money, missingOr } from '#contract/fields.ts'
import type { DeskListDescription } from '#contract/lists/lists.ts'
import { deskRecord } from '#contract/lists/records.ts'
import { deskScreen } from '#contract/lists/screens.ts'
import { currencies, type Currency as CurrencyCode } from '#contract/money.ts'

/** What roles may do at most. Amounts are in major units. */
export interface Limits {
  /** Up to here with `bookings.refund`. */
  refund: Record<CurrencyCode, number>
  /** Up to here with `bookings.refund_more`. */
  refund_more: Record<CurrencyCode, number>
  /** Above it, two persons approve a payout. */
  payout: Record<CurrencyCode, number>
  /** How long an entered password counts for what asks for it again. */
  reauth_minutes: number
  /** The rows of an export; null is no limit. */
  export_rows: number | null
}

export const defaultLimits: Limits = {
  refund: { NGN: 50_000, XOF: 25_000, CAD: 100, USD: 100 },
  refund_more: { NGN: 500_000, XOF: 250_000, CAD: 1_000, USD: 1_000 },
  payout: { NGN: 1_000_000, XOF: 500_000, CAD: 2_000, USD: 2_000 },
  reauth_minutes: 10,
  export_rows: null,
}

type FieldsOf<Prefix extends string, T> = { [Code in CurrencyCode as `${Prefix}_${Code}`]: T }

/** A field for each currency, in the order of their codes: `refund_CAD`, `refund_NGN`, … */
const byCurrency = <Prefix extends string, T>(prefix: Prefix, make: (currency: CurrencyCode) => T) =>
  Object.fromEntries(currencies.toSorted().map((code) => [`${prefix}_${code}`, make(code)])) as FieldsOf<Prefix, T>

const amount = () => z.number(missingOr('number')).check(z.minimum(0, 'too_small'), z.maximum(100_000_000, 'too_large'))
const count = (least: number, most: number) =>
  z.int(missingOr('whole_number')).check(z.minimum(least, 'too_small'), z.maximum(most, 'too_large'))

/** The limits as one record, with each currency's code for the fields of its amounts. */
export const LimitsRecord = z.object({
  id: z.string(),
  title: z.string(),
  actions: z.array(z.string()),
  version: z.number(),
  ...byCurrency('refund', () => Money),
  ...byCurrency('refund_more', () => Money),
  ...byCurrency('payout', () => Money),
  ...byCurrency('currency', () => Currency),
  reauth_minutes: z.number(),
  export_rows: z.nullable(z.number()),
})
export type LimitsRecord = z.infer<typeof LimitsRecord>

const record = { tag: 'desk', status: 200, answer: LimitsRecord } as const

export const getLimits = endpoint({
  ...record,
  name: 'getLimits',
  method: 'GET',
  path: '/api/v1/admin/limits',
  summary: 'Returns the limits of refunds, payouts, exports and confirmed logins',
  auth: 'settings.view',
})

export const updateLimits = endpoint({
  ...record,
  name: 'updateLimits',
  method: 'PATCH',
  path: '/api/v1/admin/limits',
  summary: 'Changes the limits; every server uses them from the next call on',
  auth: 'settings.update',
  body: z.strictObject({
    version: z.int().check(z.minimum(0)),
    ...byCurrency('refund', amount),
    ...byCurrency('refund_more', amount),
    ...byCurrency('payout', amount),
    reauth_minutes: count(1, 60),
    export_rows: z.nullable(count(1_000, 10_000_000)),
  }),
})

/** The one record of the limits. */
export const limitsScreen = deskScreen({
  name: 'limits',
  permission: 'settings.view',
  menu: { group: 'settings', rank: 30 },
})

const limitList = {
  name: 'limits',
  permission: 'settings.view',
  columns: {},
  filters: {},
  sort: 'id',
  opens: { screen: 'limits', permission: 'settings.view' },
} as const satisfies DeskListDescription

const moneyField = (prefix: 'refund' | 'refund_more' | 'payout') =>
  byCurrency(prefix, (code) => ({ kind: 'money', currency: `currency_${code}` }) as const)

export const limitsRecord = deskRecord({
  list: limitList,
  get: getLimits,
  facts: {
    ...byCurrency('refund', () => ({ kind: 'money' }) as const),
    ...byCurrency('refund_more', () => ({ kind: 'money' }) as const),
    ...byCurrency('payout', () => ({ kind: 'money' }) as const),
    reauth_minutes: { kind: 'number' },
    export_rows: { kind: 'number' },
  },
  update: {
    endpoint: updateLimits,
    fields: {
      ...moneyField('refund'),
      ...moneyField('refund_more'),
      ...moneyField('payout'),
      reauth_minutes: { kind: 'number', hint: true },
      export_rows: { kind: 'number', hint: true },
    },
  },
})

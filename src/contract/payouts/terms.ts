import type { Currency } from '#contract/money.ts'
import type { CountryCode } from '#contract/places/places.ts'

/** How often what a payee is owed is put on a statement and paid. Payees on request have a statement each month. */
export const payoutSchedules = ['weekly', 'monthly', 'on_request'] as const
export type PayoutSchedule = (typeof payoutSchedules)[number]

/** Whether we know who is paid: nobody is before that. */
export const identityStates = ['missing', 'pending', 'verified', 'refused', 'expired'] as const
export type IdentityState = (typeof identityStates)[number]

export const entities = ['company', 'person'] as const
export const payeeKinds = ['partner', 'branch'] as const

/** Why nothing is paid although something is owed, or less than that. */
export const heldBackReasons = [
  'negative',
  'paused',
  'no_identity',
  'no_account',
  'account_waits',
  'reserve',
  'minimum',
] as const
export type HeldBack = (typeof heldBackReasons)[number]

/** What an entry on a statement is. */
export const lineKinds = [
  'sale',
  'extension',
  'order',
  'refund',
  'cash_kept',
  'moved',
  'correction',
  'payout',
  'payout_returned',
] as const
export type LineKind = (typeof lineKinds)[number]

/** How an account is paid: by a provider’s interface, or by a file that staff give to the bank. */
export const payoutMethods = ['paystack', 'wave', 'stripe', 'bank'] as const
export type PayoutMethod = (typeof payoutMethods)[number]

/**
 * `approved` waits to be sent, `sending` is with the provider or on its way there, `sent` is confirmed to be on its way. What
 * is `failed`, `returned` or `canceled` is owed again.
 */
export const payoutStates = [
  'proposed',
  'approved',
  'sending',
  'sent',
  'paid',
  'failed',
  'returned',
  'canceled',
] as const
export type PayoutState = (typeof payoutStates)[number]

/** The terms between us and those whose car parks and branches we sell for. Rates are thousandths of a percent. */
export interface PayoutTerms {
  /** Of what drivers pay for parking, without fees and taxes. That of a branch is in its setup and, as it was, in each order. */
  commission: number
  schedule: PayoutSchedule
  /** In minor units: less than this waits for the next payout. */
  minimum_minor: bigint
  /** Of the sales of the last `reserve_days`, held back for refunds and disputes. */
  reserve: number
  reserve_days: number
}

/** What holds for a country until staff set terms: nothing is taken that was not agreed. */
export const firstTerms: Readonly<Record<Currency, PayoutTerms>> = {
  NGN: { commission: 0, schedule: 'weekly', minimum_minor: 500_000n, reserve: 0, reserve_days: 0 },
  CAD: { commission: 0, schedule: 'weekly', minimum_minor: 2_000n, reserve: 0, reserve_days: 0 },
  USD: { commission: 0, schedule: 'weekly', minimum_minor: 2_000n, reserve: 0, reserve_days: 0 },
  XOF: { commission: 0, schedule: 'weekly', minimum_minor: 5_000n, reserve: 0, reserve_days: 0 },
}

/** A tax on our commission, which we collect for the payee’s country. The rate is in thousandths of a percent. */
export interface CommissionTax {
  code: string
  rate: number
  source: string
}

const canadian =
  'https://www.canada.ca/en/revenue-agency/services/tax/businesses/topics/gst-hst-businesses/charge-collect-which-rate.html'
const gst: CommissionTax = { code: 'gst', rate: 5_000, source: canadian }
const qst: CommissionTax = {
  code: 'qst',
  rate: 9_975,
  source: 'https://www.revenuquebec.ca/en/businesses/consumption-taxes/gsthst-and-qst/',
}
const hst = (rate: number): readonly CommissionTax[] => [{ code: 'hst', rate, source: canadian }]

/** Provinces with a tax of their own besides the federal one, or with one that replaces it. */
const byProvince: Readonly<Record<string, readonly CommissionTax[]>> = {
  'CA-ON': hst(13_000),
  'CA-NB': hst(15_000),
  'CA-NL': hst(15_000),
  'CA-PE': hst(15_000),
  'CA-NS': hst(14_000),
  'CA-QC': [gst, qst],
}

/**
 * The taxes on our commission, by the payee’s country and, in Canada, their province: a service is taxed where its recipient
 * is. Services to operators are not taxed by the states of the United States that are served.
 */
export function findCommissionTaxes(country: CountryCode, state_code: string | null): readonly CommissionTax[] {
  switch (country) {
    case 'NG':
      return [{ code: 'vat', rate: 7_500, source: 'Nigeria Tax Act 2025, section 148 (https://www.firs.gov.ng)' }]
    case 'SN':
      return [
        { code: 'tva', rate: 18_000, source: 'Code général des impôts du Sénégal, article 369 (https://www.dgid.sn)' },
      ]
    case 'CA':
      return byProvince[state_code ?? ''] ?? [gst]
    case 'US':
      return []
  }
}

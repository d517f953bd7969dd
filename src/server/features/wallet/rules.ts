import { Temporal } from 'temporal-polyfill'
import { countryCodes, countryZones } from '#contract/geography.ts'
import { toMajor, currencyDigits, topUpLimits, walletFactor, type Currency } from '#contract/money.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { hour_ms } from '#contract/time.ts'
import { gateways } from '#contract/wallet/payments.ts'
import type { Gateway } from '#contract/wallet/wallet.ts'
import { parseAmount } from '#server/amounts.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import type { PaymentState } from '#server/providers/payments/provider.ts'

type GatewayFacts = Pick<Gateway, 'provider' | 'name' | 'currency' | 'symbol'>
export type CountryGateway = GatewayFacts & { fallback?: GatewayFacts }

/** A country's gateway; Nigeria's for a country without one (specification, section 9). */
export const getCountryGateway = (country_code: string): CountryGateway =>
  Object.hasOwn(gateways, country_code) ? gateways[country_code as keyof typeof gateways] : gateways.NG

/** The country whose gateway charges in a currency. */
export const getCountryOfCurrency = (currency: Currency): CountryCode =>
  countryCodes.find((code) => gateways[code].currency === currency)!

/** Converts major units to minor units. Throws `amount_out_of_range`, or 422 for what the currency cannot charge. */
export function parseTopUpAmount(amount: number, currency: Currency): bigint {
  const { least, most } = topUpLimits[currency]
  if (!(amount >= least && amount <= most)) {
    throw new AppError('amount_out_of_range', { least: { amount: least, currency }, most: { amount: most, currency } })
  }
  return parseAmount('amount', amount, currency)
}

/** Throws `balance_limit` when a top-up could exceed the limit. `held_minor` includes pending top-ups. */
export function checkBalanceLimit(held_minor: bigint, amount_minor: bigint, currency: Currency): void {
  const most = topUpLimits[currency].most * walletFactor
  const most_minor = BigInt(most) * 10n ** BigInt(currencyDigits[currency])
  if (held_minor + amount_minor > most_minor) throw new AppError('balance_limit', { most: { amount: most, currency } })
}

/** What a top-up becomes. `for_staff`: the payment contradicts the request, so staff must check it. */
export type PaymentVerdict =
  | { status: 'success'; detail: 'partial' | null; credit_minor: bigint; reason: string | null; for_staff: boolean }
  | { status: 'pending'; detail: 'processing' | null; reason: null; for_staff: false }
  | { status: 'failed'; detail: null; reason: string; for_staff: boolean }

export const contradictionPrefix = 'contradiction: '
export const needsStaff = (failure_reason: string | null): boolean =>
  failure_reason?.startsWith(contradictionPrefix) ?? false

/** Until then, the request to start a payment that the provider does not know may still be under way. */
const unknownTimeout_ms = hour_ms
export const pendingTimeout_ms = 24 * hour_ms

/**
 * Decides a top-up that is not yet credited. An amount in its own currency is credited as paid, even if it differs from
 * the request; less makes it `partial`. Nothing is converted: a payment in another currency fails and goes to staff. A
 * payment that the provider is still moving never expires.
 */
export function judgePayment(
  topUp: { amount_minor: bigint; currency: string; created_at: Date },
  payment: PaymentState,
  now: Date,
): PaymentVerdict {
  const age_ms = now.getTime() - topUp.created_at.getTime()
  switch (payment.state) {
    case 'success': {
      const { amount_minor, currency } = payment
      const reason = `${contradictionPrefix}asked for ${topUp.amount_minor} ${topUp.currency}, paid ${amount_minor} ${currency} (minor units)`
      if (currency !== topUp.currency || amount_minor <= 0n) return failed(reason, true)
      const exact = amount_minor === topUp.amount_minor
      const detail = amount_minor < topUp.amount_minor ? 'partial' : null
      return { status: 'success', detail, credit_minor: amount_minor, reason: exact ? null : reason, for_staff: !exact }
    }
    case 'failed':
      return failed(payment.reason)
    case 'pending':
      if (payment.is_processing) return { ...stillPending, detail: 'processing' }
      return age_ms < pendingTimeout_ms ? stillPending : failed('expired')
    case 'unknown':
      return age_ms < unknownTimeout_ms ? stillPending : failed('never started')
  }
}
const stillPending = { status: 'pending', detail: null, reason: null, for_staff: false } as const
const failed = (reason: string, for_staff = false) => ({ status: 'failed', detail: null, reason, for_staff }) as const

const retryDelays_s = [5, 15, 60, 300, 1_800] as const
const longestRetryDelay_s = 1_800

/** The next check of a pending top-up or open refund: after 5 s, 15 s, 1 min, 5 min, 30 min, then every 30 min. */
export function getNextCheckTime(created_at: Date, now: Date): Date {
  let at = created_at.getTime()
  for (const wait_s of retryDelays_s) {
    at += wait_s * 1_000
    if (at > now.getTime()) return new Date(at)
  }
  return new Date(now.getTime() + longestRetryDelay_s * 1_000)
}

/** The next attempt to process a webhook after `attempts` failed ones (1 or more). */
export function getNextAttemptTime(attempts: number, now: Date): Date {
  return new Date(now.getTime() + (retryDelays_s[attempts - 1] ?? longestRetryDelay_s) * 1_000)
}

/** Whether an optional amount in major units equals the payment's. */
export function isSameAmount(amount: number | undefined, amount_minor: bigint, currency: Currency): boolean {
  return amount === undefined || amount === toMajor(amount_minor, currency)
}

/** The subject of a transfer's label: `ABCD1234` of `booking:ABCD1234` or of a bare code; undefined without one. */
export const parseLabelSubject = (label: string): string | undefined =>
  /^(?:[a-z_]{1,30}:([\w.=-]{1,100})|([A-Z0-9]{6,20}))$/
    .exec(label)
    ?.slice(1)
    .find((part) => part !== undefined)

/** The time zone of a wallet's calendar days. */
export const getWalletZone = (country_code: string): string =>
  Object.hasOwn(countryZones, country_code) ? countryZones[country_code as keyof typeof countryZones] : countryZones.NG

export interface TimeRange {
  from?: Date
  to?: Date
}

const startOfDay = (day: Temporal.PlainDate, zone: string): Date =>
  new Date(day.toZonedDateTime(zone).epochMilliseconds)

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)

/** Instants from `from` (inclusive) to `to` (exclusive); a date means the whole day in `zone`. Throws 422 if reversed. */
export function parseTimeRange(query: { from?: string | undefined; to?: string | undefined }, zone: string): TimeRange {
  const at = (text: string, days: number) =>
    isDay(text) ? startOfDay(Temporal.PlainDate.from(text).add({ days }), zone) : new Date(text)
  const from = query.from === undefined ? undefined : at(query.from, 0)
  const to = query.to === undefined ? undefined : at(query.to, 1)
  if (from !== undefined && to !== undefined && to <= from) throw fieldError('to', 'dates_order')
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}

/** The instants of a month (`2026-11`) in `zone`. */
export function getMonthRange(month: string, zone: string): { from: Date; to: Date } {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 })
  return { from: startOfDay(first, zone), to: startOfDay(first.add({ months: 1 }), zone) }
}

/** The refundable part of a payment: at most what is left of it and available; the whole or 0 without partial refunds. */
export function calculateRefundable(
  { credited_minor, returned_minor }: { credited_minor: bigint; returned_minor: bigint },
  available_minor: bigint,
  canRefundParts: boolean,
): bigint {
  const left_minor = credited_minor - returned_minor
  const most_minor = available_minor < left_minor ? available_minor : left_minor
  return most_minor <= 0n || (!canRefundParts && most_minor < credited_minor) ? 0n : most_minor
}

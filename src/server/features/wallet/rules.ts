import { Temporal } from 'temporal-polyfill'
import { toMajor, toMinor } from '#contract/minor-units.ts'
import { currencyDigits, topUpLimits, walletFactor, type Currency } from '#contract/money.ts'
import { gateways } from '#contract/gateway-facts.ts'
import { countryZones } from '#contract/places.ts'
import type { Gateway } from '#contract/wallet.ts'
import { AppError, fieldError } from '#server/errors.ts'
import type { PaymentState } from '#server/providers/payments/provider.ts'

type GatewayFacts = Pick<Gateway, 'provider' | 'name' | 'currency' | 'symbol'>
export type CountryGateway = GatewayFacts & { fallback?: GatewayFacts }

/** A country's gateway; wherever there is none, Nigeria's (section 9). */
export const getCountryGateway = (country_code: string): CountryGateway =>
  Object.hasOwn(gateways, country_code) ? gateways[country_code as keyof typeof gateways] : gateways.NG

/** A wire amount as minor units. Throws `amount_out_of_range`, or 422 for more digits than the currency has. */
export function parseTopUpAmount(amount: number, currency: Currency): bigint {
  const { least, most } = topUpLimits[currency]
  if (!(amount >= least && amount <= most)) {
    throw new AppError('amount_out_of_range', { least: { amount: least, currency }, most: { amount: most, currency } })
  }
  const amount_minor = toMinor(amount, currency)
  if (amount_minor === undefined) throw fieldError('amount', 'fraction')
  return amount_minor
}

/** Throws `balance_limit` when a wallet would hold more than it may; `held_minor` counts what is under way too. */
export function checkBalanceLimit(held_minor: bigint, amount_minor: bigint, currency: Currency): void {
  const most = topUpLimits[currency].most * walletFactor
  const most_minor = BigInt(most) * 10n ** BigInt(currencyDigits[currency])
  if (held_minor + amount_minor > most_minor) throw new AppError('balance_limit', { most: { amount: most, currency } })
}

/** What a top-up becomes by the provider's word. `for_staff`: it contradicts what was asked, and a person must look. */
export type PaymentVerdict =
  | { status: 'success'; credit_minor: bigint; reason: string | null; for_staff: boolean }
  | { status: 'pending'; reason: null; for_staff: false }
  | { status: 'failed'; reason: string; for_staff: boolean }

export const contradictionPrefix = 'contradiction: '
export const needsStaff = (failure_reason: string | null): boolean =>
  failure_reason?.startsWith(contradictionPrefix) ?? false

const hour_ms = 3_600_000
/** So long an unknown payment may be one whose start is still on its way. */
const unknownTimeout_ms = hour_ms
export const pendingTimeout_ms = 24 * hour_ms

/**
 * Judges a top-up that is not yet credited. Whatever was paid in its own currency is credited as it was paid, so that
 * no money is lost; money of another currency is nobody's to convert, and waits for staff.
 */
export function judgePayment(
  topUp: { amount_minor: bigint; currency: string; created_at: Date },
  said: PaymentState,
  now: Date,
): PaymentVerdict {
  const age_ms = now.getTime() - topUp.created_at.getTime()
  switch (said.state) {
    case 'success': {
      const { amount_minor, currency } = said
      const told = `${contradictionPrefix}asked for ${topUp.amount_minor} ${topUp.currency}, paid ${amount_minor} ${currency} (minor units)`
      if (currency !== topUp.currency || amount_minor <= 0n) return { status: 'failed', reason: told, for_staff: true }
      const exact = amount_minor === topUp.amount_minor
      return { status: 'success', credit_minor: amount_minor, reason: exact ? null : told, for_staff: !exact }
    }
    case 'failed':
      return { status: 'failed', reason: said.reason, for_staff: false }
    case 'pending':
      return age_ms < pendingTimeout_ms ? stillPending : { status: 'failed', reason: 'expired', for_staff: false }
    case 'unknown':
      return age_ms < unknownTimeout_ms ? stillPending : { status: 'failed', reason: 'never started', for_staff: false }
  }
}
const stillPending = { status: 'pending', reason: null, for_staff: false } as const

const retryDelays_s = [5, 15, 60, 300, 1_800] as const
const longestRetryDelay_s = 1_800

/** When a pending top-up is looked at again: 5 s, 15 s, 1 min, 5 min and 30 min after another, then every half hour. */
export function getNextCheckTime(created_at: Date, now: Date): Date {
  let at = created_at.getTime()
  for (const wait_s of retryDelays_s) {
    at += wait_s * 1_000
    if (at > now.getTime()) return new Date(at)
  }
  return new Date(now.getTime() + longestRetryDelay_s * 1_000)
}

/** When a notice that could not be worked off is tried again after `attempts` tries (1 or more). */
export function getNextAttemptTime(attempts: number, now: Date): Date {
  return new Date(now.getTime() + (retryDelays_s[attempts - 1] ?? longestRetryDelay_s) * 1_000)
}

/** Whether an amount that a caller names is the one of the payment; no amount contradicts nothing. */
export function isSameAmount(amount: number | undefined, amount_minor: bigint, currency: Currency): boolean {
  return amount === undefined || amount === toMajor(amount_minor, currency)
}

/**
 * What a transfer's label (`booking:ABCD1234`, `top_up:stripe`, or a bare code) is about; undefined when it tells no
 * more than the transfer's kind does.
 */
export const parseLabelSubject = (label: string): string | undefined =>
  /^(?:[a-z_]{1,30}:([\w.=-]{1,100})|([A-Z0-9]{6,20}))$/
    .exec(label)
    ?.slice(1)
    .find((part) => part !== undefined)

/** The zone in which the days of an account's wallet are meant. */
export const getWalletZone = (country_code: string): string =>
  Object.hasOwn(countryZones, country_code) ? countryZones[country_code as keyof typeof countryZones] : countryZones.NG

export type TimeRange = { from?: Date; to?: Date }

const startOfDay = (day: Temporal.PlainDate, zone: string): Date =>
  new Date(day.toZonedDateTime(zone).epochMilliseconds)

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)

/**
 * The instants from `from` (in) to `to` (out); a day in either is meant whole, in `zone`. Throws 422 when the end comes
 * before the beginning.
 */
export function parseTimeRange(want: { from?: string | undefined; to?: string | undefined }, zone: string): TimeRange {
  const at = (text: string, days: number) =>
    isDay(text) ? startOfDay(Temporal.PlainDate.from(text).add({ days }), zone) : new Date(text)
  const from = want.from === undefined ? undefined : at(want.from, 0)
  const to = want.to === undefined ? undefined : at(want.to, 1)
  if (from !== undefined && to !== undefined && to <= from) throw fieldError('to', 'dates_order')
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}

/** A month (`2026-11`) as its wallet's zone has it. */
export function getMonthRange(month: string, zone: string): { from: Date; to: Date } {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 })
  return { from: startOfDay(first, zone), to: startOfDay(first.add({ months: 1 }), zone) }
}

/** What of a payment can go back: no more than is left of it and free in the wallet; where there are no parts, all or nothing. */
export function calculateRefundable(
  { credited_minor, returned_minor }: { credited_minor: bigint; returned_minor: bigint },
  free_minor: bigint,
  canRefundParts: boolean,
): bigint {
  const left_minor = credited_minor - returned_minor
  const most_minor = free_minor < left_minor ? free_minor : left_minor
  return most_minor <= 0n || (!canRefundParts && most_minor < credited_minor) ? 0n : most_minor
}

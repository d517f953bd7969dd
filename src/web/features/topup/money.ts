import type { Booking } from '#contract/bookings/bookings.ts'
import { toMajor, toMinor, type Currency } from '#contract/money.ts'
import type { Wallet } from '#contract/wallet/wallet.ts'

/** The wallet's account in one currency; an empty one if there is none. */
export const findWalletBalance = ({ data }: Wallet, currency: Currency) =>
  data.balances.find((account) => account.currency === currency) ?? {
    balance: 0,
    pending: 0,
    owed: 0,
    owed_taken_back: 0,
    currency,
  }

/** Whether a balance covers a payment, in major units. */
export type Coverage = { state: 'enough'; left: number } | { state: 'short'; missing: number }

/** Exact to the minor unit. */
export function findCoverage(balance: number, total: number, currency: Currency): Coverage {
  const left = minor(balance, currency) - minor(total, currency)
  return left < 0n
    ? { state: 'short', missing: toMajor(-left, currency) }
    : { state: 'enough', left: toMajor(left, currency) }
}

/** Outstanding balance of these bookings in one currency, in major units. */
export const sumOutstanding = (bookings: readonly Pick<Booking, 'due' | 'currency'>[], currency: Currency): number =>
  sumOf(
    bookings.filter((booking) => booking.currency === currency).map(({ due }) => due),
    currency,
  )

/** Sum of amounts in major units, exact to the minor unit. */
export const sumOf = (amounts: readonly number[], currency: Currency): number =>
  toMajor(
    amounts.reduce((sum, amount) => sum + minor(amount, currency), 0n),
    currency,
  )

function minor(amount: number, currency: Currency): bigint {
  const exact = toMinor(amount, currency)
  if (exact === undefined) throw new RangeError(`no amount of ${currency}: ${amount}`)
  return exact
}

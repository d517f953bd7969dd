import { toMajor, toMinor } from '#contract/minor-units.ts'
import type { Currency } from '#contract/money.ts'
import type { Wallet } from '#contract/wallet.ts'

/** The wallet's account in one currency: money of another one is not spent here. */
export const findWalletBalance = ({ data }: Wallet, currency: Currency) =>
  data.balances.find((account) => account.currency === currency) ?? {
    balance: 0,
    pending: 0,
    owed: 0,
    owed_taken_back: 0,
    currency,
  }

export type MoneyAfter = { after: number } | { missing: number }

/** What a payment leaves in the wallet, or what is missing for it; in major units, exact to the minor one. */
export function moneyAfter(balance: number, total: number, currency: Currency): MoneyAfter {
  const left = minor(balance, currency) - minor(total, currency)
  return left < 0n ? { missing: toMajor(-left, currency) } : { after: toMajor(left, currency) }
}

/** Amounts in major units added up, exact to the minor one. */
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

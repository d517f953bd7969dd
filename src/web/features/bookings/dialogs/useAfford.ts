import type { Currency } from '#contract/money.ts'
import { useDebts } from '#web/features/checkout/api.ts'
import { useWallet } from '#web/features/topup/api.ts'
import { moneyAfter, findWalletBalance, sumOf } from '#web/features/topup/money.ts'

/** What all earlier stays left owing in a currency: whatever is paid next, that is paid first. */
export function useOwed(currency: Currency): number {
  const debts = useDebts().data ?? []
  return sumOf(
    debts.filter((booking) => booking.currency === currency).map(({ due }) => due),
    currency,
  )
}

/** Whether the wallet can pay an amount, and what is owed, in that currency; undefined until all of it is known. */
export function useAfford(total: number | undefined, currency: Currency): boolean | undefined {
  const owed = useOwed(currency)
  return useCanPay(total === undefined ? undefined : sumOf([total, owed], currency), currency)
}

/** Whether the wallet can pay a sum in which everything is; undefined until that is known. */
export function useCanPay(sum: number | undefined, currency: Currency): boolean | undefined {
  const wallet = useWallet()
  if (sum === undefined) return undefined
  if (sum === 0) return true
  if (wallet.data === undefined) return undefined
  return 'after' in moneyAfter(findWalletBalance(wallet.data, currency).balance, sum, currency)
}

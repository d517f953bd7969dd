import type { Currency } from '#contract/money.ts'
import { useWallet } from '#web/features/topup/api.ts'
import { moneyAfter, purseOf } from '#web/features/topup/money.ts'

/** Whether the wallet can pay an amount; undefined until both are known. */
export function useAfford(cost: { total: number; currency: Currency } | undefined): boolean | undefined {
  const wallet = useWallet()
  if (cost === undefined) return undefined
  if (cost.total === 0) return true
  if (wallet.data === undefined) return undefined
  return 'after' in moneyAfter(purseOf(wallet.data, cost.currency).balance, cost.total, cost.currency)
}

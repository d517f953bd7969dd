import type { Currency } from '#contract/money.ts'
import type { CountryCode } from '#contract/places/places.ts'
import type { Gateway } from '#contract/wallet/wallet.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { findTopUpFor } from './amount.ts'
import { useGateway } from './api.ts'
import { firstWay } from './gateway.ts'
import { sumOf } from './money.ts'
import type { Funds } from './useFunds.ts'
import { type BeforeTopUp, type TopUp, useTopUp } from './useTopUp.ts'

/** A payment of what the wallet lacks for a booking, which books it when it arrives. */
export interface PayNow {
  gateway: Gateway
  topUp: TopUp
  /** In major units: what is missing, rounded up to what is charged, or the least that can be paid. */
  amount: number
  /** The part of `amount` that is not needed and stays in the wallet. */
  rest: number
  start: () => void
}

interface PayNowOptions {
  /** Country of the car park. */
  country: CountryCode
  currency: Currency | undefined
  funds: Funds
  returnTo: string
  /** Holds the space, or prevents the payment. */
  reserve: BeforeTopUp
}

/** Undefined if the wallet covers the booking, or if what is missing cannot be paid in one payment in its currency. */
export function usePayNow({ country, currency, funds, returnTo, reserve }: PayNowOptions): PayNow | undefined {
  const profile = useProfile().data
  const gateway = useGateway(country)
  const topUp = useTopUp({ country, returnTo, beforeTopUp: reserve })
  const { mode } = firstWay(gateway)
  if (profile === undefined || currency === undefined || funds.state !== 'short') return undefined
  if (gateway.currency !== currency || funds.missing > gateway.most) return undefined
  if (mode !== 'redirect' && mode !== 'inline') return undefined
  const amount = findTopUpFor(funds.missing, gateway)
  return {
    gateway,
    topUp,
    amount,
    rest: sumOf([amount, -funds.missing], currency),
    start: () => void topUp.begin(amount),
  }
}

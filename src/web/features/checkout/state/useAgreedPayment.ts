import { useEffect, useRef, useState } from 'react'
import type { AgreedPayment } from '../api-agreed.ts'
import type { CheckoutState } from './useCheckout.ts'
import type { Duplicate } from './useDuplicate.ts'

/**
 * Pays what was agreed to on the car park's page once everything is known, and returns whether that is still to come. If
 * anything differs from what the driver saw, it is left to the driver.
 */
export function useAgreedPayment(
  agreed: AgreedPayment | undefined,
  checkout: CheckoutState,
  duplicate: Duplicate,
): boolean {
  const [isAwaited, setAwaited] = useState(agreed !== undefined)
  const decision = agreed === undefined ? 'leave' : decide(agreed, checkout, duplicate)
  const latest = useRef(checkout.pay)
  useEffect(() => {
    latest.current = checkout.pay
  })
  useEffect(() => {
    if (!isAwaited || decision === 'wait') return
    setAwaited(false)
    if (decision === 'pay') void latest.current()
  }, [isAwaited, decision])
  return isAwaited && decision !== 'leave'
}

function decide(agreed: AgreedPayment, checkout: CheckoutState, duplicate: Duplicate): 'wait' | 'pay' | 'leave' {
  const { quote, vehicle, readiness, payment, funds, outstanding } = checkout
  if (readiness.state === 'blocked' || payment.isOutcomeUnknown || duplicate.state === 'failed') return 'leave'
  const isSettled = !vehicle.isLoading && vehicle.settledPlate === vehicle.plate
  if (readiness.state === 'loading' || !isSettled || duplicate.state === 'loading') return 'wait'
  const isAsAgreed =
    vehicle.vehicle?.id === agreed.vehicle_id && quote?.total === agreed.total && quote.currency === agreed.currency
  return isAsAgreed && funds.state === 'enough' && outstanding === 0 && duplicate.booking === undefined
    ? 'pay'
    : 'leave'
}

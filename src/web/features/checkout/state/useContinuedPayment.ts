import { useEffect, useRef, useState } from 'react'
import { useSignedIn } from '#web/api/session.ts'
import type { PayNow } from '#web/features/topup/usePayNow.ts'
import type { Readiness } from '../PayBar.tsx'

interface ContinuedPaymentOptions {
  price: { total: number } | undefined
  readiness: Readiness
  payNow: PayNow | undefined
  /** Undefined until it is known. */
  continues?: boolean | undefined
}

/**
 * Returns a function to call when the driver has logged in at this checkout. It leads on to the provider's payment once
 * everything is known, if the price is still the one that was shown; a wallet is never charged without another press.
 */
export function useContinuedPayment({ price, readiness, payNow, continues }: ContinuedPaymentOptions): () => void {
  const signedIn = useSignedIn()
  const [shownTotal, setShownTotal] = useState<number>()
  const start = useRef(payNow?.start)
  useEffect(() => {
    start.current = payNow?.start
  })
  const isKnown = signedIn && readiness.state !== 'loading' && continues !== undefined
  const isAgreed = readiness.state === 'ready' && continues === true && price?.total === shownTotal
  useEffect(() => {
    if (shownTotal === undefined || !isKnown) return
    setShownTotal(undefined)
    if (isAgreed) start.current?.()
  }, [shownTotal, isKnown, isAgreed])
  return () => setShownTotal(price?.total)
}

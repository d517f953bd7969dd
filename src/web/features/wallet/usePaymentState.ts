import { useEffect, useState } from 'react'
import type { PaymentResult } from '#contract/wallet.ts'
import { useVerifyPayment } from '#web/features/topup/api.ts'
import { CallError } from '#web/lib/call.ts'

/** Delays between two checks of an undecided payment; the last one repeats while the page is open. */
const waits_ms = [1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 30_000]
/** After this many checks the page says that it can be left, because the payment finishes by itself. */
const patience = 3

type PaymentState =
  | { state: 'asking' }
  | { state: 'waiting' }
  /** The driver returned without paying, and the provider knows of no payment. */
  | { state: 'cancelled' }
  | { state: 'settled'; answer: PaymentResult }
  | { state: 'unknown' }
  | { state: 'offline' }

/** Checks a payment until it is decided or the page is left. */
export function usePaymentState(
  reference: string,
  provider: string | undefined,
  isCancelled: boolean,
): { payment: PaymentState; checkAgain: () => void } {
  const verify = useVerifyPayment()
  const [payment, setPayment] = useState<PaymentState>({ state: 'asking' })
  const [round, setRound] = useState(0)
  const ask = verify.mutateAsync
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let left = false
    const attempt = async (tries: number): Promise<void> => {
      const later = (state: 'waiting' | 'offline') => {
        if (tries >= patience) setPayment({ state })
        timer = setTimeout(() => void attempt(tries + 1), waits_ms[tries] ?? waits_ms.at(-1))
      }
      try {
        const answer = await ask({ payment_reference: reference, payment_provider: provider })
        if (left) return
        if (answer.status !== 'pending') setPayment({ state: 'settled', answer })
        else if (isCancelled && round === 0) setPayment({ state: 'cancelled' })
        else later('waiting')
      } catch (error) {
        if (left) return
        if (error instanceof CallError && error.status >= 400 && error.status < 500) setPayment({ state: 'unknown' })
        else later('offline')
      }
    }
    setPayment({ state: 'asking' })
    void attempt(0)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [reference, provider, isCancelled, round, ask])
  return { payment, checkAgain: () => setRound((number) => number + 1) }
}

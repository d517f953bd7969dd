import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { addFunds, Gateway } from '#contract/wallet.ts'
import { requestNames, sendOnce } from '#web/lib/pendingRequests.ts'
import { useProfile } from '#web/lib/useProfile.ts'
import { paths } from '#web/paths.ts'
import { useAddFunds } from './api.ts'
import { firstWay, wayOf, type Way } from './gateway.ts'
import { payInline } from './inline.ts'
import { rememberReturn } from './return.ts'

type PaymentInfo = AnswerOf<typeof addFunds>['data']['payment_info']

/** Duration of the simulated card payment (specification). */
const demo_ms = 1_500

export type TopUpState =
  | { at: 'form' }
  | { at: 'sending' }
  /** The fallback provider took the payment; the driver confirms before going there. */
  | { at: 'other_provider'; way: Way; go: () => void }
  | { at: 'leaving'; way: Way }
  /** The provider's form was closed; the payment can still be made. */
  | { at: 'closed'; way: Way; again: () => void }
  | { at: 'demonstrated'; amount: number }

/** Runs before the driver leaves for the provider; may prevent it, and says where to return to. */
export type BeforeTopUp = () => Promise<{ leave: true; returnTo: string } | { leave: false }>

interface TopUpOptions {
  gateway: Gateway
  returnTo: string | undefined
  beforeTopUp: BeforeTopUp | undefined
}

/** Starts a top-up and leads to the provider's page or form, or demonstrates it. */
export function useTopUp({ gateway, returnTo, beforeTopUp }: TopUpOptions) {
  const add = useAddFunds()
  const navigate = useNavigate()
  const [state, setState] = useState<TopUpState>({ at: 'form' })
  const account = useProfile().data?.id

  const pay = async (info: PaymentInfo, way: Way, back: string | undefined) => {
    const link = info.authorization_url ?? info.checkout_url ?? info.payment_url
    rememberReturn(info.reference, back)
    // The browser's back button leads there as well.
    if (back !== undefined) window.history.replaceState(window.history.state, '', back)
    setState({ at: 'leaving', way })
    const { script_url } = way.config
    if (way.mode === 'inline' && script_url !== null && info.access_code !== undefined) {
      const end = await payInline(script_url, info.access_code)
      if (end === 'paid') {
        await navigate(paths.walletCallback({ reference: info.reference, provider: info.provider }))
        return
      }
      if (end === 'closed') {
        setState({ at: 'closed', way, again: () => void pay(info, way, back) })
        return
      }
    }
    if (link === undefined) setState({ at: 'form' })
    else window.location.assign(link)
  }

  const begin = async (amount: number) => {
    // The amount has not changed since the provider's form was closed: it is the same payment.
    if (state.at === 'closed') return state.again()
    if (state.at !== 'form' && state.at !== 'demonstrated') return
    add.reset()
    setState({ at: 'sending' })
    if (firstWay(gateway).mode === 'demo') {
      await new Promise((resolve) => setTimeout(resolve, demo_ms))
      setState({ at: 'demonstrated', amount })
      return
    }
    const before = await beforeTopUp?.()
    if (before?.leave === false) {
      setState({ at: 'form' })
      return
    }
    const back = before?.returnTo ?? returnTo
    try {
      const { data } = await sendOnce(
        requestNames.topUp(gateway.provider),
        { body: amount, account },
        (sent, retryKey) => add.mutateAsync({ amount: sent, retryKey }),
      )
      const info = data.payment_info
      const way = wayOf(gateway, info.provider)
      if (way.provider === firstWay(gateway).provider) await pay(info, way, back)
      else setState({ at: 'other_provider', way, go: () => void pay(info, way, back) })
    } catch {
      setState({ at: 'form' })
    }
  }

  // Reset a page restored from the back/forward cache.
  const { reset } = add
  useEffect(() => {
    const resetIfRestored = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      reset()
      setState({ at: 'form' })
    }
    window.addEventListener('pageshow', resetIfRestored)
    return () => window.removeEventListener('pageshow', resetIfRestored)
  }, [reset])

  /** To be called when the amount changes. */
  const change = () => {
    if (state.at !== 'sending' && state.at !== 'leaving') setState({ at: 'form' })
  }

  return { state, begin, change, error: add.error }
}

import type { Stripe } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { findPaymentLink } from '#contract/wallet/payments.ts'
import type { addFunds, Gateway } from '#contract/wallet/wallet.ts'
import { requestNames, sendOnce } from '#web/api/pendingRequests.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { loadScript } from '#web/page/script.ts'
import { paths } from '#web/paths.ts'
import { type TopUpOrder, useAddFunds, useFindGateway, useCreatePaymentIntent } from './api.ts'
import { firstWay, wayOf, type Way } from './gateway.ts'
import { rememberReturn } from './return.ts'
import { openStripe, type StripePayment } from './stripe.ts'

type PaymentInfo = AnswerOf<typeof addFunds>['data']['payment_info']

/** Duration of the simulated card payment (specification). */
const demo_ms = 1_500

export type TopUpState =
  | { at: 'form' }
  | { at: 'sending' }
  /** The fallback provider took the payment; the driver confirms before going there. */
  | { at: 'other_provider'; way: Way; go: () => void }
  | { at: 'leaving'; way: Way }
  /** Stripe's form is on the page. `useHosted` goes to Stripe's own page instead. */
  | { at: 'stripe_form'; amount: number; open: OpenStripe; finish: () => void; useHosted: () => void }
  /** The driver has sent a transfer that the bank has not confirmed yet. */
  | { at: 'transfer_pending'; way: Way; check: () => void }
  /** The provider's form was closed; the payment can still be made. */
  | { at: 'closed'; way: Way; again: () => void }
  | { at: 'demonstrated'; amount: number }

export interface OpenStripe {
  stripe: Stripe
  payment: StripePayment
}

/** Runs before the driver leaves for the provider; may prevent it, and says where to return to and which hold to pay. */
export type BeforeTopUp = () => Promise<
  { leave: true; returnTo: string; booking_id?: string; order_id?: string } | { leave: false }
>

interface TopUpOptions {
  country: CountryCode
  returnTo: string | undefined
  beforeTopUp: BeforeTopUp | undefined
}

/** Starts a top-up and leads to the provider's page or form, or demonstrates it. */
export function useTopUp({ country, returnTo, beforeTopUp }: TopUpOptions) {
  const findGateway = useFindGateway(country)
  const add = useAddFunds()
  const startStripe = useCreatePaymentIntent()
  const navigate = useNavigate()
  const [state, setState] = useState<TopUpState>({ at: 'form' })
  const account = useProfile().data?.id

  const pay = async (info: PaymentInfo, way: Way, back: string | undefined) => {
    const link = findPaymentLink(info)
    rememberReturn(info.reference, back)
    keepInHistory(back)
    setState({ at: 'leaving', way })
    const { script_url } = way.config
    if (way.mode === 'inline' && script_url !== null && info.access_code !== undefined) {
      const end = await payInline(script_url, info.access_code)
      const toResult = () => navigate(paths.walletCallback({ reference: info.reference, provider: info.provider }))
      if (end === 'paid') return toResult()
      if (end === 'transfer_pending') {
        setState({ at: 'transfer_pending', way, check: () => void toResult() })
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

  /** Shows Stripe's form; returns false where it cannot be shown and Stripe's page has to be used. */
  const payOnPage = async (
    gateway: Gateway,
    order: TopUpOrder,
    back: string | undefined,
    hosted: () => Promise<void>,
  ): Promise<boolean> => {
    const way = firstWay(gateway)
    const { public_key, script_url } = way.config
    if (way.provider !== 'stripe' || way.mode !== 'inline' || public_key === null || script_url === null) return false
    const stripe = await openStripe(script_url, public_key)
    if (stripe === undefined) return false
    const payment = await sendOnce(requestNames.topUp('stripe_form'), { body: order, account }, (sent, retryKey) =>
      startStripe.mutateAsync({ order: sent, retryKey }),
    )
    rememberReturn(payment.reference, back)
    keepInHistory(back)
    setState({
      at: 'stripe_form',
      amount: order.amount,
      open: { stripe, payment },
      // Back from the pass leads to the car park, not to the hold that has become the pass.
      finish: () =>
        void navigate(paths.walletCallback({ reference: payment.reference, provider: way.provider }), {
          replace: order.booking_id !== undefined || order.order_id !== undefined,
        }),
      useHosted: () => void hosted(),
    })
    return true
  }

  const begin = async (amount: number) => {
    // The amount has not changed since the provider's form was closed: it is the same payment.
    if (state.at === 'closed') return state.again()
    if (state.at !== 'form' && state.at !== 'demonstrated') return
    add.reset()
    startStripe.reset()
    setState({ at: 'sending' })
    const gateway = await findGateway()
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
    const order = {
      amount,
      currency: gateway.currency,
      ...(before?.booking_id !== undefined && { booking_id: before.booking_id }),
      ...(before?.order_id !== undefined && { order_id: before.order_id }),
    }
    const hosted = () => payHosted(gateway, order, back)
    try {
      if (await payOnPage(gateway, order, back, hosted)) return
    } catch {
      setState({ at: 'form' })
      return
    }
    await hosted()
  }

  /** Pays on the provider's own page, or in Paystack's form. */
  const payHosted = async (gateway: Gateway, order: TopUpOrder, back: string | undefined): Promise<void> => {
    setState({ at: 'sending' })
    try {
      const { data } = await sendOnce(
        requestNames.topUp(gateway.provider),
        { body: order, account },
        (sent, retryKey) => add.mutateAsync({ order: sent, retryKey }),
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

  return { state, begin, change, error: add.error ?? startStripe.error }
}

export type TopUp = ReturnType<typeof useTopUp>

/** The browser's back button and a reload lead to the address to return to, too. */
function keepInHistory(back: string | undefined): void {
  if (back !== undefined) window.history.replaceState(window.history.state, '', back)
}

/** The parts of Paystack's script that are used here. */
interface Popup {
  resumeTransaction(
    access_code: string,
    callbacks: {
      onSuccess: () => void
      onCancel: () => void
      onError: (error: unknown) => void
      /** The payer says that they have sent a transfer, which the bank has not confirmed yet. */
      onBankTransferConfirmationPending: () => void
    },
  ): unknown
}
declare global {
  interface Window {
    PaystackPop?: new () => Popup
  }
}

/** Paystack's script calls `onCancel` first for a transfer that is awaited, and reports the transfer right afterwards. */
const transferNotice_ms = 500

type InlineEnd = 'paid' | 'transfer_pending' | 'closed' | 'unavailable'

/** Shows Paystack's form over the page; `unavailable` if it cannot be shown and the provider's page has to be used. */
async function payInline(script_url: string, access_code: string): Promise<InlineEnd> {
  try {
    await loadScript(script_url)
    const Popup = window.PaystackPop
    if (Popup === undefined) return 'unavailable'
    return await new Promise<InlineEnd>((resolve) => {
      new Popup().resumeTransaction(access_code, {
        onSuccess: () => resolve('paid'),
        onCancel: () => setTimeout(() => resolve('closed'), transferNotice_ms),
        onBankTransferConfirmationPending: () => resolve('transfer_pending'),
        onError: () => resolve('unavailable'),
      })
    })
  } catch {
    return 'unavailable'
  }
}

import type { Stripe, StripeElements } from '@stripe/stripe-js'
import type { Language } from '#contract/places/places.ts'
import { loadScript } from '#web/page/script.ts'

/** Loads Stripe's script; undefined if it is blocked or does not come in time. */
export async function openStripe(script_url: string, public_key: string): Promise<Stripe | undefined> {
  try {
    await loadScript(script_url)
    return window.Stripe?.(public_key)
  } catch {
    return undefined
  }
}

export interface StripePayment {
  reference: string
  client_secret: string
  customer_session_client_secret?: string | undefined
}

/** Opens a payment in Stripe's form, with the driver's saved cards where they have some. */
export const openElements = (
  stripe: Stripe,
  { client_secret, customer_session_client_secret: saved }: StripePayment,
  language: Language,
): StripeElements =>
  stripe.elements({
    clientSecret: client_secret,
    ...(saved === undefined ? {} : { customerSessionClientSecret: saved }),
    locale: language,
    appearance: appearanceOf(getComputedStyle(document.documentElement)),
  })

/** Stripe's fields in the page's colours; its frames do not see our styles. */
const appearanceOf = (page: CSSStyleDeclaration) => {
  const colour = (name: string) => page.getPropertyValue(`--color-${name}`).trim()
  const named = {
    colorPrimary: 'act',
    colorBackground: 'card',
    colorText: 'ink',
    colorTextSecondary: 'ink-2',
    colorDanger: 'bad',
  }
  const variables = Object.entries(named).flatMap(([variable, name]) => {
    const value = colour(name)
    return /^#|^rgb/.test(value) ? [[variable, value]] : []
  })
  return { theme: 'stripe' as const, variables: { ...Object.fromEntries(variables), borderRadius: '12px' } }
}

export type StripeEnd = { end: 'sent' } | { end: 'refused'; message: string | undefined }

/** Sends the payment. Methods with a page of their own leave for it, and return to `return_url`. */
export async function confirmStripe(stripe: Stripe, elements: StripeElements, return_url: string): Promise<StripeEnd> {
  const result = await stripe.confirmPayment({ elements, confirmParams: { return_url }, redirect: 'if_required' })
  return result.error === undefined ? { end: 'sent' } : { end: 'refused', message: result.error.message }
}

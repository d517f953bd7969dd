import { useEffect, useRef, useState } from 'react'
import { patience_ms } from '#web/page/script.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PayButton } from '#web/ui/PayButton.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { confirmStripe, openElements, type StripeEnd } from './stripe.ts'
import type { OpenStripe } from './useTopUp.ts'

interface StripeFormProps {
  open: OpenStripe
  /** Formatted. */
  amount: string
  /** The payment was sent: its result is known to the server. */
  onSent: () => void
  /** Goes to Stripe's own page. */
  onHosted: () => void
  /** Returns to the amount. */
  onChange: () => void
}

/** Stripe's Payment Element: cards, Apple Pay, Google Pay, and the cards that the driver chose to save. */
export function StripeForm({ open: { stripe, payment }, amount, onSent, onHosted, onChange }: StripeFormProps) {
  const { t, language } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const [elements] = useState(() => openElements(stripe, payment, language))
  const [ready, setReady] = useState(false)
  const [refusal, setRefusal] = useState<Extract<StripeEnd, { end: 'refused' }>>()
  const [busy, setBusy] = useState(false)
  const fallback = useRef(onHosted)
  useEffect(() => {
    fallback.current = onHosted
  })

  useEffect(() => {
    const element = elements.create('payment', { layout: 'tabs' })
    const timer = setTimeout(() => fallback.current(), patience_ms)
    element.on('ready', () => {
      clearTimeout(timer)
      setReady(true)
      // The pressed button has been replaced, so the focus moves to the form.
      place.current?.focus()
    })
    element.on('loaderror', () => {
      clearTimeout(timer)
      fallback.current()
    })
    element.mount(place.current!)
    return () => {
      clearTimeout(timer)
      element.destroy()
    }
  }, [elements])

  const pay = async () => {
    setBusy(true)
    setRefusal(undefined)
    const { reference } = payment
    const back = new URL(paths.payment({ reference, provider: 'stripe' }), window.location.origin).href
    const result = await confirmStripe(stripe, elements, back)
    if (result.end === 'sent') return onSent()
    setRefusal(result)
    setBusy(false)
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      {!ready && (
        <Loading label={t('common.loading')}>
          <Skeleton className="h-40" />
        </Loading>
      )}
      <div ref={place} tabIndex={-1} role="group" aria-label={t('wallet.stripe.form', { amount })} />
      {refusal && (
        <Notice tone="error" title={t('wallet.stripe.refused')}>
          {refusal.message ?? t('wallet.stripe.refused_text')}
        </Notice>
      )}
      <PayButton wide busy={busy} disabled={!ready} onClick={pay}>
        {t('wallet.stripe.pay', { amount })}
      </PayButton>
      <div className="flex flex-wrap gap-2">
        <Button variant="alt" size="md" disabled={busy} onClick={onChange}>
          {t('wallet.stripe.change')}
        </Button>
        <Button variant="alt" size="md" disabled={busy} onClick={onHosted}>
          {t('wallet.stripe.hosted')}
        </Button>
      </div>
    </div>
  )
}

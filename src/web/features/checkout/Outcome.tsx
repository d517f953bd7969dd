import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Park } from '#contract/parks.ts'
import { CallError } from '#web/lib/call.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Elsewhere, Nearby } from './Nearby.tsx'
import type { CheckoutWindow } from './useCheckoutWindow.ts'
import type { Payment } from './usePayment.ts'
import type { Price } from './usePrice.ts'

interface OutcomeProps {
  park: Park
  window: CheckoutWindow
  price: Price
  payment: Payment
  full: boolean
}

/** Refusals of a park that is of no use for this window: another one is the way on. */
const useless = new Set(['no_space', 'park_closed', 'park_not_bookable', 'vehicle_type_not_served'])

/** Whatever stands between the driver and the booking, at the top of the form, with a way on. */
export function Outcome({ park, window, price, payment, full }: OutcomeProps) {
  const { isOutcomeUnknown } = payment
  // What is wrong with a field is told beside it.
  const refusal = payment.refusal?.code === 'validation_failed' ? undefined : payment.refusal
  const failed = price.error instanceof CallError ? price.error.code : undefined
  const elsewhere = full || useless.has(refusal?.code ?? '') || useless.has(failed ?? '')
  if (!elsewhere && !refusal && !isOutcomeUnknown && !price.error) return null
  return (
    <div className="mt-5 grid gap-4">
      {isOutcomeUnknown ? (
        <Unsure payment={payment} />
      ) : price.error ? (
        <PriceFailed error={price.error} onRetry={price.requote} />
      ) : refusal ? (
        <Refused refusal={refusal} holding={payment.isHoldRefused} />
      ) : (
        full && <Full />
      )}
      {elsewhere && <Nearby park={park} window={window} />}
      {elsewhere && (
        <p>
          <Elsewhere park={park} window={window} />
        </p>
      )}
    </div>
  )
}

/** What became of the payment of a held space, while it is not paid. */
export function HeldOutcome({ payment }: { payment: Payment }) {
  if (payment.isOutcomeUnknown) return <Unsure payment={payment} />
  return payment.refusal ? <Refused refusal={payment.refusal} holding={false} /> : null
}

function Full() {
  const { t } = useTranslation()
  return (
    <Notice tone="warning" live title={t('checkout.full')}>
      {t('checkout.full_text')}
    </Notice>
  )
}

/** Why nothing was booked, in a sentence. Takes the focus: the button that led here may be far below. */
function Refused({ refusal, holding }: { refusal: CallError; holding: boolean }) {
  const { t } = useTranslation()
  const box = useFocused(refusal)
  const { code, message } = refusal
  const reason =
    refusal.status === 0
      ? t('common.network_error')
      : code === 'unauthorized'
        ? t('checkout.refused_session')
        : code === 'idempotency_key_reused'
          ? t('checkout.refused_key')
          : told.has(code)
            ? message
            : t('checkout.nothing_charged', { reason: message })
  return (
    <div ref={box} tabIndex={-1}>
      <Notice
        tone="error"
        title={t(holding ? 'checkout.refused_hold' : 'checkout.refused')}
        action={
          toBookings.has(code) && (
            <ButtonLink to={paths.bookings()} variant="outline" size="md">
              {t('checkout.check_bookings')}
            </ButtonLink>
          )
        }
      >
        {reason}
      </Notice>
    </div>
  )
}

/** Their sentences say themselves that nothing was charged. */
const told = new Set([
  'no_space',
  'quote_expired',
  'price_changed',
  'quote_mismatch',
  'insufficient_balance',
  'promo_used',
  'hold_expired',
])
/** The way on is among the bookings that there are. */
const toBookings = new Set(['idempotency_key_reused', 'too_many_holds'])

/** It was sent and never answered: sending it again is safe, and says what became of it. */
function Unsure({ payment }: { payment: Payment }) {
  const { t } = useTranslation()
  const box = useFocused(undefined)
  return (
    <div ref={box} tabIndex={-1}>
      <Notice tone="warning" live title={t('checkout.unconfirmed')}>
        <p>{t('checkout.unconfirmed_text')}</p>
        <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
          <ButtonLink to={paths.bookings()} variant="outline" size="md">
            {t('checkout.check_bookings')}
          </ButtonLink>
          <Button variant="link" onClick={payment.dropRequest}>
            {t('checkout.unconfirmed_restart')}
          </Button>
        </div>
      </Notice>
    </div>
  )
}

/** Why there is no price. */
function PriceFailed({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  const { t } = useTranslation()
  const refused = error instanceof CallError && error.status >= 400 && error.status < 500
  if (!refused) {
    return (
      <Notice
        tone="error"
        title={t('checkout.price_failed')}
        action={
          <Button variant="outline" size="md" onClick={onRetry}>
            {t('common.try_again')}
          </Button>
        }
      >
        {t('common.network_error')}
      </Notice>
    )
  }
  const fields = (error.problem?.errors ?? []).map(({ message }) => message)
  return (
    <Notice tone="warning" live title={t(error.code === 'park_closed' ? 'checkout.closed' : 'checkout.price_failed')}>
      {[error.message, ...fields].join(' ')}
    </Notice>
  )
}

/** Puts the focus, and with it the view, on what has appeared. */
function useFocused(news: unknown) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'center' })
  }, [news])
  return box
}

import { lazy, Suspense, useEffect, useRef } from 'react'
import type { Park } from '#contract/parks/parks.ts'
import { CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/form/FormError.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { CheckoutState } from '../state/useCheckout.ts'
import type { CheckoutWindow } from '../state/useCheckoutWindow.ts'
import type { Payment } from '../state/usePayment.ts'
import { HoldMade } from './HoldNotices.tsx'
import { NearbyParks, SearchNearbyLink } from './OtherParks.tsx'

const AgainDialog = lazy(() => import('./AgainDialog.tsx'))

interface CheckoutProblemsProps {
  checkout: CheckoutState
  park: Park
  window: CheckoutWindow
}

/** Refusals that another park would not give. */
const parkRefusals = new Set([
  'no_space',
  'park_closed',
  'park_out_of_use',
  'park_not_bookable',
  'vehicle_type_not_served',
])

/** Everything that prevents the booking, at the top of the form: invalid fields, refusals, a full park. */
export function CheckoutProblems({ checkout, park, window }: CheckoutProblemsProps) {
  const { t } = useTranslation()
  const { errors, attempt, payment, price, isFull } = checkout
  const { isOutcomeUnknown } = payment
  // Invalid fields are listed above the form and at the fields.
  const refusal = payment.refusal?.code === 'validation_failed' ? undefined : payment.refusal
  const priceCode = price.error instanceof CallError ? price.error.code : ''
  const suggestOthers = isFull || parkRefusals.has(refusal?.code ?? '') || parkRefusals.has(priceCode)
  return (
    <>
      {errors.length > 0 && (
        <div className="mt-5">
          <FormError title={t('checkout.check')} errors={errors.map(nameField)} attempt={attempt} />
        </div>
      )}
      {checkout.againQuestion && (
        <Suspense>
          <AgainDialog question={checkout.againQuestion} slug={park.slug} />
        </Suspense>
      )}
      {payment.hold && <HoldMade booking={payment.hold} />}
      {(suggestOthers || refusal || isOutcomeUnknown || price.error) && (
        <div className="mt-5 grid gap-4">
          {isOutcomeUnknown ? (
            <OutcomeUnknown payment={payment} />
          ) : price.error ? (
            <PriceFailed error={price.error} onRetry={price.requote} />
          ) : refusal ? (
            <Refused refusal={refusal} isHold={payment.isHoldRefused} />
          ) : (
            isFull && <Full />
          )}
          {suggestOthers && (
            <>
              <NearbyParks park={park} window={window} />
              <p>
                <SearchNearbyLink park={park} window={window} />
              </p>
            </>
          )}
        </div>
      )}
    </>
  )

  /** Adds the field's name to an error, which is shown away from the field; other fields have no control here. */
  function nameField({ field, message }: { field: string; message: string }) {
    if (field !== 'plate') return { message }
    return { field, message: t('common.labelled', { name: t('checkout.plate'), value: message }) }
  }
}

/** Why a held space is not paid. */
export function PaymentProblems({ payment }: { payment: Payment }) {
  if (payment.isOutcomeUnknown) return <OutcomeUnknown payment={payment} />
  return payment.refusal ? <Refused refusal={payment.refusal} isHold={false} /> : null
}

function Full() {
  const { t } = useTranslation()
  return (
    <Notice tone="warning" live title={t('checkout.full')}>
      {t('checkout.full_text')}
    </Notice>
  )
}

/** Why nothing was booked or held. Takes the focus, because the pay button may be far below. */
function Refused({ refusal, isHold }: { refusal: CallError; isHold: boolean }) {
  const { t } = useTranslation()
  const box = useFocused(refusal)
  const { code } = refusal
  const message = describeFailure(t, refusal)
  const reason =
    refusal.status === 0
      ? t('common.network_error')
      : code === 'unauthorized'
        ? t('checkout.refused_session')
        : code === 'idempotency_key_reused'
          ? t('checkout.refused_key')
          : notChargedProblems.has(code)
            ? message
            : t('checkout.nothing_charged', { reason: message })
  return (
    <div ref={box} tabIndex={-1}>
      <Notice
        tone="error"
        title={t(isHold ? 'checkout.refused_hold' : 'checkout.refused')}
        action={
          linksToBookings.has(code) && (
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

/** Refusals whose sentences already say that nothing was charged. */
const notChargedProblems = new Set([
  'no_space',
  'quote_expired',
  'price_changed',
  'quote_mismatch',
  'insufficient_balance',
  'promo_used',
  'hold_expired',
])
/** Refusals that existing bookings explain. */
const linksToBookings = new Set(['idempotency_key_reused', 'too_many_holds'])

/** The request was not answered; sending it again is safe. */
function OutcomeUnknown({ payment }: { payment: Payment }) {
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
        {describeFailure(t, error)}
      </Notice>
    )
  }
  const fields = (error.problem?.errors ?? []).map(({ message }) => message)
  return (
    <Notice
      tone="warning"
      live
      title={t(['park_closed', 'park_out_of_use'].includes(error.code) ? 'checkout.closed' : 'checkout.price_failed')}
    >
      {[describeFailure(t, error), ...fields].join(' ')}
    </Notice>
  )
}

/** Focuses an element, and scrolls to it, when it appears and when `trigger` changes. */
function useFocused(trigger: unknown) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'center' })
  }, [trigger])
  return box
}

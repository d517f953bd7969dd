import { continueEmailLogin, emailLoginId, useNextStep } from '#web/features/account/emailLoginDraft.ts'
import { TermsNote } from '#web/features/booking-window/TermsNote.tsx'
import { focusTopUp } from '#web/features/topup/focusTopUp.ts'
import { hasOwnButton, isBusy } from '#web/features/topup/TopUpSteps.tsx'
import type { TopUpState } from '#web/features/topup/useTopUp.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { PayButton } from '#web/ui/PayButton.tsx'
import type { Payment } from './state/usePayment.ts'

/** Whether the booking can be paid now; `reason` is shown beside the button. */
export type Readiness = { state: 'ready' } | { state: 'loading' } | { state: 'blocked'; reason: string }

interface PayBarProps {
  signedIn: boolean
  /** Formatted; undefined while loading. */
  total: string | undefined
  isFree: boolean
  /** Formatted; undefined if the wallet covers the total. */
  missing: string | undefined
  /** Set if what is missing is paid with the button; `amount` is formatted. */
  payNow: { amount: string; state: TopUpState } | undefined
  readiness: Readiness
  /** Set while a higher price has to be accepted. */
  onAcceptPrice: (() => void) | undefined
  payment: Payment
  /** Id of the form that the button submits. */
  form: string
}

/** The next step of the checkout. On a phone it stays at the bottom of the screen. */
export function PayBar(props: PayBarProps) {
  return (
    <div
      data-action-bar
      className="sticky bottom-0 z-30 -mx-4 border-t border-line bg-card px-4 pt-3 safe-bottom sm:-mx-6 sm:px-6 lg:static lg:col-start-1 lg:mx-0 lg:border-0 lg:bg-transparent lg:px-0"
    >
      <NextStep {...props} />
      {props.signedIn && (
        <p className="mt-2 hidden text-sm text-ink-2 lg:block">
          <TermsNote />
        </p>
      )}
    </div>
  )
}

/** The buttons have keys, so that a click on one that is just being replaced does not reach the next. */
function NextStep(props: PayBarProps) {
  const { signedIn, total, isFree, missing, payNow, readiness, onAcceptPrice, payment, form } = props
  const { t } = useTranslation()
  const nextStep = useNextStep()
  const blockedReason = readiness.state === 'blocked' ? readiness.reason : undefined
  if (!signedIn) {
    return (
      <div className="lg:hidden">
        <AmountRow label={blockedReason ?? t('checkout.total')} amount={total ?? ''} />
        <Button key="email" wide aria-controls={emailLoginId} onClick={continueEmailLogin}>
          {t(nextStep)}
        </Button>
      </div>
    )
  }
  if (payment.isOutcomeUnknown) {
    return (
      <Button key="again" wide onClick={payment.sendAgain}>
        {t('checkout.unconfirmed_retry')}
      </Button>
    )
  }
  if (onAcceptPrice) {
    return (
      <>
        <AmountRow label={blockedReason ?? ''} amount={total ?? ''} />
        <Button key="accept" wide variant="alt" onClick={onAcceptPrice}>
          {t('checkout.accept_price', { amount: total ?? '' })}
        </Button>
      </>
    )
  }
  if (payNow !== undefined && blockedReason === undefined) {
    const { amount, state } = payNow
    // The next step, above, has a button of its own.
    if (hasOwnButton(state)) return <AmountRow label={t('checkout.pay_above')} amount={amount} />
    return (
      <>
        {total !== amount && <AmountRow label={t('checkout.total')} amount={total ?? ''} />}
        <PayButton
          key="pay_now"
          type="submit"
          form={form}
          wide
          busy={isBusy(state)}
          disabled={readiness.state !== 'ready'}
        >
          {state.at === 'leaving' ? t('wallet.going', { provider: state.way.name }) : t('checkout.pay', { amount })}
        </PayButton>
      </>
    )
  }
  if (missing !== undefined && blockedReason === undefined) {
    return (
      <>
        <AmountRow label={t('checkout.money_needed_short', { amount: missing })} amount={total ?? ''} />
        <Button key="topup" wide variant="alt" className="lg:hidden" onClick={focusTopUp}>
          {t('wallet.top_up')}
        </Button>
      </>
    )
  }
  return (
    <>
      {blockedReason !== undefined && <AmountRow label={blockedReason} amount="" />}
      <PayButton key="pay" type="submit" form={form} wide busy={payment.sending} disabled={readiness.state !== 'ready'}>
        {isFree
          ? t('checkout.book_free')
          : total === undefined
            ? t('checkout.pay_unknown')
            : t('checkout.pay', { amount: total })}
      </PayButton>
    </>
  )
}

const AmountRow = ({ label, amount }: { label: string; amount: string }) => (
  <p className="mb-2 flex items-baseline justify-between gap-4">
    <span className="text-base text-ink-2">{label}</span>
    <span className="text-lg font-black amount">{amount}</span>
  </p>
)

import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import type { Payment } from './usePayment.ts'
import type { Price } from './usePrice.ts'

interface PayBarProps {
  signedIn: boolean
  /** The address of this checkout: the login leads back to it. */
  here: string
  /** As the reader writes it; undefined while it is not known. */
  total: string | undefined
  free: boolean
  /** As the reader writes it, when the wallet is short. */
  missing: string | undefined
  /** Why nothing can be paid at the moment; an empty text while an answer is awaited. */
  blocked: string | undefined
  price: Pick<Price, 'fresh' | 'unaccepted'>
  onAccept: () => void
  payment: Payment
  /** The id of the form that the button submits. */
  form: string
}

/** The last step, one thing to do. On a phone it stays at the bottom of the screen, the price always in sight. */
export function PayBar(props: PayBarProps) {
  return (
    <div className="safe-bottom sticky bottom-0 z-30 -mx-4 border-t border-line bg-card px-4 pt-3 sm:-mx-6 sm:px-6 lg:static lg:col-start-1 lg:mx-0 lg:border-0 lg:bg-transparent lg:px-0">
      <Step {...props} />
      <p className="mt-2 hidden text-sm text-ink-2 lg:block">
        <Agree />
      </p>
    </div>
  )
}

/** Each button has a key: one that turned into the next under the finger would submit with the click that made it so. */
function Step({ signedIn, here, total, free, missing, blocked, price, onAccept, payment, form }: PayBarProps) {
  const { t } = useTranslation()
  if (!signedIn) {
    return (
      <>
        <Line label={blocked || t('checkout.total')} amount={total ?? ''} />
        <div className="grid grid-cols-2 gap-2.5">
          <ButtonLink to={paths.auth({ next: here })} size="md">
            {t('checkout.log_in')}
          </ButtonLink>
          <ButtonLink to={paths.register({ next: here })} variant="alt" size="md">
            {t('checkout.register')}
          </ButtonLink>
        </div>
      </>
    )
  }
  if (payment.isOutcomeUnknown) {
    return (
      <Button key="again" wide onClick={payment.sendAgain}>
        {t('checkout.unconfirmed_retry')}
      </Button>
    )
  }
  if (price.unaccepted && price.fresh) {
    return (
      <>
        <Line label={blocked} amount={total ?? ''} />
        <Button key="accept" wide variant="alt" onClick={onAccept}>
          {t('checkout.accept_price', { amount: total ?? '' })}
        </Button>
      </>
    )
  }
  if (missing !== undefined && !blocked) {
    return (
      <>
        <Line label={t('checkout.money_needed_short', { amount: missing })} amount={total ?? ''} />
        <Button key="topup" wide variant="alt" className="lg:hidden" onClick={showTopUp}>
          {t('wallet.top_up')}
        </Button>
      </>
    )
  }
  return (
    <>
      {blocked && <Line label={blocked} amount="" />}
      <Button key="pay" type="submit" form={form} wide busy={payment.sending} disabled={blocked !== undefined}>
        {free
          ? t('checkout.book_free')
          : total === undefined
            ? t('checkout.pay_unknown')
            : t('checkout.pay', { amount: total })}
      </Button>
    </>
  )
}

const Line = ({ label, amount }: { label: ReactNode; amount: string }) => (
  <p className="mb-2 flex items-baseline justify-between gap-4">
    <span className="text-base text-ink-2">{label}</span>
    <span className="text-lg font-black tracking-tight">{amount}</span>
  </p>
)

/** What is agreed to by booking; on a phone it stands above the bar. */
export function Agree() {
  const link = 'text-act underline underline-offset-2'
  return (
    <Trans
      i18nKey="checkout.agree"
      components={{
        terms: <Link to={paths.terms()} className={link} />,
        cancellation: <Link to={paths.cancellation()} className={link} />,
      }}
    />
  )
}

function showTopUp(): void {
  const part = document.getElementById('topup')
  const control = part?.querySelector('input') ?? part?.querySelector('button')
  part?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  control?.focus({ preventScroll: true })
}

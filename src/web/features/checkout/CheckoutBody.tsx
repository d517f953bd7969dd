import type { FormEvent, ReactNode } from 'react'
import type { Currency } from '#contract/money.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { useSignedIn } from '#web/api/session.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { EmailLogin } from '#web/features/account/EmailLogin.tsx'
import { TermsNote } from '#web/features/booking-window/TermsNote.tsx'
import type { Funds } from '#web/features/topup/useFunds.ts'
import { type PayNow, usePayNow } from '#web/features/topup/usePayNow.ts'
import type { BeforeTopUp } from '#web/features/topup/useTopUp.ts'
import { WalletPart } from '#web/features/topup/WalletPart.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Section } from '#web/ui/Page.tsx'
import { PayBar, type Readiness } from './PayBar.tsx'
import { useContinuedPayment } from './state/useContinuedPayment.ts'
import type { Payment } from './state/usePayment.ts'

interface CheckoutBodyProps {
  /** Id of the form. */
  form: string
  onSubmit: () => void
  /** In `columns`, the summary stands beside the form on wide screens. */
  layout: 'columns' | 'single'
  /** Address to return to after logging in or topping up. */
  returnTo: string
  /** Country of the park. */
  country: CountryCode
  /** Undefined while loading. */
  price: { total: number; currency: Currency } | undefined
  /** Whether `price` is the price of the current input. */
  isPriceCurrent: boolean
  outstanding: number
  funds: Funds
  readiness: Readiness
  /** Set while a higher price has to be accepted. */
  onAcceptPrice?: (() => void) | undefined
  payment: Payment
  /** Before a top-up of any amount. */
  beforeTopUp: BeforeTopUp
  /** Before a payment that books the space when it arrives: holds the space, or prevents the payment. */
  reserve: BeforeTopUp
  summary: ReactNode
  /** Whether a login here leads on to the provider: undefined until it is known, false where the driver has to look again. */
  continues?: boolean | undefined
  /** Above the wallet, for signed-in drivers. */
  notices?: ReactNode
  /** Below the wallet. */
  actions?: ReactNode
  /** Fields of the form. */
  children: ReactNode
}

/** The parts that every checkout has: the form, the summary, the payment from the wallet, and the pay button. */
export function CheckoutBody(props: CheckoutBodyProps) {
  const { form, onSubmit, layout, returnTo, price, funds, readiness, payment } = props
  const { t, locale } = useTranslation()
  const signedIn = useSignedIn()
  const money = (amount: number) => formatMoney(amount, price?.currency ?? '', locale)
  const { country, reserve } = props
  const payNow = usePayNow({ country, currency: price?.currency, funds, returnTo, reserve })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (payNow === undefined) onSubmit()
    else if (readiness.state === 'ready') payNow.start()
  }
  const continueToPayment = useContinuedPayment({ ...props, payNow })
  return (
    <div
      className={cx(
        layout === 'columns' &&
          'gap-x-14 lg:grid lg:grid-cols-[minmax(0,1fr)_min(27rem,45%)] lg:grid-rows-[auto_auto_1fr]',
      )}
    >
      <form id={form} noValidate onSubmit={submit} className="lg:col-start-1">
        {props.children}
      </form>
      <div
        className={cx(
          layout === 'columns' &&
            'mt-3 lg:col-start-2 lg:[@media(height>=46rem)]:sticky lg:[@media(height>=46rem)]:top-22 lg:row-span-3 lg:row-start-1 lg:mt-0 lg:self-start',
        )}
      >
        {props.summary}
      </div>
      <Section title={t('checkout.payment')} className="mt-2 lg:col-start-1">
        <div className="grid gap-4">
          {signedIn && props.notices}
          {signedIn ? (
            <AccountPayment {...props} payNow={payNow} />
          ) : (
            <EmailLogin hasBar returnTo={returnTo} onLoggedIn={continueToPayment} />
          )}
          {props.actions}
          {/* Visitors accept the terms with the box of their login. */}
          {signedIn && (
            <p className="text-sm text-ink-2 lg:hidden">
              <TermsNote />
            </p>
          )}
        </div>
      </Section>
      <PayBar
        signedIn={signedIn}
        total={price && props.isPriceCurrent ? (price.total === 0 ? t('common.free') : money(price.total)) : undefined}
        isFree={price?.total === 0}
        missing={funds.state === 'short' ? money(funds.missing) : undefined}
        payNow={payNow && { amount: money(payNow.amount), state: payNow.topUp.state }}
        readiness={readiness}
        onAcceptPrice={props.onAcceptPrice}
        payment={payment}
        form={form}
      />
    </div>
  )
}

function AccountPayment(props: CheckoutBodyProps & { payNow: PayNow | undefined }) {
  const { price, country, returnTo, outstanding, beforeTopUp, payNow } = props
  const { t } = useTranslation()
  const profile = useProfile()
  return (
    <>
      {profile.isError && profile.data === undefined && (
        <Notice
          tone="error"
          action={
            <Button variant="alt" size="md" onClick={() => profile.refetch()}>
              {t('common.try_again')}
            </Button>
          }
        >
          {t('common.network_error')}
        </Notice>
      )}
      {price && (
        <WalletPart
          price={price}
          label={t('checkout.this_booking')}
          country={country}
          returnTo={returnTo}
          outstanding={outstanding}
          beforeTopUp={beforeTopUp}
          payNow={payNow}
        />
      )}
    </>
  )
}

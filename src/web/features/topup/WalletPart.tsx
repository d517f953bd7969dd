import { type ReactNode, useEffect, useState } from 'react'
import { holdMinutes } from '#contract/bookings/booking-rules.ts'
import type { Currency } from '#contract/money.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { gateways } from '#contract/wallet/payments.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { AmountTable } from '#web/ui/Table.tsx'
import { useWallet } from './api.ts'
import { findCoverage, findWalletBalance, sumOf } from './money.ts'
import { TopUpForm, type TopUpFormProps } from './TopUpForm.tsx'
import { ProviderNote, TopUpSteps } from './TopUpSteps.tsx'
import type { PayNow } from './usePayNow.ts'

/** Interval for refetching the wallet while a top-up is pending. */
const poll_ms = 8_000

interface WalletPartProps {
  price: { total: number; currency: Currency }
  /** What is paid for. */
  label: string
  /** Country of the park. */
  country: CountryCode
  /** Address to return to after topping up. */
  returnTo: string
  /** Outstanding balance, charged with the price. */
  outstanding?: number
  beforeTopUp?: TopUpFormProps['beforeTopUp']
  /** Set if the page has a button that pays what is missing; the form for other amounts is then folded away. */
  payNow?: PayNow | undefined
}

/** The balance before and after paying, or what is missing and how to pay it. */
export function WalletPart({
  price: { total, currency },
  label,
  country,
  returnTo,
  outstanding = 0,
  beforeTopUp,
  payNow,
}: WalletPartProps) {
  const { t, locale } = useTranslation()
  const wallet = useWallet()
  const money = (amount: number) => formatMoney(amount, currency, locale)
  const account = wallet.data && findWalletBalance(wallet.data, currency)
  const coverage = account && findCoverage(account.balance, sumOf([outstanding, total], currency), currency)

  const { refetch } = wallet
  const isTopUpPending = coverage?.state === 'short' && account !== undefined && account.pending > 0
  useEffect(() => {
    if (!isTopUpPending) return
    const timer = setInterval(() => void refetch(), poll_ms)
    return () => clearInterval(timer)
  }, [isTopUpPending, refetch])

  if (coverage === undefined) {
    if (!wallet.isError) {
      return (
        <Loading label={t('common.loading')}>
          <Skeleton className="h-32" />
        </Loading>
      )
    }
    return (
      <Notice
        tone="error"
        title={t('checkout.wallet_failed')}
        action={
          <Button variant="alt" size="md" onClick={() => wallet.refetch()}>
            {t('common.try_again')}
          </Button>
        }
      >
        {describeFailure(t, wallet.error)}
      </Notice>
    )
  }
  const rows = [
    { label: t('checkout.wallet'), amount: money(account?.balance ?? 0) },
    ...(outstanding > 0
      ? [{ label: t('checkout.owed'), amount: money(-outstanding), note: t('checkout.owed_text') }]
      : []),
    { label, amount: money(-total) },
  ]
  if (coverage.state === 'enough') {
    return (
      <AmountTable
        caption={t('checkout.pay_from_wallet')}
        rows={rows}
        total={{ label: t('checkout.left_after'), amount: money(coverage.left) }}
      />
    )
  }
  const form = (
    <Card padding="lg">
      <div id="topup">
        <h3 className="mb-3 text-md">{t('wallet.top_up')}</h3>
        <TopUpForm
          key={`${country} ${coverage.missing}`}
          country={country}
          suggested={coverage.missing}
          returnTo={returnTo}
          beforeTopUp={beforeTopUp}
        />
      </div>
    </Card>
  )
  if (payNow !== undefined) {
    return (
      <div className="grid gap-4">
        <AmountTable
          caption={t('checkout.pay_from_wallet')}
          rows={rows}
          total={{ label: t('checkout.pay_now'), amount: money(payNow.amount) }}
        />
        <AbroadNote currency={currency} />
        {isTopUpPending && <Notice live>{t('checkout.pending', { amount: money(account.pending) })}</Notice>}
        <PayNowPart payNow={payNow} form={form} money={money} />
      </div>
    )
  }
  return (
    <div className="grid gap-4">
      <AmountTable caption={t('checkout.pay_from_wallet')} rows={rows} />
      <Notice tone="warning" live title={t('checkout.money_needed', { amount: money(coverage.missing) })}>
        {isTopUpPending ? t('checkout.pending', { amount: money(account.pending) }) : t('checkout.money_needed_text')}
      </Notice>
      <AbroadNote currency={currency} />
      {form}
    </div>
  )
}

interface PayNowPartProps {
  payNow: PayNow
  /** The form for another amount. */
  form: ReactNode
  money: (amount: number) => string
}

/** What the page's pay button does, the steps after it, and the way to add another amount. */
function PayNowPart({ payNow: { topUp, gateway, amount, rest }, form, money }: PayNowPartProps) {
  const { t } = useTranslation()
  const [isFormOpen, setFormOpen] = useState(false)
  const isPaying = topUp.state.at === 'stripe_form'
  return (
    <>
      {rest > 0 && !isPaying && (
        <p className="text-ink-2">{t('checkout.pay_now_least', { least: money(amount), rest: money(rest) })}</p>
      )}
      <TopUpSteps topUp={topUp} gateway={gateway} amount={money(amount)} />
      {!isPaying && (
        <>
          <p className="text-ink-2">{t('checkout.pay_now_text', { minutes: holdMinutes })}</p>
          <ProviderNote gateway={gateway} />
          {isFormOpen ? (
            form
          ) : (
            <p>
              <Button variant="link" onClick={() => setFormOpen(true)}>
                {t('checkout.other_amount')}
              </Button>
            </p>
          )}
        </>
      )}
    </>
  )
}

/** Says that what is paid for has another currency than the account. */
function AbroadNote({ currency }: { currency: Currency }) {
  const { t } = useTranslation()
  const own = useProfile().data?.country_id
  if (own === undefined || gateways[own].currency === currency) return null
  return <p className="text-ink-2">{t('checkout.abroad', { currency: t(`shell.currencies.${currency}`) })}</p>
}

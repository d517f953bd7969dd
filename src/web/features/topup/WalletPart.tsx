import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Currency } from '#contract/money.ts'
import type { CountryCode } from '#contract/places.ts'
import { gateways } from '#contract/gateway-facts.ts'
import { CallError } from '#web/lib/call.ts'
import { formatMoney } from '#web/lib/format.ts'
import { useProfile } from '#web/lib/useProfile.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { AmountTable } from '#web/ui/Table.tsx'
import { useChangeCountry, useWallet } from './api.ts'
import { moneyAfter, findWalletBalance, sumOf } from './money.ts'
import { TopUpForm, type TopUpFormProps } from './TopUpForm.tsx'

/** How often a top-up that is on its way is asked about. */
const ask_ms = 8_000

interface WalletPartProps {
  cost: { total: number; currency: Currency }
  /** What is paid, in a word. */
  label: string
  /** Of the park. */
  country: CountryCode
  /** Where the driver goes on after topping up. */
  here: string
  /** What earlier stays left owing: it is paid first. */
  owed?: number
  /** Before the driver leaves to top up; see TopUpForm. */
  secure?: TopUpFormProps['secure']
}

/** What the wallet has, what is left after paying, or what is missing and how it gets there. */
export function WalletPart({ cost: { total, currency }, label, country, here, owed = 0, secure }: WalletPartProps) {
  const { t, i18n } = useTranslation()
  const wallet = useWallet()
  const money = (amount: number) => formatMoney(amount, currency, i18n.language)
  const account = wallet.data && findWalletBalance(wallet.data, currency)
  const told = account && moneyAfter(account.balance, sumOf([owed, total], currency), currency)
  const missing = told && 'missing' in told ? told.missing : undefined

  const { refetch } = wallet
  const awaited = missing !== undefined && account !== undefined && account.pending > 0
  useEffect(() => {
    if (!awaited) return
    const timer = setInterval(() => void refetch(), ask_ms)
    return () => clearInterval(timer)
  }, [awaited, refetch])

  if (told === undefined) {
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
        {wallet.error instanceof CallError && wallet.error.problem ? wallet.error.message : t('common.network_error')}
      </Notice>
    )
  }
  const rows = [
    { label: t('checkout.wallet'), amount: money(account?.balance ?? 0) },
    ...(owed > 0 ? [{ label: t('checkout.owed'), amount: money(-owed), note: t('checkout.owed_text') }] : []),
    { label, amount: money(-total) },
  ]
  if ('after' in told) {
    return (
      <AmountTable
        caption={t('checkout.pay_from_wallet')}
        rows={rows}
        total={{ label: t('checkout.left_after'), amount: money(told.after) }}
      />
    )
  }
  return (
    <div className="grid gap-4">
      <AmountTable caption={t('checkout.pay_from_wallet')} rows={rows} />
      <Notice tone="warning" live title={t('checkout.money_needed', { amount: money(told.missing) })}>
        {awaited ? t('checkout.pending', { amount: money(account.pending) }) : t('checkout.money_needed_text')}
      </Notice>
      <TopUp missing={told.missing} country={country} currency={currency} here={here} secure={secure} />
    </div>
  )
}

interface TopUpProps {
  missing: number
  country: CountryCode
  currency: Currency
  here: string
  secure: TopUpFormProps['secure']
}

/** The form itself, when the account is topped up in the park's currency; else the way to get there. */
function TopUp({ missing, country, currency, here, secure }: TopUpProps) {
  const { t } = useTranslation()
  const profile = useProfile()
  const change = useChangeCountry()
  const form = useRef<HTMLDivElement>(null)
  const changed = change.isSuccess
  useEffect(() => {
    if (changed) form.current?.querySelector('input')?.focus()
  }, [changed])

  if (profile.data === undefined) return <Skeleton className="h-56" />
  const own = profile.data.country_id
  if (gateways[own].currency === currency) {
    return (
      <Card padding="lg">
        <div ref={form} id="topup">
          <h3 className="mb-3 text-md">{t('wallet.top_up')}</h3>
          <TopUpForm key={`${own} ${missing}`} country={own} suggested={missing} returnTo={here} secure={secure} />
        </div>
      </Card>
    )
  }
  return (
    <Card padding="lg">
      <div id="topup">
        <h3 className="text-md">{t('checkout.other_currency', { currency: t(`shell.currencies.${currency}`) })}</h3>
        <p className="mt-1 mb-4 text-ink-2">
          {t('checkout.other_currency_text', {
            country: t(`common.countries.${own}`),
            own: t(`shell.currencies.${gateways[own].currency}`),
            park_country: t(`common.countries.${country}`),
            currency: t(`shell.currencies.${currency}`),
          })}
        </p>
        {change.isError && (
          <Notice tone="error" className="mb-3">
            {change.error instanceof CallError && change.error.problem
              ? change.error.message
              : t('common.network_error')}
          </Notice>
        )}
        <Button variant="alt" busy={change.isPending} onClick={() => change.mutate(country)}>
          {t('checkout.switch_country', { country: t(`common.countries.${country}`) })}
        </Button>
      </div>
    </Card>
  )
}

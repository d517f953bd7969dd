import { ChevronDown, Hourglass } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { countryCodes } from '#contract/geography.ts'
import type { Currency } from '#contract/money.ts'
import { gateways } from '#contract/wallet/payments.ts'
import type { Wallet } from '#contract/wallet/wallet.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useSignedIn } from '#web/api/session.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { LoginPrompt } from '#web/features/account/LoginPrompt.tsx'
import { nameOf } from '#web/features/topup/gateway.ts'
import { TopUpForm } from '#web/features/topup/TopUpForm.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatMoney, formatMoment } from '#web/time/format.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { buttonStyles } from '#web/ui/buttonStyles.ts'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Segmented } from '#web/ui/form/Segmented.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Page, PageHead, Section } from '#web/ui/Page.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { useLiveWallet, usePendingTopUps } from './api.ts'
import { OutstandingBalances } from './OutstandingBalances.tsx'
import { Refunds } from './Refunds.tsx'
import { Statements } from './Statements.tsx'
import { Transactions } from './Transactions.tsx'

export const rendersSignedOut = true

export default function WalletPage() {
  const { t } = useTranslation()
  const signedIn = useSignedIn()
  return (
    <Page>
      {signedIn ? (
        <>
          <PageHead title={t('wallet.title')} />
          <SignedInWallet />
        </>
      ) : (
        <LoginPrompt />
      )}
    </Page>
  )
}

function SignedInWallet() {
  const { t, locale } = useTranslation()
  const [search] = useSearchParams()
  const wallet = useLiveWallet(({ balance, currency }) =>
    toast(t('wallet.arrived', { balance: formatMoney(balance, currency, locale) })),
  )
  const profile = useProfile()
  const page = Math.max(1, Number(search.get('page')) || 1)
  if (wallet.isError && wallet.data === undefined) {
    return (
      <EmptyState
        picture="failed"
        title={t('wallet.failed_title')}
        action={<Button onClick={() => wallet.refetch()}>{t('common.try_again')}</Button>}
      >
        {describeFailure(t, wallet.error)}
      </EmptyState>
    )
  }
  const data = wallet.data?.data
  return (
    <div className="grid grid-cols-1 items-start gap-x-10 gap-y-2 pb-10 lg:grid-cols-[min(24rem,45%)_1fr]">
      <div>
        {data === undefined ? (
          <Loading label={t('common.loading')}>
            <Skeleton className="h-28" />
          </Loading>
        ) : (
          <>
            <Balances data={data} />
            <Pending isAny={data.balances.some(({ pending }) => pending > 0)} />
          </>
        )}
        <Section title={t('wallet.top_up')}>
          {data === undefined ? <Skeleton className="h-82" /> : <TopUpOf currencies={data.balances} />}
        </Section>
      </div>
      <div>
        <Transactions page={page} />
        {profile.data !== undefined && data !== undefined && (
          <Statements profile={profile.data} currencies={data.balances.map(({ currency }) => currency)} />
        )}
        <Refunds />
      </div>
    </div>
  )
}

/** The form to add money to one of the wallet's balances: that of the account's country comes first. */
function TopUpOf({ currencies }: { currencies: readonly { currency: Currency }[] }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(currencies[0]!.currency)
  const country = countryCodes.find((code) => gateways[code].currency === chosen)!
  return (
    <>
      {currencies.length > 1 && (
        <Segmented
          label={t('wallet.currency')}
          wide
          segments={currencies.map(({ currency }) => ({
            value: currency,
            // More names than two do not fit on a phone.
            label: currencies.length > 2 ? currency : <CurrencyName currency={currency} />,
          }))}
          value={chosen}
          onChange={setChosen}
          className="mb-4 rounded-lg border border-line bg-card"
        />
      )}
      <TopUpForm key={country} country={country} />
    </>
  )
}

/** The name of a currency where a line begins. */
function CurrencyName({ currency }: { currency: Currency }) {
  const { t } = useTranslation()
  return <span className="inline-block first-letter:uppercase">{t(`shell.currencies.${currency}`)}</span>
}

/**
 * Top-ups that are not decided yet, in one line that opens, so that the form stays in a phone's first screen. They finish by
 * themselves, and can still be paid.
 */
function Pending({ isAny }: { isAny: boolean }) {
  const { t, locale } = useTranslation()
  const list = usePendingTopUps(isAny)
  const items = isAny ? (list.data?.items ?? []) : []
  if (items.length === 0) return null
  return (
    <details className="group mt-3 rounded-xl border border-line bg-card px-4">
      <summary className="flex min-h-12 list-none items-center gap-2 rounded-md hover:text-act [&::-webkit-details-marker]:hidden">
        <Hourglass aria-hidden="true" className="size-4.5 shrink-0 text-ink-2" />
        <h2 className="min-w-0 flex-1 text-md">{t('wallet.pending_top_ups')}</h2>
        <span className="text-ink-2 tabular-nums">{list.data!.total}</span>
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-ink-3 transition-transform group-open:rotate-180"
        />
      </summary>
      <p className="text-sm text-ink-2">{t('wallet.pending_top_ups_text')}</p>
      <ul className="mt-2 divide-y divide-line pb-4">
        {items.map(({ reference, provider, amount, currency, created_at, pay_url, detail }) => (
          <li key={reference} className="py-3 last:pb-0" data-pending={reference}>
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-semibold">{formatMoney(amount, currency, locale)}</span>
              <span className="text-sm text-ink-2">
                {nameOf(provider)} · {formatMoment(new Date(created_at), deviceZone(), locale)}
              </span>
            </p>
            {detail === 'processing' && <p className="mt-1 text-sm text-ink-2">{t('wallet.processing')}</p>}
            <div className="mt-2 flex flex-wrap gap-2">
              {pay_url !== null && (
                <a href={pay_url} className={buttonStyles('alt', 'sm')}>
                  {t('wallet.continue_payment')}
                </a>
              )}
              <ButtonLink to={paths.walletCallback({ reference, provider })} size="sm" variant="outline">
                {t('wallet.check_status')}
              </ButtonLink>
            </div>
          </li>
        ))}
      </ul>
      {(list.data?.total ?? 0) > items.length && (
        <p className="pb-4 text-sm text-ink-2">
          {t('wallet.more_pending', { count: list.data!.total - items.length })}
        </p>
      )}
    </details>
  )
}

/** A balance of more characters, "1 250 000 F CFA", is as wide as its card on a phone. */
const longBalance = 12

/** The balance in each currency, and the outstanding balances. */
function Balances({ data }: { data: Wallet['data'] }) {
  const { t, locale } = useTranslation()
  const money = (amount: number, currency: string) => formatMoney(amount, currency, locale)
  const others = data.balances.filter(
    ({ currency, balance, pending }) => currency !== data.currency && (balance !== 0 || pending !== 0),
  )
  const balance = money(data.balance, data.currency)
  const owing = data.balances.filter(({ owed }) => owed > 0)
  return (
    <>
      <div className="@container bay-hero rounded-2xl px-6 py-6 on-night">
        <p className="text-sm text-on-night-2">{t('wallet.balance_of', { currency: data.currency })}</p>
        <p
          className={cx('font-black amount', balance.length > longBalance ? 'text-[10.4cqi] sm:text-3xl' : 'text-3xl')}
          data-testid="balance"
        >
          {balance}
        </p>
        {data.pending > 0 && (
          <p className="mt-1 text-sm text-on-night-2">
            {t('wallet.pending', { amount: money(data.pending, data.currency) })}
          </p>
        )}
      </div>
      {owing.map((account) => (
        <OutstandingBalances key={account.currency} account={account} />
      ))}
      {others.length > 0 && (
        <Card className="mt-3">
          <h2 className="text-md">{t('wallet.other_balances')}</h2>
          <ul className="mt-1">
            {others.map(({ balance, pending, currency }) => (
              <li key={currency} className="flex flex-wrap justify-between gap-x-4 py-1 font-semibold">
                <CurrencyName currency={currency} />
                <span>{money(balance, currency)}</span>
                {pending > 0 && (
                  <span className="w-full text-right text-sm font-normal text-ink-2">
                    {t('wallet.pending', { amount: money(pending, currency) })}
                  </span>
                )}
              </li>
            ))}
          </ul>
          <p className="mt-1 text-sm text-ink-2">{t('wallet.other_balances_hint')}</p>
        </Card>
      )}
    </>
  )
}

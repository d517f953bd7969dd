import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { isCurrency } from '#contract/money.ts'
import { useWallet } from '#web/features/topup/api.ts'
import { TopUpForm } from '#web/features/topup/TopUpForm.tsx'
import { formatMoney } from '#web/lib/format.ts'
import { useSignedIn } from '#web/lib/session.ts'
import { useProfile } from '#web/lib/useProfile.ts'
import { LoginPrompt } from '#web/shell/LoginPrompt.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page, PageHead, Section } from '#web/ui/Page.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { Transactions } from './Transactions.tsx'

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
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const wallet = useWallet()
  const profile = useProfile()
  const page = Math.max(1, Number(search.get('page')) || 1)
  if (wallet.isError) {
    return (
      <EmptyState
        picture="failed"
        title={t('wallet.failed_title')}
        action={<Button onClick={() => wallet.refetch()}>{t('common.try_again')}</Button>}
      >
        {wallet.error.message === 'network' ? t('common.network_error') : wallet.error.message}
      </EmptyState>
    )
  }
  return (
    <div className="grid items-start gap-x-10 gap-y-2 pb-10 lg:grid-cols-[24rem_1fr]">
      <div>
        {wallet.data === undefined ? (
          <Loading label={t('common.loading')}>
            <Skeleton className="h-32" />
          </Loading>
        ) : (
          <Balances data={wallet.data.data} />
        )}
        <Section title={t('wallet.top_up')}>
          {profile.data === undefined ? <Skeleton className="h-56" /> : <TopUpForm country={profile.data.country_id} />}
        </Section>
      </div>
      <Transactions page={page} />
    </div>
  )
}

type Balance = { balance: number; currency: string; pending: number }

function Balances({ data }: { data: Balance & { balances: Balance[] } }) {
  const { t, i18n } = useTranslation()
  const money = (amount: number, currency: string) => formatMoney(amount, currency, i18n.language)
  const others = data.balances.filter(
    ({ currency, balance }) => currency !== data.currency && balance !== 0 && isCurrency(currency),
  )
  return (
    <>
      <div className="bay-hero on-night rounded-2xl px-6 py-6">
        <p className="text-sm text-on-night-2">{t('wallet.balance_of', { currency: data.currency })}</p>
        <p className="text-3xl font-black tracking-display" data-testid="balance">
          {money(data.balance, data.currency)}
        </p>
        {data.pending > 0 && (
          <p className="mt-1 text-sm text-on-night-2">
            {t('wallet.pending', { amount: money(data.pending, data.currency) })}
          </p>
        )}
      </div>
      {others.length > 0 && (
        <Card className="mt-3">
          <h2 className="text-md">{t('wallet.other_balances')}</h2>
          <ul className="mt-1">
            {others.map(({ balance, currency }) => (
              <li key={currency} className="flex justify-between py-1 font-semibold">
                <span>{currency}</span>
                <span>{money(balance, currency)}</span>
              </li>
            ))}
          </ul>
          <p className="mt-1 text-sm text-ink-2">{t('wallet.other_balances_hint')}</p>
        </Card>
      )}
    </>
  )
}

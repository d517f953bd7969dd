import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { TopUpForm } from '#web/features/topup/TopUpForm.tsx'
import { formatMoney } from '#web/lib/format.ts'
import { useSignedIn } from '#web/lib/session.ts'
import { useProfile } from '#web/lib/useProfile.ts'
import { LoginPrompt } from '#web/features/account/LoginPrompt.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page, PageHead, Section } from '#web/ui/Page.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useLiveWallet } from './api.ts'
import { Balances } from './Balances.tsx'
import { Pending } from './Pending.tsx'
import { Refunds } from './Refunds.tsx'
import { Statements } from './Statements.tsx'
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
  const { t, i18n } = useTranslation()
  const [search] = useSearchParams()
  const wallet = useLiveWallet(({ balance, currency }) =>
    toast(t('wallet.arrived', { balance: formatMoney(balance, currency, i18n.language) })),
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
        {wallet.error.message === 'network' ? t('common.network_error') : wallet.error.message}
      </EmptyState>
    )
  }
  const data = wallet.data?.data
  return (
    <div className="grid grid-cols-1 items-start gap-x-10 gap-y-2 pb-10 lg:grid-cols-[24rem_1fr]">
      <div>
        {data === undefined ? (
          <Loading label={t('common.loading')}>
            <Skeleton className="h-32" />
          </Loading>
        ) : (
          <>
            <Balances data={data} />
            <Pending isAny={data.balances.some(({ pending }) => pending > 0)} />
          </>
        )}
        <Section title={t('wallet.top_up')}>
          {profile.data === undefined ? <Skeleton className="h-56" /> : <TopUpForm country={profile.data.country_id} />}
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

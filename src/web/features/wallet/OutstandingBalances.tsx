import type { Balance } from '#contract/wallet/wallet.ts'
import { describeFailure } from '#web/api/failures.ts'
import { requestNames, sendOnce } from '#web/api/pendingRequests.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { sumOf } from '#web/features/topup/money.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/time/format.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { PayButton } from '#web/ui/PayButton.tsx'
import { usePayDebt } from './api.ts'

/** Outstanding amounts of one currency by reason: bookings link to their page, reversed top-ups are paid here. */
export function OutstandingBalances({ account }: { account: Balance }) {
  const { t, locale } = useTranslation()
  const { balance, currency, owed, owed_taken_back: takenBack } = account
  const ofBookings = sumOf([owed, -takenBack], currency)
  const money = (amount: number) => formatMoney(amount, currency, locale)
  return (
    <>
      {ofBookings > 0 && (
        <Notice
          tone="warning"
          className="mt-3"
          title={t('wallet.owed', { amount: money(ofBookings) })}
          action={
            <ButtonLink to={paths.bookings()} size="md" variant="alt">
              {t('wallet.owed_bookings')}
            </ButtonLink>
          }
        >
          {t(balance >= ofBookings ? 'wallet.owed_covered' : 'wallet.owed_text')}
        </Notice>
      )}
      {takenBack > 0 && <TakenBack account={account} />}
    </>
  )
}

function TakenBack({ account: { balance, currency, owed_taken_back: owed } }: { account: Balance }) {
  const { t, locale } = useTranslation()
  const pay = usePayDebt()
  const account = useProfile().data?.id
  const money = (amount: number) => formatMoney(amount, currency, locale)
  const payNow = async () => {
    try {
      await sendOnce(requestNames.payDebt(currency), { body: owed, account }, (_owed, retryKey) =>
        pay.mutateAsync({ currency, retryKey }),
      )
      toast(t('wallet.owed_paid', { amount: money(owed) }))
    } catch (failure) {
      toast(describeFailure(t, failure), { tone: 'error' })
    }
  }
  return (
    <Notice
      tone="warning"
      className="mt-3"
      title={t('wallet.owed', { amount: money(owed) })}
      action={
        balance >= owed ? (
          <PayButton size="md" variant="alt" busy={pay.isPending} onClick={() => void payNow()}>
            {t('wallet.owed_pay', { amount: money(owed) })}
          </PayButton>
        ) : undefined
      }
    >
      <p>{t('wallet.owed_taken_back')}</p>
      <p className="mt-1">
        {t(balance >= owed ? 'wallet.owed_taken_back_covered' : 'wallet.owed_taken_back_text')}{' '}
        <a href="#sent-back" className="underline">
          {t('wallet.owed_taken_back_which')}
        </a>
      </p>
    </Notice>
  )
}

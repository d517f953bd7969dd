import type { ErasurePreview } from '#contract/accounts/account.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatList, formatMoney } from '#web/time/format.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { useErasurePreview } from './api.ts'
import { EraseForm } from './EraseForm.tsx'
import { LoadFailed } from './LoadFailed.tsx'

/** Deletes the account: what is deleted, what is kept, what prevents it, then proof of identity. */
export default function EraseDialog({ onClosed }: { onClosed: () => void }) {
  const { t } = useTranslation()
  const { data, isError, refetch } = useErasurePreview()
  return (
    <Dialog
      open
      onOpenChange={onClosed}
      size="md"
      title={t('account.erase.title')}
      description={t('account.erase.lead')}
      closeLabel={t('common.close')}
    >
      {data === undefined ? (
        isError ? (
          <LoadFailed onRetry={refetch} />
        ) : (
          <Loading label={t('common.loading')}>
            <Skeleton className="h-64 rounded-xl" />
          </Loading>
        )
      ) : (
        <div className="grid gap-4">
          <ul className="grid list-disc gap-1.5 pl-5 text-ink-2">
            <li>{t('account.erase.deleted')}</li>
            <li>{t('account.erase.retained')}</li>
            <li>{t('account.erase.irreversible')}</li>
          </ul>
          {data.open_bookings > 0 ? (
            <Notice
              tone="warning"
              title={t('account.erase.open_bookings', { count: data.open_bookings })}
              action={
                <ButtonLink variant="outline" size="md" to={paths.bookings()}>
                  {t('account.erase.view_bookings')}
                </ButtonLink>
              }
            >
              {t('account.erase.open_bookings_text')}
            </Notice>
          ) : (
            <>
              <Balance balances={data.balances} />
              <EraseForm preview={data} onClosed={onClosed} />
            </>
          )}
        </div>
      )}
    </Dialog>
  )
}

/** The wallet's balance, with a link to refund it before the account is deleted. */
function Balance({ balances }: Pick<ErasurePreview, 'balances'>) {
  const { t, locale } = useTranslation()
  if (balances.length === 0) return null
  const sums = balances.map(({ amount, currency }) => formatMoney(amount, currency, locale))
  const list = formatList(sums, locale)
  return (
    <Notice
      tone="warning"
      title={t('account.erase.balance', { amount: list })}
      action={
        <ButtonLink variant="outline" size="md" to={paths.wallet()}>
          {t('account.erase.view_wallet')}
        </ButtonLink>
      }
    >
      {t('account.erase.balance_text')}
    </Notice>
  )
}

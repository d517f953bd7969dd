import { Navigate, useSearchParams } from 'react-router'
import { useSignedIn } from '#web/api/session.ts'
import { referenceOf } from '#web/features/topup/return.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SignedOutPayment } from './SignedOutPayment.tsx'

/** The address that providers return to: leads to the wallet, or shows the payment's state to visitors. */
export default function PaymentPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const callback = paths.walletCallback(Object.fromEntries(search))
  if (useSignedIn()) return <Navigate to={callback} replace />
  const reference = referenceOf(search)
  if (reference === null) {
    return (
      <Page width="form" className="py-10">
        <EmptyState
          level={1}
          picture="search"
          title={t('wallet.callback.no_reference')}
          action={<ButtonLink to={paths.auth({ next: paths.wallet() })}>{t('wallet.callback.log_in')}</ButtonLink>}
        >
          {t('wallet.callback.no_reference_text')}
        </EmptyState>
      </Page>
    )
  }
  return (
    <Page width="form" className="py-10">
      <SignedOutPayment
        key={reference}
        reference={reference}
        isCancelled={search.get('outcome') === 'cancelled'}
        next={callback}
      />
    </Page>
  )
}

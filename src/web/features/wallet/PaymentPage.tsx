import { useTranslation } from 'react-i18next'
import { Navigate, useSearchParams } from 'react-router'
import { referenceOf } from '#web/features/topup/return.ts'
import { useSignedIn } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'

/** Where the providers send the driver back to: leads to the wallet, or says in words what happens when nobody is signed in. */
export default function PaymentPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const callback = paths.walletCallback(Object.fromEntries(search))
  if (useSignedIn()) return <Navigate to={callback} replace />
  if (referenceOf(search) === null) {
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
  // Nobody knows who is reading this: what the address itself says is all that is told.
  const told = search.get('outcome') === 'cancelled' ? 'signed_out_cancelled' : 'signed_out'
  return (
    <Page width="form" className="py-10">
      <EmptyState
        level={1}
        picture="signed_out"
        title={t(`wallet.callback.${told}`)}
        action={<ButtonLink to={paths.auth({ next: callback })}>{t('wallet.callback.log_in')}</ButtonLink>}
      >
        {t(`wallet.callback.${told}_text`)}
      </EmptyState>
    </Page>
  )
}

import type { DocumentDetails } from '#contract/documents/documents.ts'
import { describeFailure } from '#web/api/failures.ts'
import { requestNames, sendOnce } from '#web/api/pendingRequests.ts'
import { useOutstanding } from '#web/features/bookings/useOutstanding.ts'
import { sumOf } from '#web/features/topup/money.ts'
import { useFunds } from '#web/features/topup/useFunds.ts'
import { WalletPart } from '#web/features/topup/WalletPart.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Section } from '#web/ui/Page.tsx'
import { useRequestChanges } from './api.ts'

/** Pays for a quote from the wallet, which is topped up here. */
export function PayPart({ request }: { request: DocumentDetails }) {
  const { t, locale } = useTranslation()
  const { pay } = useRequestChanges()
  const { id, number } = request
  const { amount, currency } = request.total ?? { amount: 0, currency: 'NGN' as const }
  const outstanding = useOutstanding(currency)
  const funds = useFunds(sumOf([amount, outstanding], currency), currency)
  const returnTo = paths.documentRequest(number)
  const payNow = () =>
    sendOnce(requestNames.payDocuments(number), { body: { total: amount } }, ({ total }, retryKey) =>
      pay.mutateAsync({ id, total, retryKey }),
    ).catch(() => undefined)
  return (
    <Section id="pay" title={t('documents.pay.title')}>
      <div className="grid gap-4">
        <p className="text-ink-2">{t('documents.pay.text')}</p>
        <WalletPart
          price={{ total: amount, currency }}
          label={t('documents.pay.label')}
          country="NG"
          returnTo={returnTo}
          outstanding={outstanding}
          beforeTopUp={async () => ({ leave: true, returnTo })}
        />
        {pay.error !== null && <Notice tone="error">{describeFailure(t, pay.error)}</Notice>}
        <Button wide disabled={funds.state !== 'enough'} busy={pay.isPending} onClick={payNow}>
          {t('documents.pay.button', { amount: formatMoney(amount, currency, locale) })}
        </Button>
      </div>
    </Section>
  )
}

import { useState } from 'react'
import type { Inspections } from '#contract/documents/document-inspections.ts'
import type { DocumentDetails } from '#contract/documents/documents.ts'
import { useOutstanding } from '#web/features/bookings/useOutstanding.ts'
import { sumOf } from '#web/features/topup/money.ts'
import { useFunds } from '#web/features/topup/useFunds.ts'
import { WalletPart } from '#web/features/topup/WalletPart.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/time/format.ts'
import { PayButton } from '#web/ui/PayButton.tsx'
import { PriceLine } from './KnownFees.tsx'

type Fee = NonNullable<Inspections['fee']>

/** What another inspection costs, line by line, before a time is chosen. */
export function FeeLines({ fee: { lines, total } }: { fee: Fee }) {
  const { t, locale } = useTranslation()
  return (
    <section>
      <p className="text-ink-2">{t('documents.inspection.fee')}</p>
      <ul>
        {lines.map((line, n) => (
          <PriceLine key={n} line={line} lines={lines} />
        ))}
      </ul>
      <p className="flex justify-between gap-4 pt-2 text-md font-bold">
        <span>{t('documents.price.total')}</span>
        <span className="tabular-nums">{formatMoney(total.amount, total.currency, locale)}</span>
      </p>
    </section>
  )
}

interface PayFeeProps {
  request: DocumentDetails
  fee: Fee
  /** Books the appointment; resolves once that is done or refused. */
  onPay: () => Promise<unknown>
}

/** Pays for an appointment that was chosen, from the wallet, which is topped up here. */
export function PayFee({ request: { number }, fee, onPay }: PayFeeProps) {
  const { t, locale } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const { amount, currency } = fee.total
  const outstanding = useOutstanding(currency)
  const funds = useFunds(sumOf([amount, outstanding], currency), currency)
  const returnTo = paths.documentRequest(number)
  const pay = () => {
    setBusy(true)
    return onPay().finally(() => setBusy(false))
  }
  return (
    <>
      <WalletPart
        price={{ total: amount, currency }}
        label={t('documents.price.reinspection')}
        country="NG"
        returnTo={returnTo}
        outstanding={outstanding}
        beforeTopUp={async () => ({ leave: true, returnTo })}
      />
      <PayButton wide disabled={funds.state !== 'enough'} busy={isBusy} onClick={pay}>
        {t('documents.inspection.pay', { amount: formatMoney(amount, currency, locale) })}
      </PayButton>
    </>
  )
}

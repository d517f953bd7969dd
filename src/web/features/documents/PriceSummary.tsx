import type { DocumentDetails } from '#contract/documents/documents.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney } from '#web/time/format.ts'
import { PriceLine } from './KnownFees.tsx'

interface PriceSummaryProps {
  request: Pick<DocumentDetails, 'lines' | 'total' | 'refunded'>
}

/** The price of a request, line by line, and what was refunded. */
export function PriceSummary({ request: { lines, total, refunded } }: PriceSummaryProps) {
  const { t, locale } = useTranslation()
  if (total === null) return null
  return (
    <>
      <ul>
        {lines.map((line, n) => (
          <PriceLine key={n} line={line} lines={lines} />
        ))}
      </ul>
      <p className="flex justify-between gap-4 pt-3 text-lg font-bold">
        <span>{t('documents.price.total')}</span>
        <span className="tabular-nums">{formatMoney(total.amount, total.currency, locale)}</span>
      </p>
      {refunded !== null && (
        <p className="flex justify-between gap-4 pt-1 font-semibold">
          <span>{t('documents.request.refunded')}</span>
          <span className="tabular-nums">{formatMoney(-refunded.amount, refunded.currency, locale)}</span>
        </p>
      )}
    </>
  )
}

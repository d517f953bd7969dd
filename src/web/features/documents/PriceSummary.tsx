import type { DocumentDetails } from '#contract/documents.ts'
import { sumOf } from '#web/features/topup/money.ts'
import { formatMoney } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translation.ts'
import { PriceLine } from './KnownFees.tsx'

const sumAmounts = (lines: DocumentDetails['lines']): number =>
  sumOf(
    lines.map(({ amount }) => amount.amount),
    'NGN',
  )

/** The price of a request, line by line, and what came back. */
export function PriceSummary({ request: { lines, total, refunded } }: { request: DocumentDetails }) {
  const { t, locale } = useTranslation()
  if (total === null) return null
  // The tax on our service and the tax on the delivery are lines of their own, which read alike.
  const taxes = lines.filter(({ part }) => part === 'tax')
  const tax = taxes[0] && { ...taxes[0], amount: { ...taxes[0].amount, amount: sumAmounts(taxes) } }
  return (
    <>
      <ul>
        {lines
          .filter(({ part }) => part !== 'tax')
          .map((line, n) => (
            <PriceLine key={n} line={line} />
          ))}
        {tax !== undefined && <PriceLine line={tax} />}
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

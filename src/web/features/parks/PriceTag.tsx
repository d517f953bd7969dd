import { useTranslation } from 'react-i18next'
import type { ParkSummary } from '#contract/parks.ts'
import { formatDuration, formatMoney } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'

interface PriceTagProps {
  price: ParkSummary['price']
  /** Length of the window, for the price of a stay. */
  minutes: number
  quiet?: boolean
}

/** The whole price of the stay, or of an hour, with what it is for; a dash where nobody knows it. */
export function PriceTag({ price, minutes, quiet }: PriceTagProps) {
  const { t, i18n } = useTranslation()
  if (price === null) {
    return (
      <p className="text-right text-xs whitespace-nowrap text-ink-3">
        <span aria-hidden="true" className="block text-lg leading-none font-black">
          –
        </span>
        {t('park.price_unknown')}
      </p>
    )
  }
  const free = price.amount === 0
  return (
    <p className="text-right whitespace-nowrap">
      <span
        className={cx(
          'block text-lg font-black tracking-tighter sm:text-[1.4rem] sm:leading-tight',
          quiet && 'text-ink-3',
        )}
      >
        {free ? t('common.free') : formatMoney(price.amount, price.currency, i18n.language)}
      </span>
      <span className="block text-xs text-ink-3">
        {price.unit === 'hour'
          ? t('park.an_hour')
          : t('park.total_for', { duration: formatDuration(minutes, i18n.language) })}
      </span>
    </p>
  )
}

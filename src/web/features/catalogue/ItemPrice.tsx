import type { ItemSummary } from '#contract/catalogue/marketplace.ts'
import type { Money } from '#contract/fields.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney } from '#web/time/format.ts'
import { cx } from '#web/ui/cx.ts'

export interface ItemPriceProps {
  price: Money
  old_price: ItemSummary['old_price']
  /** Whether other variations cost more. */
  is_from?: boolean
  /** Whether the old price stands below. */
  isStacked?: boolean
  className?: string
}

/** What one costs with all taxes, below the price before the offer. */
export function ItemPrice({ price, old_price, is_from = false, isStacked = false, className }: ItemPriceProps) {
  const { t, locale } = useTranslation()
  const format = ({ amount, currency }: Money) => formatMoney(amount, currency, locale)
  return (
    <span
      className={cx(
        'tabular-nums',
        isStacked ? 'grid justify-items-end' : 'inline-flex flex-wrap items-baseline gap-x-1.5',
        className,
      )}
    >
      {is_from && <span className="text-sm font-normal text-ink-2">{t('shop.from')} </span>}
      <span className="font-bold whitespace-nowrap">{format(price)}</span>
      {old_price !== null && (
        <span className="text-sm font-normal whitespace-nowrap text-ink-2">
          <span className="sr-only">{t('shop.old_price')} </span>
          <s>{format(old_price)}</s>
        </span>
      )}
    </span>
  )
}

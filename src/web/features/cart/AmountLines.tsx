import type { SaleAmounts } from '#contract/cart/cart.ts'
import type { Money } from '#contract/fields.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney, formatPercent } from '#web/time/format.ts'
import { AmountTable } from '#web/ui/Table.tsx'

/**
 * What a cart or an order costs, in lines that add up: where prices contain taxes, these are named below the total;
 * elsewhere they are lines of their own.
 */
export function AmountLines({ amounts }: { amounts: SaleAmounts }) {
  const { t, locale } = useTranslation()
  const { subtotal, offers, coupon, delivery_charge, includes_tax, taxes, total } = amounts
  const format = ({ amount, currency }: Money) => formatMoney(amount, currency, locale)
  const minus = ({ amount, currency }: Money) => formatMoney(-amount, currency, locale)
  const name = (tax: SaleAmounts['taxes'][number]) =>
    tax.percent === null ? tax.name : `${tax.name} (${formatPercent(tax.percent, locale)})`
  const charged = taxes.filter(({ amount }) => amount.amount > 0)
  return (
    <>
      <AmountTable
        caption={t('cart.amounts')}
        rows={[
          { label: t('cart.subtotal'), amount: format(subtotal) },
          ...(offers.amount > 0 ? [{ label: t('cart.offers'), amount: minus(offers) }] : []),
          ...(coupon.amount > 0 ? [{ label: t('cart.coupon_line'), amount: minus(coupon) }] : []),
          ...(delivery_charge === null
            ? []
            : [
                {
                  label: t('cart.delivery'),
                  amount: delivery_charge.amount === 0 ? t('common.free') : format(delivery_charge),
                },
              ]),
          ...(includes_tax ? [] : charged.map((tax) => ({ label: name(tax), amount: format(tax.amount) }))),
        ]}
        total={{ label: t('cart.total'), amount: format(total) }}
      />
      {includes_tax && charged.length > 0 && (
        <p className="mt-1 text-right text-sm text-ink-2">
          {t('cart.including_tax', { tax: charged.map((tax) => `${name(tax)} ${format(tax.amount)}`).join(', ') })}
        </p>
      )}
    </>
  )
}

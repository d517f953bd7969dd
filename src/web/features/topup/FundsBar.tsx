import type { Money } from '#contract/fields.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney } from '#web/time/format.ts'
import { ActionBar } from '#web/ui/ActionBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { PayButton } from '#web/ui/PayButton.tsx'
import { focusTopUp } from './focusTopUp.ts'
import type { Funds } from './useFunds.ts'

interface FundsBarProps {
  total: Money
  funds: Funds
  busy: boolean
  onPay: () => unknown
  /** Label of the button that pays. */
  children: string
  className?: string
}

/**
 * The page's button that pays from the wallet. While money is missing, the top-up has the page's button, and on phones the bar
 * leads to it.
 */
export function FundsBar({ total: { amount, currency }, funds, busy, onPay, children, className }: FundsBarProps) {
  const { t, locale } = useTranslation()
  if (funds.state === 'short')
    return (
      <ActionBar className={cx('lg:hidden', className)}>
        <p className="mb-2 flex items-baseline justify-between gap-4">
          <span className="text-base text-ink-2">
            {t('checkout.money_needed_short', { amount: formatMoney(funds.missing, currency, locale) })}
          </span>
          <span className="text-lg font-black amount">{formatMoney(amount, currency, locale)}</span>
        </p>
        <Button wide variant="alt" onClick={focusTopUp}>
          {t('wallet.top_up')}
        </Button>
      </ActionBar>
    )
  return (
    <ActionBar {...(className !== undefined && { className })}>
      <PayButton wide disabled={funds.state !== 'enough'} busy={busy} onClick={onPay}>
        {children}
      </PayButton>
    </ActionBar>
  )
}

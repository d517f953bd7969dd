import { useTranslation } from 'react-i18next'
import type { Wallet } from '#contract/wallet.ts'
import { formatMoney } from '#web/lib/format.ts'
import { Card } from '#web/ui/Card.tsx'
import { OutstandingBalances } from './OutstandingBalances.tsx'

/** The balance in each currency, and the outstanding balances. */
export function Balances({ data }: { data: Wallet['data'] }) {
  const { t, i18n } = useTranslation()
  const money = (amount: number, currency: string) => formatMoney(amount, currency, i18n.language)
  const others = data.balances.filter(
    ({ currency, balance, pending }) => currency !== data.currency && (balance !== 0 || pending !== 0),
  )
  const owing = data.balances.filter(({ owed }) => owed > 0)
  return (
    <>
      <div className="bay-hero on-night rounded-2xl px-6 py-6">
        <p className="text-sm text-on-night-2">{t('wallet.balance_of', { currency: data.currency })}</p>
        <p className="text-3xl font-black tracking-display" data-testid="balance">
          {money(data.balance, data.currency)}
        </p>
        {data.pending > 0 && (
          <p className="mt-1 text-sm text-on-night-2">
            {t('wallet.pending', { amount: money(data.pending, data.currency) })}
          </p>
        )}
      </div>
      {owing.map((account) => (
        <OutstandingBalances key={account.currency} account={account} />
      ))}
      {others.length > 0 && (
        <Card className="mt-3">
          <h2 className="text-md">{t('wallet.other_balances')}</h2>
          <ul className="mt-1">
            {others.map(({ balance, pending, currency }) => (
              <li key={currency} className="flex flex-wrap justify-between gap-x-4 py-1 font-semibold">
                <span>{t(`shell.currencies.${currency}`)}</span>
                <span>{money(balance, currency)}</span>
                {pending > 0 && (
                  <span className="w-full text-right text-sm font-normal text-ink-2">
                    {t('wallet.pending', { amount: money(pending, currency) })}
                  </span>
                )}
              </li>
            ))}
          </ul>
          <p className="mt-1 text-sm text-ink-2">{t('wallet.other_balances_hint')}</p>
        </Card>
      )}
    </>
  )
}

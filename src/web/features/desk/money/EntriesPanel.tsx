import type { Money } from '#contract/fields.ts'
import type { DeskRecord } from '#contract/lists/records.ts'
import type { TransactionRecord } from '#contract/wallet/desk/transactions.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { formatMoney } from '#web/time/format.ts'

/** The entries of a transfer, which sum to zero: what each account is debited or credited with. */
export function EntriesPanel({ record }: { record: DeskRecord }) {
  const { entries } = record as unknown as TransactionRecord
  const { t, translateKey, locale } = useDeskWords()
  const show = (money: Money | null) =>
    money === null ? '' : formatMoney(Math.abs(money.amount), money.currency, locale)
  return (
    <div
      role="region"
      aria-label={t('desk.records.panels.entries')}
      // Wide tables are scrolled by keyboard too.
      tabIndex={0}
      className="overflow-x-auto rounded-xl border border-line bg-card"
    >
      <table className="w-full min-w-xl text-base">
        <caption className="sr-only">{t('desk.records.panels.entries')}</caption>
        <thead className="border-b border-line text-left text-sm text-ink-2">
          <tr>
            <th scope="col" className="px-4 py-2">
              {t('desk.records.panels.account')}
            </th>
            <th scope="col" className="px-4 py-2">
              {t('desk.records.panels.owner')}
            </th>
            {(['debit', 'credit', 'balance'] as const).map((name) => (
              <th key={name} scope="col" className="px-4 py-2 text-right">
                {t(`desk.records.panels.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map(({ account, owner, amount, balance_after }, index) => (
            <tr key={index} className="border-b border-line last:border-0">
              <th scope="row" className="px-4 py-2 text-left font-semibold">
                {translateKey(`desk.words.accounts.${account}`)}
              </th>
              <td className="px-4 py-2 wrap-anywhere">{owner ?? '–'}</td>
              <td className="px-4 py-2 text-right tabular-nums">{amount.amount < 0 ? show(amount) : ''}</td>
              <td className="px-4 py-2 text-right tabular-nums">{amount.amount > 0 ? show(amount) : ''}</td>
              <td className="px-4 py-2 text-right tabular-nums">{show(balance_after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

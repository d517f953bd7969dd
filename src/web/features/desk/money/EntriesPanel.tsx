import type { Money } from '#contract/fields.ts'
import type { DeskRecord } from '#contract/lists/records.ts'
import type { TransactionRecord } from '#contract/wallet/desk/transactions.ts'
import { narrowScreen } from '#web/features/lists/list/cardLayout.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useMediaQuery } from '#web/page/media.ts'
import { formatMoney } from '#web/time/format.ts'

/** The entries of a transfer, which sum to zero: what each account is debited or credited with. */
export function EntriesPanel({ record }: { record: DeskRecord }) {
  const { entries } = record as unknown as TransactionRecord
  const { t, translateKey, locale } = useDeskWords()
  const isNarrow = useMediaQuery(narrowScreen)
  const show = (money: Money | null) =>
    money === null ? '' : formatMoney(Math.abs(money.amount), money.currency, locale)
  if (isNarrow)
    return (
      <ul
        aria-label={t('desk.records.panels.entries')}
        className="rounded-xl border border-line bg-card px-4 text-base"
      >
        {entries.map(({ account, owner, amount, balance_after }, index) => (
          <li
            key={index}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-b border-line py-3 last:border-0"
          >
            <span className="font-semibold">{translateKey(`desk.words.accounts.${account}`)}</span>
            <span className="text-right tabular-nums">
              {t(`desk.records.panels.${amount.amount < 0 ? 'debit' : 'credit'}`)} {show(amount)}
            </span>
            <span className="text-sm wrap-anywhere text-ink-2">{owner}</span>
            {balance_after !== null && (
              <span className="text-right text-sm text-ink-2 tabular-nums">
                {t('desk.records.panels.balance')} {show(balance_after)}
              </span>
            )}
          </li>
        ))}
      </ul>
    )
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

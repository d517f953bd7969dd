import type { BulkEdit, BulkReport as Report } from '#contract/desk/bulk-changes.ts'
import type { DeskListDescription } from '#contract/lists/lists.ts'
import { isCurrency } from '#contract/money.ts'
import { useRecordWords } from '#web/features/lists/record/useRecordWords.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { formatMoney, formatNumber } from '#web/time/format.ts'
import { cx } from '#web/ui/cx.ts'
import { Notice } from '#web/ui/Notice.tsx'

/** So many rows are shown; all of them are counted. */
const mostRows = 200

/** What a change of many does, or would do: its consequences, then each row, those that were refused first. */
export function BulkReport({ report, list }: { report: Report; list: DeskListDescription }) {
  const { t, translateKey, locale } = useDeskWords()
  const count = (value: number) => formatNumber(value, locale)
  const rows = report.rows.toSorted((a, b) => Number(b.outcome === 'refused') - Number(a.outcome === 'refused'))
  const counts = t(report.added > 0 ? 'desk.shop.bulk.counts_added' : 'desk.shop.bulk.counts', {
    added: count(report.added),
    changed: count(report.changed),
    unchanged: count(report.unchanged),
    refused: count(report.refused),
  })
  const hasLines = rows.some(({ line }) => line !== null)
  const isEmpty = report.added + report.changed === 0
  const title = report.stored
    ? t('desk.shop.bulk.done_title')
    : t(report.is_stale ? 'desk.shop.bulk.stale_title' : 'desk.shop.bulk.check_title')
  return (
    <div className="grid grid-cols-1 gap-3">
      <Notice
        live
        tone={report.stored ? 'success' : report.refused > 0 || report.is_stale ? 'warning' : 'info'}
        title={title}
      >
        <span className="block">{counts}</span>
        {report.prices > 0 && <span className="block">{t('desk.shop.bulk.prices', { count: report.prices })}</span>}
        {report.stocks > 0 && <span className="block">{t('desk.shop.bulk.stocks', { count: report.stocks })}</span>}
        {report.carts > 0 && (
          <span className="block">{t('desk.shop.bulk.carts', { items: report.in_carts, count: report.carts })}</span>
        )}
        {isEmpty && <span className="block">{t('desk.shop.bulk.nothing')}</span>}
      </Notice>
      {rows.length > 0 && (
        <div
          className="max-h-96 overflow-auto rounded-xl border border-line"
          role="region"
          aria-label={counts}
          tabIndex={0}
        >
          <table className="w-full text-left text-sm">
            <thead>
              <tr className="sticky top-0 border-b border-line bg-card">
                {hasLines && (
                  <th scope="col" className="px-3 py-2">
                    {t('desk.shop.bulk.line')}
                  </th>
                )}
                <th scope="col" className="px-3 py-2">
                  {t('desk.shop.bulk.record')}
                </th>
                <th scope="col" className="px-3 py-2">
                  {t('desk.shop.bulk.edits')}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, mostRows).map(({ line, name, outcome, edits, reason }, index) => (
                <tr key={index} className="border-b border-line align-top last:border-0">
                  {hasLines && <td className="px-3 py-2 tabular-nums">{line}</td>}
                  <th scope="row" className="px-3 py-2 font-semibold wrap-anywhere">
                    {name}
                    <span
                      className={cx('block text-xs font-normal', outcome === 'refused' ? 'text-bad' : 'text-ink-2')}
                    >
                      {translateKey(`desk.words.bulk_outcomes.${outcome}`)}
                    </span>
                  </th>
                  <td className="px-3 py-2 wrap-anywhere">
                    {reason}
                    {edits.map((edit, at) => (
                      <EditLine key={at} edit={edit} list={list} />
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rows.length > mostRows && (
        <p className="text-sm text-ink-2">{t('desk.shop.bulk.more', { count: rows.length - mostRows })}</p>
      )}
    </div>
  )
}

function EditLine({ edit: { field, of, before, after }, list }: { edit: BulkEdit; list: DeskListDescription }) {
  const { t, labelled, locale, translateKey } = useDeskWords()
  const words = useRecordWords(list)
  const currency = of?.slice(0, 3) ?? ''
  const show = (value: BulkEdit['before']) => {
    if (value === null) return t('desk.shop.bulk.none')
    if (field === 'price' && typeof value === 'number' && isCurrency(currency))
      return formatMoney(value, currency, locale)
    if (typeof value === 'number') return formatNumber(value, locale)
    const kind = list.columns[field]?.words
    return kind === undefined ? value : translateKey(`desk.words.${kind}.${value}`)
  }
  const name = (field === 'price' ? [t('desk.shop.bulk.price'), of?.slice(4)] : [words.label(field), of])
    .filter(Boolean)
    .join(' ')
  return (
    <span className="block">
      {labelled(name, '')}
      <del className="text-ink-2">{show(before)}</del> <ins className="font-semibold no-underline">{show(after)}</ins>
    </span>
  )
}

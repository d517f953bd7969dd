import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export interface AmountRow {
  label: ReactNode
  amount: ReactNode
  /** Secondary text under the label. */
  note?: ReactNode
  /** For rows that are not part of the total. */
  quiet?: boolean
}

interface AmountTableProps {
  /** Accessible caption. */
  caption: string
  rows: readonly AmountRow[]
  total?: { label: ReactNode; amount: ReactNode }
}

/** A table of amounts with an optional total; smaller on the narrowest phones, so that words beside millions of francs stay whole. */
export function AmountTable({ caption, rows, total }: AmountTableProps) {
  return (
    <table className="w-full border-collapse max-[359px]:text-sm">
      <caption className="sr-only">{caption}</caption>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index} className="border-b border-line align-baseline">
            <th
              scope="row"
              className="w-full max-w-0 py-2.5 pr-2 text-left font-normal wrap-break-word min-[360px]:pr-4"
            >
              {row.label}
              {row.note && <span className="block text-sm text-ink-2">{row.note}</span>}
            </th>
            <td className={cx('py-2.5 text-right font-semibold whitespace-nowrap', row.quiet && 'text-ink-2')}>
              {row.amount}
            </td>
          </tr>
        ))}
      </tbody>
      {total && (
        <tfoot>
          <tr className="align-baseline text-lg">
            <th scope="row" className="pt-3.5 pr-4 text-left font-black tracking-tight">
              {total.label}
            </th>
            <td className="pt-3.5 text-right font-black amount whitespace-nowrap">{total.amount}</td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}

export interface Column<Row> {
  key: string
  head: ReactNode
  cell: (row: Row) => ReactNode
  /** `end` for numbers. */
  align?: 'start' | 'end'
  /** Whether the column names the row. */
  rowHead?: boolean
}

interface DataTableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
}

/** A table that scrolls horizontally if it is wider than the screen, also by keyboard. */
export function DataTable<Row>({ caption, columns, rows, rowKey }: DataTableProps<Row>) {
  const side = (column: Column<Row>) => (column.align === 'end' ? 'text-right' : 'text-left')
  return (
    <div
      role="region"
      aria-label={caption}
      tabIndex={0}
      className="overflow-x-auto rounded-xl border border-line bg-card"
    >
      <table className="w-full border-collapse text-base">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-sm text-ink-2">
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={cx('px-4 py-2.5 font-semibold whitespace-nowrap', side(column))}
              >
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="border-b border-line align-baseline last:border-0">
              {columns.map((column) =>
                column.rowHead ? (
                  <th key={column.key} scope="row" className={cx('px-4 py-3 font-semibold', side(column))}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.key} className={cx('px-4 py-3', side(column))}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

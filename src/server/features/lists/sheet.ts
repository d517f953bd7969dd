import writeXlsxFile, { type Cell } from 'write-excel-file/node'
import { currencyDigits, isCurrency } from '#contract/money.ts'
import type { ExportedCell } from './cells.ts'

/**
 * Writes a spreadsheet file with a frozen row of headings: numbers as numbers, money in the format of its currency, times as
 * times. Runs in a worker, because 50,000 rows take seconds.
 */
export async function createSheet(name: string, headings: readonly string[], rows: ExportedCell[][]): Promise<Buffer> {
  const head: Cell[] = headings.map((value) => ({ value, fontWeight: 'bold' }))
  const written = writeXlsxFile([head, ...rows.map((row) => row.map(toCell))], {
    // Excel refuses longer names, and these characters.
    sheet: name.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, 31),
    stickyRowsCount: 1,
    columns: headings.map((heading) => ({ width: Math.max(12, Math.min(40, heading.length + 4)) })),
  })
  return written.toBuffer()
}

function toCell(cell: ExportedCell): Cell {
  if (cell === null) return null
  if (typeof cell === 'string') return { value: cell, type: String }
  if (typeof cell === 'number') return { value: cell, type: Number }
  // A date without a zone: the file has none either.
  if ('local_time' in cell)
    return { value: new Date(`${cell.local_time.replace(' ', 'T')}:00Z`), type: Date, format: 'yyyy-mm-dd hh:mm' }
  const decimals = isCurrency(cell.currency) ? currencyDigits[cell.currency] : 2
  const digits = decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`
  return { value: cell.amount, type: Number, format: `[$${cell.currency}] ${digits}` }
}

import { CsvError, parse } from 'csv-parse/sync'
import { type AppError, fieldError } from '#server/http/errors.ts'
import { decodeText, UndecodableText } from './decode-text.ts'

/** Returns the text of a file in any of the encodings in which spreadsheets save. Throws 422 for what is no text. */
export async function decodeFile(bytes: Uint8Array): Promise<string> {
  try {
    return (await decodeText(bytes)).text
  } catch (error) {
    throw error instanceof UndecodableText ? fieldError('file', 'csv_encoding') : error
  }
}

/** Text of a cell, without the apostrophe that keeps a spreadsheet from running it as a formula. */
export const readTypedCell = (cell: string | undefined): string => (cell ?? '').trim().replace(/^'(?=[=+\-@])/, '')

/** A row of a file, with the number of the line on which it begins. */
export interface FileRow {
  number: number
  cells: string[]
}
interface ParsedRow {
  record: string[]
  info: { lines: number }
  raw: string
}

/** Parses the rows of a CSV file, the headings first. Throws 422 at `file` for text that is no CSV, with the line that is wrong. */
export function parseCsv(csv: string): FileRow[] {
  // One kind of line break, because the parser counts each character of others as a line.
  const text = csv.replaceAll(/\r\n?/g, '\n')
  // Spreadsheets in French write semicolons.
  const delimiter = text.slice(0, text.indexOf('\n')).includes(';') ? ';' : ','
  let last_line = 0
  const options = { bom: true, delimiter, record_delimiter: '\n', relax_column_count: true, skip_empty_lines: true }
  try {
    const rows = parse(text, {
      ...options,
      info: true,
      raw: true,
      on_record: (row, { lines }) => {
        last_line = lines
        return row
      },
    }) as unknown as ParsedRow[]
    return rows.map(({ record, info, raw }) => ({
      number: info.lines - (raw.trim().match(/\n/g)?.length ?? 0),
      cells: record,
    }))
  } catch (error) {
    if (error instanceof CsvError) throw toLineError(error, text, last_line)
    throw error
  }
}

/** Says what is wrong with a file that is no CSV, and on which line. */
function toLineError({ code, lines }: CsvError & { lines?: number }, text: string, last_line: number): AppError {
  if (code === 'CSV_QUOTE_NOT_CLOSED') {
    // The parser has read on to the end of the file.
    const first = text.split('\n').findIndex((line, index) => index >= last_line && line.trim() !== '')
    return fieldError('file', 'csv_quote_open', { line: first + 1 })
  }
  if (code === 'INVALID_OPENING_QUOTE' || code === 'CSV_INVALID_CLOSING_QUOTE')
    return fieldError('file', 'csv_quote', { line: lines ?? last_line + 1 })
  return fieldError('file', 'csv_text')
}

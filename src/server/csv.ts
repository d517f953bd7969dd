import { stringify } from 'csv-stringify/sync'

/** Without it, spreadsheets read UTF-8 as the system's legacy encoding. */
export const byteOrderMark = '\ufeff'

/** Spreadsheets run text that begins with one of these as a formula; an apostrophe before it makes it text. */
const escapeFormula = (text: string): string =>
  /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text

/** Rows as CSV (RFC 4180). Only text is guarded against formulas: a negative number stays a number. */
export const formatCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  stringify([...rows] as (string | number)[][], {
    record_delimiter: '\r\n',
    // Some spreadsheets split at these characters too.
    quoted_match: /[;\t\r\n]/,
    cast: { string: escapeFormula },
  })

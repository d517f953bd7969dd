/** Without it, spreadsheets read UTF-8 as the system's legacy encoding. */
export const byteOrderMark = '\ufeff'

/** The digits of a phone number in international form, behind those of its country (ITU-T E.164). */
const phone = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d{4,12})$/

/** A phone number that no program takes for a formula or a number, nor has an apostrophe before it: `(+234) 8031234567`. */
function formatPhone(text: string): string | undefined {
  if (!text.startsWith('+') || !/^\+\d[\d ().-]{6,23}$/.test(text)) return undefined
  const [, country, rest] = phone.exec(`+${text.replaceAll(/\D/g, '')}`) ?? []
  return country === undefined ? undefined : `(+${country}) ${rest}`
}

/** Spreadsheets run text that begins with one of these as a formula; an apostrophe before it makes it text. */
const escapeFormula = (text: string): string =>
  /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text

/** Rows as CSV (RFC 4180). Only text is guarded against formulas: a negative number stays a number. */
export const formatCsv = (rows: readonly (readonly (string | number)[])[]): string => {
  let text = ''
  for (const row of rows) {
    let separator = ''
    for (const cell of row) {
      text += separator + (typeof cell === 'number' ? String(cell) : quote(formatPhone(cell) ?? escapeFormula(cell)))
      separator = ','
    }
    text += '\r\n'
  }
  return text
}

/** Some spreadsheets split at semicolons and tabs too. */
const quote = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

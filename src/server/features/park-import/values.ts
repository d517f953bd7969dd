import { day_ms } from '#contract/time.ts'

/** Parses a decimal number; undefined for anything else. */
export function parseNumber(text: unknown): number | undefined {
  if (typeof text === 'number') return Number.isFinite(text) ? text : undefined
  if (typeof text !== 'string' || !/^\s*[-+]?\d+(\.\d*)?\s*$/.test(text)) return undefined
  return Number(text)
}

/** What programs write for a value that they do not have. */
const missingWords = new Set([
  'undefined',
  'null',
  'NULL',
  'Null',
  'NaN',
  'nan',
  'None',
  '[object Object]',
  '#N/A',
  'N/A',
  '<Null>',
])

/** Normalizes white space; null for empty text and for what programs write for a missing value. */
export function parseText(value: unknown): string | null {
  if (typeof value !== 'string' && (typeof value !== 'number' || Number.isNaN(value))) return null
  const text = String(value).replaceAll(/\s+/g, ' ').trim()
  return text === '' || missingWords.has(text) ? null : text
}

/** Parses degrees, also with a decimal comma; undefined for anything else. */
export const parseDegrees = (value: unknown): number | undefined =>
  parseNumber(typeof value === 'string' ? value.replace(/^(\s*-?\d{1,3}),(\d+\s*)$/, '$1.$2') : value)

/** Rounds to seven decimals (about 1 cm); further digits are noise. */
export const roundDegrees = (degrees: number) => Math.round(degrees * 1e7) / 1e7

/**
 * Parses a whole number with or without separators of thousands: "1,200", "1 200", "1’200"; undefined for anything else,
 * such as "approx. 110" and "50-60".
 */
export function parseCount(value: unknown): number | undefined {
  if (typeof value === 'string' && /^\s*\d{1,3}(?:[,\s’']\d{3})+\s*$/.test(value))
    return Number(value.replaceAll(/[,\s’']/g, ''))
  const count = parseNumber(value)
  return count !== undefined && Number.isInteger(count) && count >= 0 ? count : undefined
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** The day 0 of the serial numbers of spreadsheets, which count a 29 February 1900. */
const serialStart_ms = Date.UTC(1899, 11, 30)

/**
 * Converts a day of the United States, as files and spreadsheets have it, to `YYYY-MM-DD`: "2025-12-31", "12/31/2025",
 * "12/31/25", "31-Dec-25", with or without a time, or a serial number. Null for days that do not exist.
 */
export function parseDay(value: unknown): string | null {
  const text = parseText(value) ?? ''
  if (/^\d{5}(?:\.\d+)?$/.test(text)) return toDay(new Date(serialStart_ms + Math.floor(Number(text)) * day_ms))
  const [, y, m, d] = /^(\d{4})-(\d\d)-(\d\d)(?!\d)/.exec(text) ?? []
  if (y !== undefined) return dayOf(Number(y), Number(m), Number(d))
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d\d)(?!\d)/.exec(text) ?? []
  if (month !== undefined) return dayOf(fullYear(year!), Number(month), Number(day))
  const [, dayOfMonth, name, named] = /^(\d{1,2})[-\s]([a-z]{3})[a-z]*[-\s](\d{4}|\d\d)(?!\d)/i.exec(text) ?? []
  return name === undefined
    ? null
    : dayOf(fullYear(named!), monthNames.indexOf(name.toLowerCase()) + 1, Number(dayOfMonth))
}

/** Spreadsheets write two digits for the years from 1930 to 2029. */
const fullYear = (year: string): number =>
  year.length === 4 ? Number(year) : Number(year) + (Number(year) < 30 ? 2000 : 1900)

function dayOf(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day))
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? toDay(at) : null
}

const toDay = (at: Date): string => at.toISOString().slice(0, 10)

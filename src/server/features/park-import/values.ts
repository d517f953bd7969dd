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

/** Rounds to seven decimals (about 1 cm); further digits are noise. */
export const roundDegrees = (degrees: number) => Math.round(degrees * 1e7) / 1e7

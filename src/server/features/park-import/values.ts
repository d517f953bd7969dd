/** Parses a decimal number; undefined for anything else. */
export function parseNumber(text: unknown): number | undefined {
  if (typeof text === 'number') return Number.isFinite(text) ? text : undefined
  if (typeof text !== 'string' || !/^\s*[-+]?\d+(\.\d*)?\s*$/.test(text)) return undefined
  return Number(text)
}

/** Normalizes white space; null for empty text. */
export function parseText(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value).replaceAll(/\s+/g, ' ').trim()
  return text === '' ? null : text
}

/** Rounds to seven decimals (about 1 cm); further digits are noise. */
export const roundDegrees = (degrees: number) => Math.round(degrees * 1e7) / 1e7

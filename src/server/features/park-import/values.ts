/** A number written as text; undefined for what is empty or none. */
export function numberIn(text: unknown): number | undefined {
  if (typeof text === 'number') return Number.isFinite(text) ? text : undefined
  if (typeof text !== 'string' || !/^\s*[-+]?\d+(\.\d*)?\s*$/.test(text)) return undefined
  return Number(text)
}

/** Text without outer and double spaces; null when nothing is left. */
export function textIn(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value).replaceAll(/\s+/g, ' ').trim()
  return text === '' ? null : text
}

/** Degrees to seven digits, a centimetre: what sources give beyond that is noise. */
export const roundDegrees = (degrees: number) => Math.round(degrees * 1e7) / 1e7

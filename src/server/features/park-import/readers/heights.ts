import { parseText } from '../values.ts'

const feetAndInches =
  /^(\d{1,2}(?:\.\d+)?)\s*(?:'|′|’|ft|feet|foot)\.?(?:[\s-]*(\d{1,2}(?:\.\d+)?)\s*(?:"|″|”|''|in|inch|inches)?\.?)?$/i
const metres = /^(\d{1,2}(?:[.,]\d+)?)\s*(?:m|metres?|meters?)?\.?$/i
const centimetres = /^(\d{3})\s*cm$/i

/**
 * Parses a height ("2.1", "2,1 m", "210 cm", "6'10\"", "6 ft 10 in") to metres; null for words ("default", "none",
 * "below_default", "no_sign") and for what is no height.
 */
export function parseHeight(value: unknown): number | null {
  const text = parseText(value) ?? ''
  const [, feet, inches = '0'] = feetAndInches.exec(text) ?? []
  if (feet !== undefined)
    return Number(inches) >= 12 ? null : Math.round(Number(feet) * 30.48 + Number(inches) * 2.54) / 100
  const [, whole] = centimetres.exec(text) ?? []
  if (whole !== undefined) return Number(whole) / 100
  const [, written] = metres.exec(text) ?? []
  return written === undefined ? null : Number(written.replace(',', '.'))
}

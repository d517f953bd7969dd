import * as z from 'zod/mini'

/* Trade item numbers (GTIN) as barcodes carry them: 8, 12, 13 or 14 digits, of which the last one checks the others. */

/** So many an item or a variation may have: a single piece, its packs, and what it was sold as before. */
export const maxBarcodes = 10
export const barcodeLengths: readonly number[] = [8, 12, 13, 14]

/** The check digit of the digits before it: they weigh 3 and 1 in turn, from the right. */
export const checkDigitOf = (digits: string): number => {
  const sum = [...digits].toReversed().reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10
}

/**
 * The 14 digits by which a barcode is stored and found, whichever of its lengths was read; undefined for what is none. Spaces
 * and hyphens between the digits do not count.
 */
export function toGtin(text: string): string | undefined {
  const digits = text.replaceAll(/[\s-]/g, '')
  if (!/^\d+$/.test(digits) || !barcodeLengths.includes(digits.length) || /^0+$/.test(digits)) return undefined
  return checkDigitOf(digits.slice(0, -1)) === Number(digits.at(-1)) ? digits.padStart(14, '0') : undefined
}

/** A stored barcode as it is printed below its bars. */
export function showGtin(gtin: string): string {
  const zeros = /^0*/.exec(gtin)![0].length
  return gtin.slice(-(zeros >= 6 ? 8 : zeros >= 2 ? 12 : zeros === 1 ? 13 : 14))
}

/** The pieces of a text with several barcodes, which spaces, commas and line breaks separate. */
export const splitBarcodes = (text: string): string[] => text.split(/[\s,;]+/).filter((piece) => piece !== '')

/** Several barcodes as a person types or scans them, one after the other. */
export const BarcodesText = z.string().check(
  z.trim(),
  z.maxLength(200, 'too_long'),
  z.refine((text) => splitBarcodes(text).every((piece) => toGtin(piece) !== undefined), 'barcode'),
  z.refine((text) => splitBarcodes(text).length <= maxBarcodes, 'too_many_barcodes'),
)

import { normalizeCode } from '#contract/codes.ts'

/** 2 to 12 letters of any script, digits, spaces and hyphens; letters in capitals. */
export const platePattern = /^[\p{L}\d][\p{L}\d -]{0,10}[\p{L}\d]$/u

/** A typed or pasted plate in capitals: any dash as a hyphen, spaces, dots and underscores as one space. */
export const tidyPlate = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Zs}.·•_]+/gu, ' ')
    .replaceAll(/ ?[\p{Pd}\u2212][ \p{Pd}\u2212]*/gu, '-')
    .trim()
    .toUpperCase()

/** Normalizes a typed plate to its stored form; undefined when it is invalid. */
export function plateOf(typed: string): string | undefined {
  const plate = tidyPlate(typed)
  return platePattern.test(plate) ? plate : undefined
}

/** A plate as it is compared: its letters and digits in capitals. The database stores the same as `plate_key`. */
export const normalizePlate = normalizeCode

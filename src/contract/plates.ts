/** 2 to 12 letters of any script, digits, spaces and hyphens; letters in capitals. */
export const platePattern = /^[\p{L}\d][\p{L}\d -]{0,10}[\p{L}\d]$/u

/** Normalizes a typed plate to its stored form; undefined when it is invalid. */
export function plateOf(typed: string): string | undefined {
  const plate = typed.trim().toUpperCase()
  return platePattern.test(plate) ? plate : undefined
}

/** A plate as it is compared: in capitals, without spaces and hyphens. The database stores the same as `plate_key`. */
export const normalizePlate = (plate: string): string => plate.toUpperCase().replaceAll(/[ -]/g, '')

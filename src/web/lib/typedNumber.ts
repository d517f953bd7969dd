/** A number in the form readers type it. */
export const formatTypedNumber = (value: number, locale: string): string =>
  locale.startsWith('fr') ? String(value).replace('.', ',') : String(value)

/**
 * Parses a typed number: decimal point or comma, spaces as thousands separators; undefined for anything else. `1,500`
 * is 1500 in English and 1.5 in French.
 */
export function parseTypedNumber(text: string, locale: string): number | undefined {
  const tight = text.replaceAll(/[\s\u00a0\u202f]/g, '')
  const isGrouped = !locale.startsWith('fr') && /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(tight)
  const plain = isGrouped ? tight.replaceAll(',', '') : tight.replace(',', '.')
  return /^\d{1,9}(\.\d{1,7})?$/.test(plain) ? Number(plain) : undefined
}

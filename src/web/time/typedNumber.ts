/** A number in the form readers type it, with at least so many decimals if it has any. */
export function formatTypedNumber(value: number, locale: string, decimals = 0): string {
  const text = Number.isInteger(value) || String(value).includes('e') ? String(value) : pad(String(value), decimals)
  return locale.startsWith('fr') ? text.replace('.', ',') : text
}

const pad = (text: string, decimals: number): string => text.padEnd(text.indexOf('.') + 1 + decimals, '0')

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

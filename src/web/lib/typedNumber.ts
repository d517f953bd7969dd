/** A number as the reader would type it. */
export const formatTypedNumber = (value: number, locale: string): string =>
  locale.startsWith('fr') ? String(value).replace('.', ',') : String(value)

/**
 * A number as people type it, with a point or a comma and spaces between thousands; undefined for anything else. `1,500`
 * is fifteen hundred in English and one and a half in French.
 */
export function parseTypedNumber(text: string, locale: string): number | undefined {
  const tight = text.replaceAll(/[\s\u00a0\u202f]/g, '')
  const isGrouped = !locale.startsWith('fr') && /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(tight)
  const plain = isGrouped ? tight.replaceAll(',', '') : tight.replace(',', '.')
  return /^\d{1,9}(\.\d{1,4})?$/.test(plain) ? Number(plain) : undefined
}

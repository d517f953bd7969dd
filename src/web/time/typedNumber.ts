/** A number in the form readers type it, with at least so many decimals if it has any. */
export function formatTypedNumber(value: number, locale: string, decimals = 0): string {
  const text = Number.isInteger(value) || String(value).includes('e') ? String(value) : pad(String(value), decimals)
  return locale.startsWith('fr') ? text.replace('.', ',') : text
}

const pad = (text: string, decimals: number): string => text.padEnd(text.indexOf('.') + 1 + decimals, '0')

interface TypedParts {
  whole: string
  /** Without zeros at its end. */
  fraction: string
}

/** Thousands with a comma or a point between them, and the decimals after the other sign. */
const grouped = /^([1-9]\d{0,2})(?:(?:,\d{3})+(?:\.(\d*))?|(?:\.\d{3})+(?:,(\d*))?)$/
const plain = /^(\d+)(?:[.,](\d*))?$/

/**
 * The digits of a typed number: decimal point or comma, and spaces, apostrophes or the other sign between thousands.
 * Undefined for anything else. Of one sign before three digits, which may be either, `groups` says what it is.
 */
function readDigits(text: string, groups: (sign: '.' | ',') => boolean): TypedParts | undefined {
  const tight = text.replaceAll(/[\s\u00a0\u202f'’]/g, '')
  const [, single] = /^[1-9]\d{0,2}([.,])\d{3}$/.exec(tight) ?? []
  const match = single === undefined || groups(single as '.' | ',') ? grouped.exec(tight) : null
  const [digits, fraction] =
    match === null
      ? (plain.exec(tight)?.slice(1) ?? [])
      : [tight.slice(0, tight.length - lengthOfFraction(match)).replaceAll(/[.,]/g, ''), match[2] ?? match[3]]
  return digits === undefined ? undefined : { whole: digits, fraction: (fraction ?? '').replace(/0+$/, '') }
}

const lengthOfFraction = (match: RegExpExecArray): number => {
  const fraction = match[2] ?? match[3]
  return fraction === undefined ? 0 : fraction.length + 1
}

const toNumber = ({ whole, fraction }: TypedParts): number => Number(`${whole}.${fraction || '0'}`)

/**
 * Parses a typed number: `12,50` and `12.50` are 12.5 in every language, `1,500` is 1500 in English and 1.5 in French.
 * Undefined for what is none, has more than twelve digits, or more than seven decimals.
 */
export function parseTypedNumber(text: string, locale: string): number | undefined {
  const parts = readDigits(text, (sign) => sign === ',' && !locale.startsWith('fr'))
  return parts && parts.whole.length <= 12 && parts.fraction.length <= 7 ? toNumber(parts) : undefined
}

/** The same, maybe with a minus before it: a correction. */
export const parseSignedNumber = (text: string, locale: string): number | undefined =>
  withSign(text, (digits) => parseTypedNumber(digits, locale))

/** Parses typed or pasted degrees, which have no thousands: `43,642` is 43.642 in every language. */
export const parseDegrees = (text: string): number | undefined =>
  withSign(text, (digits) => {
    const parts = readDigits(digits, () => false)
    return parts && toNumber(parts)
  })

function withSign(text: string, parse: (digits: string) => number | undefined): number | undefined {
  const trimmed = text.trim()
  const isNegative = /^[-−]/.test(trimmed)
  const number = parse(isNegative ? trimmed.slice(1) : trimmed)
  return number !== undefined && isNegative ? -number : number
}

/** Parses a typed amount of money, which never has three decimals: `1,500` and `1.500` are 1500 in every language. */
export function readTypedAmount(text: string): { amount: number; decimals: number } | undefined {
  const parts = readDigits(text, () => true)
  return parts && { amount: toNumber(parts), decimals: parts.fraction.length }
}

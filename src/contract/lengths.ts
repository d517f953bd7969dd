import { metresIn } from './distance-units.ts'
import { languageIn, usesMiles } from './formats.ts'
import { formatNumber } from './numbers.ts'

const noBreak = '\u00a0'
/** Units of shorter lengths, in metres. */
export const lengthUnits_m = { m: 1, ft: 0.3048 } as const
export type LengthUnit = keyof typeof lengthUnits_m

const inch_cm = 2.54

const footUnit = (locale: string) => (languageIn(locale) === 'fr' ? 'pi' : 'ft')
const inchUnit = (locale: string) => (languageIn(locale) === 'fr' ? 'po' : 'in')

/**
 * `350 m` rounded to tens, `1.2 km` to tenths, `24 km` to whole kilometres; in the United States `350 ft`, `1.2 mi`. What
 * somebody set, as a radius, is given `inTenths` however far it is.
 */
export const formatDistance = (distance_m: number, locale: string, inTenths = false): string => {
  const long = (distance: number, unit: string) =>
    `${formatNumber(distance, locale, { maximumFractionDigits: inTenths || distance < 9.95 ? 1 : 0 })}${noBreak}${unit}`
  if (usesMiles(locale)) {
    const feet = Math.round(distance_m / lengthUnits_m.ft / 10) * 10
    if (feet < 500) return `${formatNumber(feet, locale)}${noBreak}${footUnit(locale)}`
    return long(distance_m / metresIn.mi, 'mi')
  }
  const rounded_m = distance_m < 20 ? Math.round(distance_m) : Math.round(distance_m / 10) * 10
  if (rounded_m < 1000) return `${formatNumber(rounded_m, locale)}${noBreak}m`
  return long(distance_m / metresIn.km, 'km')
}

/** Formats a length given in centimetres: `2.1 m`; in the United States `6 ft 11 in`. */
export const formatLength = (length_cm: number, locale: string): string => {
  if (!usesMiles(locale)) return `${formatNumber(length_cm / 100, locale, { maximumFractionDigits: 2 })}${noBreak}m`
  const inches = Math.round(length_cm / inch_cm)
  const [feet, rest] = [Math.floor(inches / 12), inches % 12]
  const parts = [feet > 0 && `${feet}${noBreak}${footUnit(locale)}`, rest > 0 && `${rest}${noBreak}${inchUnit(locale)}`]
  return parts.filter(Boolean).join(noBreak)
}

/** A round length in a unit that is given, as beside the scale of a map: `1,000 ft`. */
export const formatWholeLength = (length: number, unit: LengthUnit): string =>
  `${formatNumber(length, 'en')}${noBreak}${unit}`

/** The unit in which a reader types the sizes of a vehicle. */
export const typedLengthUnit = (locale: string): string =>
  usesMiles(locale) ? `${footUnit(locale)} ${inchUnit(locale)}` : 'cm'

/** A length in the form in which it is typed: `203` centimetres; in the United States `6 ft 8 in`. */
export const formatTypedLength = (length_cm: number, locale: string): string =>
  usesMiles(locale) ? formatLength(length_cm, locale).replaceAll(noBreak, ' ') : String(length_cm)

const amount = String.raw`(\d+(?:[.,]\d+)?)`
const feetAndInches = new RegExp(
  String.raw`^${amount}\s*(?:ft|feet|foot|pi|pieds?|['’′])?\.?\s*(?:${amount}\s*(?:in|inch|inches|po|pouces?|["”″])?\.?)?$`,
  'i',
)
const onlyInches = new RegExp(String.raw`^${amount}\s*(?:in|inch|inches|po|pouces?|["”″])\.?$`, 'i')

/**
 * Reads a length that is typed, in whole centimetres: `203`; in the United States `6 ft 8 in`, `6'8"`, `6 8`, `6.5`, `80 in`.
 * Undefined for anything else.
 */
export function parseLength(text: string, locale: string): number | undefined {
  const typed = text.replaceAll(/[\s\u00a0\u202f]+/g, ' ').trim()
  const numberOf = (digits: string | undefined) => Number((digits ?? '0').replace(',', '.'))
  if (!usesMiles(locale)) return /^\d+$/.test(typed.replaceAll(' ', '')) ? Number(typed.replaceAll(' ', '')) : undefined
  const inches = onlyInches.exec(typed)
  if (inches !== null) return Math.round(numberOf(inches[1]) * inch_cm)
  const both = feetAndInches.exec(typed)
  return both === null ? undefined : Math.round((numberOf(both[1]) * 12 + numberOf(both[2])) * inch_cm)
}

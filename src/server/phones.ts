import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/min'
import type { CountryCode } from '#contract/places/places.ts'
import { fieldError } from '#server/http/errors.ts'

/** How a number may be dialled: with the bracketed trunk zero or without, and with 00 or 011 instead of the plus sign. */
function listSpellings(typed: string): string[] {
  const bare = typed.replaceAll(/\p{Cf}/gu, '').replaceAll(/[\p{Zs}\t]/gu, ' ')
  return [bare, bare.replace(/\( ?0 ?\)/, ' ')].flatMap((text) => {
    const digits = text.replaceAll(/\D/g, '')
    const international = ['00', '011'].flatMap((prefix) =>
      digits.startsWith(prefix) ? [`+${digits.slice(prefix.length)}`] : [],
    )
    return [...international, /^[( ]*[+\uff0b]/.test(text) ? `+${digits}` : text]
  })
}

/**
 * The small metadata knows the lengths of a country's numbers, not those of each kind: in Nigeria only 700 and 800 numbers
 * have more than ten digits (numbering plan of the NCC).
 */
const isTooLong = ({ countryCallingCode, nationalNumber }: PhoneNumber): boolean =>
  countryCallingCode === '234' && nationalNumber.length > 10 && !/^[78]00/.test(nationalNumber)

/**
 * Reads a typed phone number as E.164, such as +2348031234567. One without its country's code is of the first of `countries`
 * where it is valid. Returns undefined for what is no number, and for one with an extension.
 */
export function readPhone(typed: string, countries: readonly CountryCode[]): string | undefined {
  for (const defaultCountry of countries.length === 0 ? [undefined] : countries)
    for (const spelling of listSpellings(typed)) {
      const phone = parsePhoneNumberFromString(spelling, { ...(defaultCountry && { defaultCountry }), extract: false })
      if (phone?.isValid() === true && phone.ext === undefined && !isTooLong(phone)) return phone.number
    }
  return undefined
}

/** The country of a number in E.164, such as `NG`; undefined for one that belongs to none, such as satellite phones. */
export const findPhoneCountry = (number: string): string | undefined =>
  parsePhoneNumberFromString(number, { extract: false })?.country

interface PhoneField {
  /** The countries that a number without its code may be of, likeliest first. */
  countries: readonly (CountryCode | undefined)[]
  field?: string
  /** What is stored: an older number that cannot be read may stay as it is. */
  kept?: string | null
}

/** Returns a typed phone number as it is stored, null for none. Throws 422 at the field for what is no number. */
export function toStoredPhone(
  typed: string | null | undefined,
  { countries, field, kept: stored }: PhoneField,
): string | null {
  if (typed === null || typed === undefined) return null
  const known = countries.filter((country) => country !== undefined)
  const phone = readPhone(typed, known) ?? (typed === stored ? typed : undefined)
  if (phone === undefined) throw fieldError(field ?? 'phone', 'phone')
  return phone
}

/** The digits that stored numbers may contain of a number that someone searches for; none if the text is no number. */
export function listPhoneDigits(text: string): string[] {
  if (!/^[\d\p{Zs}\p{Pd}\p{Cf}\t\u2212+\uff0b()./]+$/u.test(text)) return []
  const whole = (['NG', 'CA', 'SN'] as const).flatMap((country) => readPhone(text, [country]) ?? [])
  const part = text.replaceAll(/\D/g, '').replace(/^0+/, '')
  return [...new Set([...whole.map((phone) => phone.slice(1)), ...(part.length < 6 ? [] : [part])])]
}

import { countryCodes, type CountryCode } from '#contract/places.ts'
import type { IpData } from './ipData.ts'

/** The specification's country where the address is unknown, or in none of the countries served. */
const fallback: CountryCode = 'US'

/** Which country the picker points to, and why (specification, section 3). */
export type DetectedCountry = {
  code: CountryCode
  autoDetected: boolean
  /** The address is known, and in none of the countries served. */
  fallbackToDefault: boolean
  /** No service knew the address. */
  errorFallback: boolean
  detectedCity: string | undefined
}

/** What a lookup means for the picker; `chosen` says that a country is stored already, which it does not change. */
export function detectedFrom(data: IpData | undefined, chosen: boolean): DetectedCountry {
  const code = countryCodes.find((one) => one === data?.location.countryCode)
  return {
    code: code ?? fallback,
    autoDetected: code !== undefined && !chosen,
    fallbackToDefault: data !== undefined && code === undefined,
    errorFallback: data === undefined,
    detectedCity: data?.location.city || undefined,
  }
}

/** The key of the note beside the country (`shell.country.notes`). */
export const noteOf = ({ autoDetected, fallbackToDefault, errorFallback }: DetectedCountry) =>
  errorFallback ? 'error_fallback' : fallbackToDefault ? 'default' : autoDetected ? 'auto_detected' : 'detected'

import type { CountryCode } from '#contract/places/places.ts'
import { settings } from '#contract/settings/settings.ts'
import { servedCountries } from '#web/api/config.ts'
import type { IpData } from './ipData.ts'

/** The default country of the settings, or the first that is served. */
const findFallback = (): CountryCode =>
  servedCountries().find((code) => code === settings().site.default_country) ?? servedCountries()[0]!

/** The country the picker preselects, and why (specification, section 3). */
export interface DetectedCountry {
  code: CountryCode
  autoDetected: boolean
  /** The location is known but not in a served country. */
  fallbackToDefault: boolean
  /** No service knew the location. */
  errorFallback: boolean
  detectedCity: string | undefined
}

/** Evaluates a lookup for the picker; with `chosen`, a country is stored and stays selected. */
export function detectedFrom(data: IpData | undefined, chosen: boolean): DetectedCountry {
  const code = servedCountries().find((code) => code === data?.location.countryCode)
  return {
    code: code ?? findFallback(),
    autoDetected: code !== undefined && !chosen,
    fallbackToDefault: data !== undefined && code === undefined,
    errorFallback: data === undefined,
    detectedCity: data?.location.city || undefined,
  }
}

/** Key of the note beside the country (`shell.country.notes`). */
export const noteOf = ({ autoDetected, fallbackToDefault, errorFallback }: DetectedCountry) =>
  errorFallback ? 'error_fallback' : fallbackToDefault ? 'default' : autoDetected ? 'auto_detected' : 'detected'

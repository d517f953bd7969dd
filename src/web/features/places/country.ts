import { useSearchParams } from 'react-router'
import { countryIds } from '#contract/geography.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { servedCountries } from '#web/api/config.ts'
import { countryKey, useCountry, type SelectedCountry } from '#web/storage/country.ts'
import { isStored, writeJson, writeText } from '#web/storage/storage.ts'

/** The country of a list: from the address, otherwise the chosen one. */
export function useBrowsedCountry(): CountryCode {
  const [params] = useSearchParams()
  return findBrowsedCountry(params, useCountry().code)
}

export const findBrowsedCountry = (params: URLSearchParams, chosen: CountryCode): CountryCode =>
  servedCountries().find((code) => code === params.get('country')?.toUpperCase()) ?? chosen

/** Stores the country in a cookie for the server's rendering. */
export function writeCountryCookie(code: CountryCode): void {
  document.cookie = `country=${code}; path=/; max-age=31536000; samesite=lax`
}

const readCountryCookie = (): CountryCode | undefined =>
  servedCountries().find((code) => code === /(?:^|; )country=(\w+)/.exec(document.cookie)?.[1])

/** Stores a country again that only the cookie has kept, as after a choice without scripts; undefined if it has none. */
export function restoreCountry(nameOf: (code: CountryCode) => string): CountryCode | undefined {
  const code = readCountryCookie()
  if (code !== undefined) writeJson(countryKey, { id: countryIds[code], code, name: nameOf(code) })
  return code
}

/** Query parameters that belong to the previous country. */
const countryParams = ['country', 'state', 'city', 'page']

/** The detected location at the time of the choice. */
export interface ChosenAt {
  autoDetected: boolean
  ip?: string
  city?: string
  region?: string
}

/**
 * Stores the country, dispatches `local-storage-updated`, and reloads the page without the query parameters of another
 * country.
 */
export function chooseCountry({ id, code, name }: SelectedCountry, at: ChosenAt = { autoDetected: false }): void {
  writeText('countryAutoDetected', String(at.autoDetected))
  writeJson(countryKey, { id, code, name, ...at })
  writeCountryCookie(code)
  // A browser that keeps nothing would ask again after the reload.
  if (!isStored(countryKey) && readCountryCookie() !== code) return
  const { pathname, search } = window.location
  const query = new URLSearchParams(search)
  const addressed = query.get('country')
  if (addressed === null || addressed.toUpperCase() === code) return window.location.reload()
  for (const name of countryParams) query.delete(name)
  const rest = query.toString()
  return window.location.assign(rest === '' ? pathname : `${pathname}?${rest}`)
}

import { useMemo, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { countryCodes, countryIds } from '#contract/geography.ts'
import type { CountryCode } from '#contract/places.ts'
import { useRendered } from '#web/lib/rendering.ts'
import { onStorageChange, readText, writeJson, writeText } from '#web/lib/storage.ts'

/** The stored country, as the specification defines it. */
export type SelectedCountry = { id: number; code: CountryCode; name: string }

const key = 'selectedCountry'

/** The default country of the specification. */
const fallback: SelectedCountry = { id: countryIds.NG, code: 'NG', name: 'Nigeria' }

/** Parses a stored country; undefined if it is invalid or unknown. The id is derived from the code. */
export function parseCountry(text: string | undefined): SelectedCountry | undefined {
  if (text === undefined) return undefined
  try {
    const { code, name } = JSON.parse(text) as Partial<SelectedCountry>
    const countryCode = countryCodes.find((one) => one === code)
    if (countryCode === undefined) return undefined
    return { id: countryIds[countryCode], code: countryCode, name: typeof name === 'string' ? name : countryCode }
  } catch {
    return undefined
  }
}

/** The country chosen on this device; undefined if none. */
export function useStoredCountry(): SelectedCountry | undefined {
  const { country: rendered } = useRendered()
  const text = useSyncExternalStore(
    onStorageChange,
    () => readText(key),
    () => (rendered === null ? undefined : JSON.stringify({ code: rendered })),
  )
  return useMemo(() => parseCountry(text), [text])
}

/** The country whose parks, prices and payments are shown: the chosen one, otherwise Nigeria. */
export function useCountry(): SelectedCountry {
  return useStoredCountry() ?? fallback
}

/** The country of a list: from the address, otherwise the chosen one. */
export function useBrowsedCountry(): CountryCode {
  const [params] = useSearchParams()
  return findBrowsedCountry(params, useCountry().code)
}

export const findBrowsedCountry = (params: URLSearchParams, chosen: CountryCode): CountryCode =>
  countryCodes.find((code) => code === params.get('country')?.toUpperCase()) ?? chosen

/** Stores the country in a cookie for the server's rendering. */
export function writeCountryCookie(code: CountryCode): void {
  document.cookie = `country=${code}; path=/; max-age=31536000; samesite=lax`
}

/** Query parameters that belong to the previous country. */
const countryParams = ['country', 'state', 'city', 'page']

/** The detected location at the time of the choice. */
export type ChosenAt = { autoDetected: boolean; ip?: string; city?: string; region?: string }

/**
 * Stores the country, dispatches `local-storage-updated`, and reloads the page without the query parameters of another
 * country.
 */
export function chooseCountry({ id, code, name }: SelectedCountry, at: ChosenAt = { autoDetected: false }): void {
  writeText('countryAutoDetected', String(at.autoDetected))
  writeJson(key, { id, code, name, ...at })
  writeCountryCookie(code)
  const { pathname, search } = window.location
  const query = new URLSearchParams(search)
  const addressed = query.get('country')
  if (addressed === null || addressed.toUpperCase() === code) return window.location.reload()
  for (const name of countryParams) query.delete(name)
  const rest = query.toString()
  return window.location.assign(rest === '' ? pathname : `${pathname}?${rest}`)
}

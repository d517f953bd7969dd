import { useMemo, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { countryCodes, countryIds, type CountryCode } from '#contract/places.ts'
import { onStorageChange, readText, writeJson, writeText } from '#web/lib/storage.ts'

/** What the specification keeps of the chosen country. */
export type SelectedCountry = { id: number; code: CountryCode; name: string }

const key = 'selectedCountry'

/** The specification's default where none is chosen. */
const fallback: SelectedCountry = { id: countryIds.NG, code: 'NG', name: 'Nigeria' }

/** What a stored text says, or undefined: an unknown country counts as none. The id is ours whatever is stored. */
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

/** The country chosen on this device, or undefined. */
export function useStoredCountry(): SelectedCountry | undefined {
  const text = useSyncExternalStore(onStorageChange, () => readText(key))
  return useMemo(() => parseCountry(text), [text])
}

/** The country whose parks, prices and payments are shown: the chosen one, else Nigeria. */
export function useCountry(): SelectedCountry {
  return useStoredCountry() ?? fallback
}

/** The country of a page to browse: the one that its address names, else the chosen one. */
export function useBrowsedCountry(): CountryCode {
  const [params] = useSearchParams()
  const { code } = useCountry()
  return countryCodes.find((one) => one === params.get('country')?.toUpperCase()) ?? code
}

/** Tells the server by a cookie, so that it can answer in the next page what that page asks first. */
export function writeCountryCookie(code: CountryCode): void {
  document.cookie = `country=${code}; path=/; max-age=31536000; samesite=lax`
}

/** What an address holds of the country that is left. */
const countryParams = ['country', 'state', 'city', 'page']

/** Where the reader was when choosing, as far as it was detected. */
export type ChosenAt = { autoDetected: boolean; ip?: string; city?: string; region?: string }

/**
 * Keeps the choice, tells it to everyone who listens (`local-storage-updated`), and loads the page anew; what an address
 * names of another country is left out.
 */
export function chooseCountry({ id, code, name }: SelectedCountry, at: ChosenAt = { autoDetected: false }): void {
  writeText('countryAutoDetected', String(at.autoDetected))
  writeJson(key, { id, code, name, ...at })
  writeCountryCookie(code)
  const { pathname, search } = window.location
  const query = new URLSearchParams(search)
  if (!query.has('country')) return window.location.reload()
  for (const name of countryParams) query.delete(name)
  const rest = query.toString()
  return window.location.assign(rest === '' ? pathname : `${pathname}?${rest}`)
}

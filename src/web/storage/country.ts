import { useSyncExternalStore } from 'react'
import { countryCodes, countryIds } from '#contract/geography.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { servedCountries } from '#web/api/config.ts'
import { useRendered } from '#web/page/rendering.ts'
import { onStorageChange, readText } from './storage.ts'

/** The stored country, as the specification defines it. */
export interface SelectedCountry {
  id: number
  code: CountryCode
  name: string
}

/** A country of the product; its name is a matter of language. */
export type Country = Omit<SelectedCountry, 'name'>

export const countryKey = 'selectedCountry'

const countries = Object.fromEntries(countryCodes.map((code) => [code, { id: countryIds[code], code }])) as Record<
  CountryCode,
  Country
>

/** The code of a stored country; null if it is invalid or unknown. */
export function parseCountryCode(text: string | undefined): CountryCode | null {
  if (text === undefined) return null
  try {
    const stored = JSON.parse(text) as Partial<SelectedCountry> | null
    return servedCountries().find((code) => code === stored?.code) ?? null
  } catch {
    return null
  }
}

let lastRead: { text: string | undefined; code: CountryCode | null } | undefined

/** The code of the country chosen on this device, or of the only one that is served, for code outside of rendering; null if none. */
export function readChosenCountry(): CountryCode | null {
  const [only, another] = servedCountries()
  if (another === undefined) return only!
  const text = readText(countryKey)
  if (lastRead === undefined || lastRead.text !== text) lastRead = { text, code: parseCountryCode(text) }
  return lastRead.code
}

/**
 * The code of the country chosen on this device; null if none. Where the server knows the same one, nothing renders again
 * after hydration: that would be one long task, because it is in every component that formats.
 */
export function useChosenCountry(): CountryCode | null {
  const { country } = useRendered()
  return useSyncExternalStore(onStorageChange, readChosenCountry, () => country)
}

/** The country chosen on this device; undefined if none. */
export function useStoredCountry(): Country | undefined {
  const code = useChosenCountry()
  return code === null ? undefined : countries[code]
}

/** The country whose parks, prices and payments are shown: the chosen one, otherwise the specification's default, Nigeria, or the first that is served. */
export function useCountry(): Country {
  return useStoredCountry() ?? countries[servedCountries()[0]!]
}

import { useMemo, useSyncExternalStore } from 'react'
import { countryCodes, countryIds } from '#contract/geography.ts'
import type { CountryCode } from '#contract/places.ts'
import { useRendered } from './rendering.ts'
import { onStorageChange, readText } from './storage.ts'

/** The stored country, as the specification defines it. */
export type SelectedCountry = { id: number; code: CountryCode; name: string }

export const countryKey = 'selectedCountry'

/** The default country of the specification. */
export const defaultCountry: SelectedCountry = { id: countryIds.NG, code: 'NG', name: 'Nigeria' }

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
    () => readText(countryKey),
    () => (rendered === null ? undefined : JSON.stringify({ code: rendered })),
  )
  return useMemo(() => parseCountry(text), [text])
}

/** The country whose parks, prices and payments are shown: the chosen one, otherwise Nigeria. */
export function useCountry(): SelectedCountry {
  return useStoredCountry() ?? defaultCountry
}

let lastRead: { text: string | undefined; code: CountryCode | null } | undefined

/** The country whose formats the reader chose, for code outside of rendering; null if none. */
export function readChosenCountry(): CountryCode | null {
  const text = readText(countryKey)
  if (lastRead === undefined || lastRead.text !== text) lastRead = { text, code: parseCountry(text)?.code ?? null }
  return lastRead.code
}

/**
 * The country whose formats the reader chose, for what is in every component: it does not render again after hydration
 * where the device has the country that the server knows.
 */
export function useChosenCountry(): CountryCode | null {
  const { country } = useRendered()
  return useSyncExternalStore(onStorageChange, readChosenCountry, () => country)
}

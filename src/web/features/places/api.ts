import { queryOptions, useQuery } from '@tanstack/react-query'
import { formatsByCountry } from '#contract/formats.ts'
import { countryIds } from '#contract/geography.ts'
import type { Country, State } from '#contract/places/places.ts'
import { day_ms } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { servedCountries } from '#web/api/config.ts'
import { readLanguage } from '#web/page/language.ts'
import { useTranslation } from '#web/page/translation.ts'
import { readJson, removeStored, writeJson } from '#web/storage/storage.ts'
import { builtInStates } from './builtInStates.ts'

/** The countries in the header's list: used until the server responds. */
let own: CountryFacts[] | undefined
const ownCountries = (): CountryFacts[] =>
  (own ??= servedCountries().map((code) => ({ id: countryIds[code], code, currency: formatsByCountry[code].currency })))

type CountryFacts = Pick<Country, 'id' | 'code' | 'currency'>

const countriesQuery = () =>
  queryOptions({
    queryKey: ['countries'],
    queryFn: async ({ signal }) => {
      // A failed load clears the cached data (specification, section 8).
      const countries = await call('GET /api/v1/countries', { signal }).catch((error: unknown) => {
        removeStored('countries')
        throw error
      })
      writeJson('countries', countries)
      return countries
    },
    staleTime: day_ms,
    placeholderData: () => readList<Country>('countries'),
  })

/** The served countries; never empty. Names come from the catalogue (`common.countries`). */
export function useCountries(): readonly CountryFacts[] {
  const { data } = useQuery(countriesQuery())
  return data === undefined || data.length === 0 ? ownCountries() : data
}

/** Whether the list of countries is loaded or has failed. */
export const useCountriesSettled = (): boolean => {
  const { isPending, isPlaceholderData } = useQuery(countriesQuery())
  return !isPending && !isPlaceholderData
}

/** The states of a country; if they cannot be loaded, the cached ones, otherwise the built-in ones (section 7). */
export async function loadStatesOf(country_id: number, signal?: AbortSignal): Promise<State[]> {
  try {
    const states = await call('GET /api/v1/states/load', { query: { country_id }, ...(signal && { signal }) })
    writeJson('states', states)
    return states
  } catch {
    const cached = readList<State>('states').filter((state) => state.country_id === country_id)
    return cached.length > 0 ? cached : builtInStates(country_id, readLanguage())
  }
}

/** The states of a country in the reader's language; empty until loaded. */
export function useStates(country_id: number): readonly State[] {
  const { language } = useTranslation()
  const { data } = useQuery({
    queryKey: ['states', language, country_id],
    queryFn: ({ signal }) => loadStatesOf(country_id, signal),
    staleTime: day_ms,
  })
  return data ?? []
}

/** Loads and caches the states of the chosen country. */
export async function cacheStates(country_id: number): Promise<void> {
  if (!readList<State>('states').some((state) => state.country_id === country_id)) await loadStatesOf(country_id)
}

const readList = <T>(key: string): T[] => {
  const stored = readJson(key)
  return Array.isArray(stored) ? (stored as T[]) : []
}

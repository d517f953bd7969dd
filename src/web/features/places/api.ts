import { useQuery } from '@tanstack/react-query'
import { countryCodes, countryIds, listCountries, loadStates, type Country, type State } from '#contract/places.ts'
import { call } from '#web/lib/call.ts'
import { readJson, writeJson } from '#web/lib/storage.ts'

const day_ms = 86_400_000

/** The countries by the header's own list: what is shown until the server has answered, and if it never does. */
const ownCountries: Pick<Country, 'id' | 'code' | 'currency'>[] = countryCodes.map((code) => ({
  id: countryIds[code],
  code,
  currency: ({ NG: 'NGN', CA: 'CAD', SN: 'XOF', US: 'USD' } as const)[code],
}))

/** The countries served; never empty. Names come from the catalogue (`common.countries`), in the reader's language. */
export function useCountries(): Pick<Country, 'id' | 'code' | 'currency'>[] {
  const { data } = useQuery({
    queryKey: ['countries'],
    queryFn: async ({ signal }) => {
      const countries = await call(listCountries, { signal })
      writeJson('countries', countries)
      return countries
    },
    staleTime: day_ms,
    placeholderData: () => readList<Country>('countries'),
  })
  return data === undefined || data.length === 0 ? ownCountries : data
}

/**
 * The states or regions of a country. When they cannot be loaded: those loaded before, else a short list built in
 * (specification, section 7). Never fails.
 */
export function useStates(country_id: number): {
  states: readonly Pick<State, 'id' | 'name' | 'country_id'>[]
  loading: boolean
} {
  const query = useQuery({
    queryKey: ['states', country_id],
    queryFn: async ({ signal }) => {
      const states = await call(loadStates, { query: { country_id }, signal }).catch((problem: unknown) => {
        if (signal.aborted) throw problem
        return undefined
      })
      if (states === undefined) return keptStates(country_id)
      writeJson('states', [...readList<State>('states').filter((state) => state.country_id !== country_id), ...states])
      return states
    },
    staleTime: day_ms,
  })
  return { states: query.data ?? [], loading: query.isPending }
}

async function keptStates(country_id: number) {
  const kept = readList<State>('states').filter((state) => state.country_id === country_id)
  if (kept.length > 0) return kept
  const { builtInStates } = await import('./builtInStates.ts')
  return builtInStates(country_id)
}

const readList = <T>(key: string): T[] => {
  const stored = readJson(key)
  return Array.isArray(stored) ? (stored as T[]) : []
}

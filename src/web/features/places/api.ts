import { useQuery } from '@tanstack/react-query'
import { countryCodes, countryIds, listCountries, type Country } from '#contract/places.ts'
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

const readList = <T>(key: string): T[] => {
  const stored = readJson(key)
  return Array.isArray(stored) ? (stored as T[]) : []
}

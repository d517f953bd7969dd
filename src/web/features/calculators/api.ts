import { useQuery } from '@tanstack/react-query'
import { listCityPrices } from '#contract/city-prices.ts'
import type { CountryCode } from '#contract/places.ts'
import { call } from '#web/lib/call.ts'

/** What an hour costs in the cities of a country, where our data has enough prices. */
export function useCityPrices(country: CountryCode) {
  return useQuery({
    queryKey: ['city-prices', country],
    queryFn: ({ signal }) => call(listCityPrices, { query: { country }, signal }),
    staleTime: 10 * 60_000,
  })
}

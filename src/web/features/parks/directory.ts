import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { browseParks } from '#contract/browse.ts'
import { call } from '#web/lib/call.ts'
import { useTranslation } from '#web/lib/translation.ts'

type DirectoryQuery = NonNullable<Parameters<typeof call<typeof browseParks>>[1]['query']>

/** A page of the directory: parks by country, state, city and text, with the number per state and city. */
export function useDirectory(query: DirectoryQuery) {
  const { language } = useTranslation()
  return useQuery({
    queryKey: ['directory', language, query],
    queryFn: ({ signal }) => call(browseParks, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 20_000,
  })
}

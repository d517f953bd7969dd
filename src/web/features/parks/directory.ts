import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { Language } from '#contract/places/places.ts'
import { call, type InputOf } from '#web/api/call.ts'
import { useTranslation } from '#web/page/translation.ts'

type DirectoryQuery = NonNullable<InputOf<'GET /api/v1/parks/front/parks/directory'>['query']>

/** A page of the directory: parks by country, state, city and text, with the number per state and city. */
export function useDirectory(query: DirectoryQuery) {
  const { language } = useTranslation()
  return useQuery({ ...directoryQuery(language, query), placeholderData: keepPreviousData })
}

export const directoryQuery = (language: Language, query: DirectoryQuery) =>
  queryOptions({
    queryKey: ['directory', language, query],
    queryFn: ({ signal }) => call('GET /api/v1/parks/front/parks/directory', { query, signal }),
    staleTime: 20_000,
  })

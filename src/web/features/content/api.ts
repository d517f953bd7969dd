import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ContentPage } from '#contract/pages.ts'
import type { Language } from '#contract/places.ts'
import { call } from '#web/lib/call.ts'
import { useTranslation } from '#web/lib/translation.ts'

const hourMs = 60 * 60_000

/** A content page in the reader's language. */
export const useContent = (page: ContentPage) => useQuery(contentQuery(useTranslation().language, page))

export const contentQuery = (language: Language, page: ContentPage) =>
  queryOptions({
    queryKey: ['content', language, page],
    queryFn: ({ signal }) => call('GET /api/v1/content/{page}', { params: { page }, signal }),
    staleTime: hourMs,
  })

/** A content page by the path of its parent and its id. */
export function useContentItem(page: ContentPage, id: string) {
  const { language } = useTranslation()
  return useQuery({ ...contentItemQuery(language, page, id), enabled: id !== '' })
}

export const contentItemQuery = (language: Language, page: ContentPage, id: string) =>
  queryOptions({
    queryKey: ['content', language, page, id],
    queryFn: ({ signal }) => call('GET /api/v1/content/{page}/{id}', { params: { page, id }, signal }),
    staleTime: hourMs,
  })

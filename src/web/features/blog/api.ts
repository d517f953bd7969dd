import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { Language } from '#contract/places/places.ts'
import { hour_ms } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { useWords } from '#web/features/content/api.ts'
import { useTranslation } from '#web/page/translation.ts'

/** The posts of a topic, or all; the previous ones stay while the next are loading. */
export function usePosts(tag: string | undefined) {
  const { language, locale } = useTranslation()
  return useQuery({ ...postsQuery(language, tag), select: useWords(locale), placeholderData: keepPreviousData })
}

export const postsQuery = (language: Language, tag: string | undefined) =>
  queryOptions({
    queryKey: ['posts', language, tag],
    queryFn: ({ signal }) => call('GET /api/v1/posts', { query: { tag, size: 100 }, signal }),
    staleTime: hour_ms,
  })

export function usePost(id: string) {
  const { language, locale } = useTranslation()
  return useQuery({ ...postQuery(language, id), select: useWords(locale), enabled: id !== '' })
}

export const postQuery = (language: Language, id: string) =>
  queryOptions({
    queryKey: ['post', language, id],
    queryFn: ({ signal }) => call('GET /api/v1/posts/{id}', { params: { id }, signal }),
    staleTime: hour_ms,
  })

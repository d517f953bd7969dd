import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getPost, listPosts } from '#contract/content.ts'
import { call } from '#web/lib/call.ts'
import { useTranslation } from '#web/lib/translation.ts'

const hourMs = 60 * 60_000

/** The posts of a topic, or all; the previous ones stay while the next are loading. */
export function usePosts(tag: string | undefined) {
  const { language } = useTranslation()
  return useQuery({
    queryKey: ['posts', language, tag],
    queryFn: ({ signal }) => call(listPosts, { query: { tag, size: 100 }, signal }),
    placeholderData: keepPreviousData,
    staleTime: hourMs,
  })
}

export function usePost(id: string) {
  const { language } = useTranslation()
  return useQuery({
    queryKey: ['post', language, id],
    queryFn: ({ signal }) => call(getPost, { params: { id }, signal }),
    staleTime: hourMs,
    enabled: id !== '',
  })
}

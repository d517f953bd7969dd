import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getPost, listPosts } from '#contract/content.ts'
import { call } from '#web/lib/call.ts'

const hourMs = 60 * 60_000

/** The posts of a topic, or all; the previous ones stay while the next are loading. */
export function usePosts(tag: string | undefined) {
  const { i18n } = useTranslation()
  return useQuery({
    queryKey: ['posts', i18n.language, tag],
    queryFn: ({ signal }) => call(listPosts, { query: { tag, size: 100 }, signal }),
    placeholderData: keepPreviousData,
    staleTime: hourMs,
  })
}

export function usePost(id: string) {
  const { i18n } = useTranslation()
  return useQuery({
    queryKey: ['post', i18n.language, id],
    queryFn: ({ signal }) => call(getPost, { params: { id }, signal }),
    staleTime: hourMs,
    enabled: id !== '',
  })
}

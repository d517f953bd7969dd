import { useQuery } from '@tanstack/react-query'
import { getContent, getContentItem } from '#contract/content.ts'
import type { ContentPage } from '#contract/pages.ts'
import { call } from '#web/lib/call.ts'
import { useTranslation } from '#web/lib/translation.ts'

const hourMs = 60 * 60_000

/** A content page in the reader's language. */
export function useContent(page: ContentPage) {
  const { language } = useTranslation()
  return useQuery({
    queryKey: ['content', language, page],
    queryFn: ({ signal }) => call(getContent, { params: { page }, signal }),
    staleTime: hourMs,
  })
}

/** A content page by the path of its parent and its id. */
export function useContentItem(page: ContentPage, id: string) {
  const { language } = useTranslation()
  return useQuery({
    queryKey: ['content', language, page, id],
    queryFn: ({ signal }) => call(getContentItem, { params: { page, id }, signal }),
    staleTime: hourMs,
    enabled: id !== '',
  })
}

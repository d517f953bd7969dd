import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { rewordFor } from '#contract/formats.ts'
import type { ContentPage } from '#contract/pages.ts'
import type { Language } from '#contract/places/places.ts'
import { hour_ms } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { useTranslation } from '#web/page/translation.ts'

/** A content page in the reader's language, in the words of their country. */
export function useContent(page: ContentPage) {
  const { language, locale } = useTranslation()
  const select = useCallback(<T>(content: T): T => rewordTexts(content, rewordFor(locale)), [locale])
  return useQuery({ ...contentQuery(language, page), select })
}

/** Names of pages, pictures and parts, which are no words for readers: `/marketplace/tyres` is not `/marketplace/tires`. */
const verbatim: ReadonlySet<string> = new Set(['id', 'picture', 'icon', 'to', 'kind', 'name'])

/** Rewords every text of a value. */
function rewordTexts<T>(value: T, reword: ReturnType<typeof rewordFor>): T {
  if (reword === undefined) return value
  if (typeof value === 'string') return reword(value) as T
  if (Array.isArray(value)) return value.map((one: unknown) => rewordTexts(one, reword)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, verbatim.has(name) ? one : rewordTexts(one as unknown, reword)]),
  ) as T
}

export const contentQuery = (language: Language, page: ContentPage) =>
  queryOptions({
    queryKey: ['content', language, page],
    queryFn: ({ signal }) => call('GET /api/v1/content/{page}', { params: { page }, signal }),
    staleTime: hour_ms,
  })

/** A content page by the path of its parent and its id. */
export function useContentItem(page: ContentPage, id: string) {
  const { language, locale } = useTranslation()
  const select = useCallback(<T>(content: T): T => rewordTexts(content, rewordFor(locale)), [locale])
  return useQuery({ ...contentItemQuery(language, page, id), select, enabled: id !== '' })
}

export const contentItemQuery = (language: Language, page: ContentPage, id: string) =>
  queryOptions({
    queryKey: ['content', language, page, id],
    queryFn: ({ signal }) => call('GET /api/v1/content/{page}/{id}', { params: { page, id }, signal }),
    staleTime: hour_ms,
  })

import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { formatClocksIn } from '#contract/dates.ts'
import type { ContentPage } from '#contract/pages.ts'
import type { Language } from '#contract/places/places.ts'
import { hour_ms } from '#contract/time.ts'
import { rewordFor } from '#i18n/words.ts'
import { call } from '#web/api/call.ts'
import { useTranslation } from '#web/page/translation.ts'

/** A content page in the reader's language, in the words of their country. */
export function useContent(page: ContentPage) {
  const { language, locale } = useTranslation()
  const select = useWords(locale)
  return useQuery({ ...contentQuery(language, page), select })
}

/** Names of pages, pictures and parts, which are no words for readers: `/marketplace/tyres` is not `/marketplace/tires`. */
const verbatim: ReadonlySet<string> = new Set(['id', 'picture', 'icon', 'to', 'kind', 'name', 'date'])

/** A value with every text in the words and times of a reader's country. */
export const inWordsOf = <T>(locale: string, value: T): T => {
  const reword = rewordFor(locale) ?? ((text: string) => text)
  return rewordTexts(value, (text) => formatClocksIn(reword(text), locale))
}

/** `inWordsOf` for the `select` of a query. */
export const useWords = (locale: string) => useCallback(<T>(value: T): T => inWordsOf(locale, value), [locale])

function rewordTexts<T>(value: T, reword: (text: string) => string): T {
  if (typeof value === 'string') return reword(value) as T
  if (Array.isArray(value)) return value.map((value: unknown) => rewordTexts(value, reword)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, value]) => [
      name,
      verbatim.has(name) ? value : rewordTexts(value as unknown, reword),
    ]),
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
  const select = useWords(locale)
  return useQuery({ ...contentItemQuery(language, page, id), select, enabled: id !== '' })
}

export const contentItemQuery = (language: Language, page: ContentPage, id: string) =>
  queryOptions({
    queryKey: ['content', language, page, id],
    queryFn: ({ signal }) => call('GET /api/v1/content/{page}/{id}', { params: { page, id }, signal }),
    staleTime: hour_ms,
  })

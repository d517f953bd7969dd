import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { TextLanguage } from '#contract/text-languages.ts'
import { call } from '#web/api/call.ts'

export type Texts = Readonly<Record<TextLanguage, string>>

/** The page as readers would see it with these texts, and what is wrong with them. */
export const previewQuery = (id: string, language: TextLanguage, texts: Texts) =>
  queryOptions({
    queryKey: ['desk', 'pages', 'preview', id, language, texts],
    queryFn: ({ signal }) =>
      call('POST /api/v1/admin/pages/{id}/preview', {
        params: { id },
        body: { language, text_en: texts.en, text_fr: texts.fr },
        signal,
      }),
    placeholderData: keepPreviousData,
    // Each is as large as a page.
    gcTime: 10_000,
  })

export const versionQuery = (id: string, number: number) =>
  queryOptions({
    queryKey: ['desk', 'pages', 'version', id, number],
    queryFn: ({ signal }) =>
      call('GET /api/v1/admin/pages/{id}/versions/{number}', { params: { id, number: String(number) }, signal }),
    staleTime: Infinity,
  })

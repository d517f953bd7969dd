import type { Locale } from '#contract/formats.ts'
import type { PageKey } from '#contract/pages.ts'
import type { Language } from '#contract/places/places.ts'
import type { seo } from '#i18n/en/site/seo.ts'
import type { Values } from '#i18n/translate.ts'
import { CallError } from '#web/api/call.ts'
import type { Preload } from './lazyWithPreload.tsx'
import type { PathsOf, SentenceKey } from './translation.ts'

/** What search engines and link previews read of a page. The server writes it; browsers load none of this code. */
export interface PageHead {
  title: string
  description: string
  /** The page's one address, without its language; undefined for what search engines do not list. */
  address: string | undefined
  /** A preview of its own, 1200 × 630. */
  picture?: string
  /** The day on which an article was published. */
  article?: string
  /** Only for those who may see it, so no cache keeps it. */
  is_private?: boolean
  /** JSON-LD. */
  data: readonly object[]
}

export interface HeadContext {
  key: PageKey
  params: Readonly<Record<string, string>>
  search: URLSearchParams
  language: Language
  /** The language with the reader's country, for formats. */
  locale: Locale
  now: Date
  t: (key: SentenceKey | PathsOf<{ seo: typeof seo }>, values?: Values) => string
  /** The origin of the site, without a slash at its end. */
  publicUrl: string
  /** The full address of a path, in the reader's language. */
  urlOf: (address: string) => string
}

/** Describes a page from what it has preloaded; throws a 404 for an address that cannot be. */
export type MakeHead<P extends Preload = Preload> = (
  preloaded: Awaited<ReturnType<P>>,
  context: HeadContext,
) => PageHead

export const notFound = (): CallError => new CallError(404, undefined)

/** The page of a list that an address asks for. */
export function readPageNumber(search: URLSearchParams): number {
  const text = search.get('page')
  if (text === null) return 1
  if (!/^[1-9]\d{0,5}$/.test(text)) throw notFound()
  return Number(text)
}

/** As it stands in the tab and in a search engine's list. */
export const titled = (t: HeadContext['t'], head: string, page: number, brand: string): string =>
  t(page === 1 ? 'seo.titled' : 'seo.titled_page', { head, page, brand })

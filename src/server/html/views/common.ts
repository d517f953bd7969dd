import { brand } from '#brand.ts'
import { countryCodes, type CountryCode, type Language } from '#contract/places.ts'
import type { Deps } from '#server/deps.ts'
import { addressOf, inLanguage } from '#server/html/address.ts'
import type { Step } from '#server/html/linked-data.ts'
import { html, type Markup } from '#server/html/markup.ts'
import { translate } from '#server/translate.ts'

/** What a view is made of. */
export type Asked = {
  deps: Deps
  language: Language
  params: Record<string, string>
  query: URLSearchParams
  /** The path, in its first spelling. */
  path: string
  /** By name; grants for private events are among them. */
  cookies: Readonly<Record<string, string | undefined>>
}

export type Words = (key: string, params?: Parameters<typeof translate>[2]) => string
export const wordsIn =
  (language: Language): Words =>
  (key, params) =>
    translate(language, key, params)

const figures: Record<Language, Intl.NumberFormat> = {
  en: new Intl.NumberFormat('en-GB'),
  fr: new Intl.NumberFormat('fr'),
}
export const formatCount = (value: number, language: Language): string => figures[language].format(value)

/** A link inside the product, in the reader's language. */
export const linkTo = (language: Language, address: string, text: string): Markup =>
  html`<a href="${inLanguage(address, language)}">${text}</a>`

export const listOf = (items: readonly Markup[]): Markup | undefined =>
  items.length === 0
    ? undefined
    : html`<ul>
        ${items.map((item) => html`<li>${item}</li>`)}
      </ul>`

export const typeKinds = ['airport', 'city', 'stadium', 'station'] as const

const paperPaths = {
  about: '/about',
  blog: '/blog',
  help: '/help',
  terms: '/terms',
  privacy: '/privacy-policy',
  cancellation: '/cancellation-policy',
} as const

/** A page without scripts: where else to go, the page itself, the other language. */
export function plainPage(
  { language, path, query }: Asked,
  main: Markup,
  more: readonly (readonly [string, string])[] = [],
): Markup {
  const t = wordsIn(language)
  const sections: [string, string][] = [
    ['/', brand.name],
    ['/parks-list', t('pages.parksList.title')],
    ...typeKinds.map((kind): [string, string] => [`/${kind}-parking`, t(`places.kinds.${kind}`)]),
  ]
  const papers = (['about', 'blog', 'help', 'terms', 'privacy', 'cancellation'] as const).map(
    (key): [string, string] => [paperPaths[key], t(`seo.page_links.${key}`)],
  )
  const short = (text: string) => text.split(' | ')[0]!
  const links = (some: readonly (readonly [string, string])[]) =>
    listOf(some.map(([to, text]) => linkTo(language, to, short(text))))
  const kept = Object.fromEntries([...query].filter(([name]) => name !== 'lang'))
  const other = language === 'en' ? 'fr' : 'en'
  const elsewhere = html`<a
    lang="${other}"
    hreflang="${other}"
    href="${other === 'en' ? addressOf(path, { ...kept, lang: 'en' }) : inLanguage(addressOf(path, kept), other)}"
    >${t('seo.other_language')}</a
  >`
  return html`<header><nav aria-label="${t('seo.sections')}">${links(sections)}</nav></header>
    <main>${main}</main>
    <footer>
      <p>${t('seo.javascript')}</p>
      <nav>${links(more.length === 0 ? papers : more)}</nav>
      <p>${elsewhere}</p>
    </footer>`
}

/** Where a page stands: each step a link but the last. */
export const trailOf = (language: Language, steps: readonly { name: string; address: string }[]): Markup =>
  html`<nav aria-label="${translate(language, 'places.breadcrumb')}">
    <ol>
      ${steps.map(({ name, address }) => html`<li>${linkTo(language, address, name)}</li>`)}
    </ol>
  </nav>`

export const stepsOf = ({ deps, language }: Asked, trail: readonly { name: string; address: string }[]): Step[] =>
  trail.map(({ name, address }) => ({ name, url: deps.publicUrl() + inLanguage(address, language) }))

/** The other pages of a list, as links. */
export function pagesOf(
  language: Language,
  { page, pages }: { page: number; pages: number },
  addressFor: (page: number) => string,
): Markup | undefined {
  if (pages <= 1) return undefined
  const t = wordsIn(language)
  const near = [1, page - 2, page - 1, page + 1, page + 2, pages]
  const shown = [...new Set(near)].filter((n) => n >= 1 && n <= pages && n !== page)
  return html`<p>${t('seo.page_of', { page, pages })}</p>
    <nav aria-label="${t('places.pages')}">
      ${listOf(shown.map((n) => linkTo(language, addressFor(n), formatCount(n, language))))}
    </nav>`
}

/** The page that an address asks for; undefined for what is no page's number. */
export function readPage(query: URLSearchParams): number | undefined {
  const text = query.get('page')
  if (text === null) return 1
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined
}

export const countryOf = (query: URLSearchParams): CountryCode | undefined =>
  countryCodes.find((code) => code === query.get('country')?.toUpperCase())

/** Titles in the tab and in a search engine's list. */
export const titled = (language: Language, head: string, page: number): string =>
  translate(language, page === 1 ? 'seo.titled' : 'seo.titled_page', { head, page, brand: brand.name })

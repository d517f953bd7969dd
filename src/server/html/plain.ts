import { brand } from '#brand.ts'
import { inLanguage } from '#contract/address.ts'
import { placeKinds } from '#contract/geography.ts'
import type { Language } from '#contract/places.ts'
import type { Deps } from '#server/deps.ts'
import { addressOf } from '#server/html/address.ts'
import { html, type Markup } from '#server/html/markup.ts'
import { translate } from '#server/translate.ts'
import type { PageHead } from './page.ts'

/** What a page's head and plain version depend on. */
export type Requested = {
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

/** A link inside the product, in the reader's language. */
export const linkTo = (language: Language, address: string, text: string): Markup =>
  html`<a href="${inLanguage(address, language)}">${text}</a>`

export const listOf = (items: readonly Markup[]): Markup | undefined =>
  items.length === 0
    ? undefined
    : html`<ul>
        ${items.map((item) => html`<li>${item}</li>`)}
      </ul>`

const paperPaths = {
  about: '/about',
  blog: '/blog',
  help: '/help',
  terms: '/terms',
  privacy: '/privacy-policy',
  cancellation: '/cancellation-policy',
} as const

/** What can be read without scripts of a page that the browser renders: what it is, and links to other pages. */
export function plainPage({ language, path, query }: Requested, { title, description }: PageHead): Markup {
  const t = wordsIn(language)
  const sections: [string, string][] = [
    ['/', brand.name],
    ['/parks-list', t('pages.parksList.title')],
    ...placeKinds.map((kind): [string, string] => [`/${kind}-parking`, t(`places.kinds.${kind}`)]),
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
    <main>
      <h1>${short(title)}</h1>
      <p>${description}</p>
    </main>
    <footer>
      <p>${t('seo.javascript')}</p>
      <nav>${links(papers)}</nav>
      <p>${elsewhere}</p>
    </footer>`
}

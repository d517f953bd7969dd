import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brand } from '#brand.ts'
import { languages } from '#contract/geography.ts'
import type { Language } from '#contract/places.ts'
import type { PageConfig } from '#contract/system.ts'
import { inLanguage } from '#contract/address.ts'
import { feedAddress } from '#server/html/address.ts'
import type { PageFiles } from '#server/html/manifest.ts'
import { dataBlock, escapeHtml, html, type Markup } from '#server/html/markup.ts'
import { translate } from '#server/translate.ts'
import type { RenderedPage } from '#web/entry-server.tsx'

export type PageHead = RenderedPage['head']

const built = fileURLToPath(new URL('../../../dist/web/index.html', import.meta.url))
const source = fileURLToPath(new URL('../../../index.html', import.meta.url))
const loading: Record<Language, string> = { en: `Loading ${brand.name}`, fr: `Chargement de ${brand.name}` }
const locales: Record<Language, string> = { en: 'en_US', fr: 'fr_FR' }

/** Reads the page as it was built; without a build (tests of the interface alone) the source serves for its head. */
export function readTemplate(): string {
  return readFileSync(existsSync(built) ? built : source, 'utf8')
}

/** What makes a page stand sooner. */
export type Ahead = {
  files: PageFiles
  /** What it asks first, by address. */
  answers: Record<string, unknown>
  /** In the place of the loader. */
  view: Markup | undefined
  /** The page itself, with the state to hydrate it; undefined for what the browser renders. */
  rendered: RenderedPage | undefined
  /** What can be read without scripts of a page that the browser renders. */
  plain: Markup | undefined
}

/** The page's HTML with its own head and its readable body. */
export function renderPage(
  template: string,
  language: Language,
  head: PageHead,
  publicUrl: string,
  config: PageConfig,
  { files, answers, view: first, rendered, plain }: Ahead,
): string {
  const served = Object.keys(answers).length === 0 ? '' : dataBlock('application/json', answers, 'page-answers').text
  const start = rendered?.html ?? first?.text
  const end =
    rendered === undefined
      ? plain && withoutScripts(plain)
      : dataBlock('application/json', rendered.state, 'page-state')
  return (
    template
      .replaceAll('%LANG%', language)
      .replaceAll('%LOADING%', escapeHtml(loading[language]))
      .replace('<!--head-->', () => headOf(language, head, publicUrl, config).text)
      .replace('</head>', () => `${html`${linksToStyles(files)}`.text}</head>`)
      .replace('</body>', () => `${linksToCode(files).text}${served}${end?.text ?? ''}\n  </body>`)
      // Last, because names in it may contain a mark; without space around it, which would be a difference to hydration.
      .replace(/\s*<!--first-->([^]*)<!--\/first-->\s*/, (loader) => start ?? loader)
  )
}

function headOf(
  language: Language,
  { title, description, address, data, picture, article }: PageHead,
  publicUrl: string,
  config: PageConfig,
) {
  const at = (one: Language) => publicUrl + inLanguage(address ?? '', one)
  const links =
    address === undefined
      ? [html`<meta name="robots" content="noindex" />`]
      : [
          html`<link rel="canonical" href="${at(language)}" />`,
          html`<link rel="alternate" hreflang="x-default" href="${at('en')}" />`,
          ...languages.map((one) => html`<link rel="alternate" hreflang="${one}" href="${at(one)}" />`),
          html`<meta property="og:url" content="${at(language)}" />`,
        ]
  const others = languages.filter((one) => one !== language)
  const image = publicUrl + (picture ?? `/share-${language}.png`)
  return html`<title>${title}</title>
    <meta name="description" content="${description}" />
    ${links}
    <meta property="og:site_name" content="${brand.name}" />
    <meta property="og:type" content="${article === undefined ? 'website' : 'article'}" />
    ${article !== undefined && html`<meta property="article:published_time" content="${article}" />`}
    <link
      rel="alternate"
      type="application/rss+xml"
      title="${brand.name}"
      href="${inLanguage(feedAddress, language)}"
    />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:locale" content="${locales[language]}" />
    ${others.map((one) => html`<meta property="og:locale:alternate" content="${locales[one]}" />`)}
    <meta property="og:image" content="${image}" />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta
      property="og:image:alt"
      content="${picture === undefined ? translate(language, 'seo.image', { brand: brand.name }) : title}"
    />
    <meta name="twitter:card" content="summary_large_image" />
    <meta name="twitter:title" content="${title}" />
    <meta name="twitter:description" content="${description}" />
    <meta name="twitter:image" content="${image}" />
    ${data.map((one) => dataBlock('application/ld+json', { '@context': 'https://schema.org', ...one }))}
    ${dataBlock('application/json', config, 'page-config')}`
}

const linksToStyles = ({ styles }: PageFiles) =>
  styles.map((href) => html`<link rel="stylesheet" crossorigin href="${href}" />`)

/** The page's code, which `entry-client.ts` requests after the first paint. */
const linksToCode = ({ scripts }: PageFiles) => html`
  <template id="page-code">
    ${scripts.map((href) => html`<link rel="modulepreload" crossorigin href="${href}" />`)}
  </template>
`

/** In place of the interface, whose scripts do not run: it is plain, and looks like the rest. */
const withoutScripts = (body: Markup) =>
  html`<noscript>
    <style>
      #root {
        display: none;
      }
      .plain {
        max-width: 60rem;
        margin: 0 auto;
        padding: 1.5rem 1rem 4rem;
      }
      .plain nav ul,
      .plain ol {
        display: flex;
        flex-wrap: wrap;
        gap: 0.25rem 1.25rem;
      }
      .plain a {
        color: var(--color-act);
        text-decoration: underline;
      }
      .plain h1 {
        font-size: 2rem;
        line-height: 1.15;
        margin: 1.5rem 0 0.75rem;
      }
      .plain h2 {
        font-size: 1.25rem;
        margin: 2rem 0 0.5rem;
      }
      .plain p,
      .plain dl {
        margin: 0.5rem 0;
        max-width: 42rem;
      }
      .plain li {
        padding: 0.25rem 0;
      }
      .plain dt {
        font-weight: 700;
        margin-top: 0.75rem;
      }
    </style>
    <div class="plain">${body}</div>
  </noscript>`

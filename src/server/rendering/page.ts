import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inLanguage } from '#contract/addresses/address.ts'
import type { Language } from '#contract/places/places.ts'
import { coloursOfAccent } from '#contract/settings/colours.ts'
import { offeredLanguages } from '#contract/settings/languages.ts'
import { pngOfLogo } from '#contract/settings/logos.ts'
import { applySettings, settings, type Settings } from '#contract/settings/settings.ts'
import type { PageConfig } from '#contract/system.ts'
import { textLanguageOf } from '#contract/text-languages.ts'
import { calculateEtag } from '#server/http/etag.ts'
import type { PageAnnouncements, RenderedPage } from '#web/entry-server.tsx'
import { feedAddress } from './address.ts'
import type { PageFiles } from './manifest.ts'
import { dataBlock, html, Markup } from './markup.ts'
import type { CachedPage } from './page-cache.ts'
import { startScript } from './start-script.ts'

const built = fileURLToPath(new URL('../../../dist/web/index.html', import.meta.url))
const source = fileURLToPath(new URL('../../../index.html', import.meta.url))

/** Reads the page as it was built; without a build, the source. */
export const readTemplate = (): string => readFileSync(existsSync(built) ? built : source, 'utf8')

/** A page in bytes, and what decides how it is sent. */
export type WrittenPage = CachedPage & { status: RenderedPage['status']; is_private: boolean }

/** The status of a page's call and its JSON, if it has a body. */
export interface Answer {
  status: number
  json: string | undefined
}

/** Reads what a page's call is answered, in the thread that renders the page. */
export const readAnswer = ({ status, json }: Answer): { status: number; body: unknown } => ({
  status,
  body: json === undefined ? undefined : (JSON.parse(json) as unknown),
})

/** What a page contains besides what is rendered. */
export interface PageFrame {
  /** index.html with its marks. */
  template: string
  publicUrl: string
  config: PageConfig
  files: PageFiles
  announcements?: PageAnnouncements | undefined
}

/** Writes a rendered page: its head, its content, and the state to hydrate it. */
export function writePage(page: RenderedPage, frame: PageFrame): WrittenPage {
  const [before = '', after = ''] = aroundContent(page, frame).split(contentMark, 2)
  const html = joinBytes([encoder.encode(before), ...page.html, encoder.encode(after)])
  return { status: page.status, is_private: page.head.is_private === true, html, etag: calculateEtag(html) }
}

const encoder = new TextEncoder()
const contentMark = '<!--page-->'

/** In memory of its own, which a thread can hand over without a copy. */
function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** The page but for its content, in the place of which it has a mark: once, since all that is put in escapes its `<`. */
function aroundContent(page: RenderedPage, { template, publicUrl, config, files, announcements }: PageFrame): string {
  const { state } = page
  const { language } = state
  // In the thread that renders there are no other settings than those of the page.
  const set = applySettings(state.settings)
  return template
    .replace('%LANG%', language)
    .replace('<!--head-->', () => headOf(page, set, publicUrl, config).text)
    .replace(icons, (own) => iconsOf(own, set.theme))
    .replace('</head>', () => `${html`${linksToStyles(files)}${accentStyle(set.theme)}`.text}</head>`)
    .replace(
      '</body>',
      () => `${linksToCode(files).text}${dataBlock('application/json', state, 'page-state').text}\n  </body>`,
    )
    .replace('<div id="root">', (root) => `${announcements === undefined ? '' : barsOf(announcements).text}${root}`)
}

/** The icons of the product, as `index.html` has them. */
const icons = /<link rel="icon" href="\/favicon\.svg"[^]*?<link rel="apple-touch-icon"[^>]*>/

/** The icons of the settings in place of the product's own. */
function iconsOf(own: string, { favicon }: Settings['theme']): string {
  if (favicon === null) return own
  const png = pngOfLogo(favicon)
  return html`<link rel="icon" href="${favicon}" /><link rel="icon" href="${png}" type="image/png" /><link
      rel="apple-touch-icon"
      href="${png}"
    />`.text
}

/** The colours that follow the accent of the settings; after the style sheets, whose own they replace. */
function accentStyle({ accent }: Settings['theme']): Markup | undefined {
  if (accent === null) return undefined
  const { light, dark } = coloursOfAccent(accent)
  const rules = (colours: Readonly<Record<string, string>>) =>
    Object.entries(colours)
      .map(([name, colour]) => `--color-${name}:${colour}`)
      .join(';')
  return new Markup(
    `<style>:root{${rules(light)}}@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${rules(dark)}}}:root[data-theme=dark]{${rules(dark)}}</style>`,
  )
}

/** What previews call a language: with the country where most speak it. */
const openGraphOf = (code: Language): string => {
  const { language, region } = new Intl.Locale(code).maximize()
  return region === undefined ? language : `${language}_${region}`
}

const tones = { info: 'bg-act-soft', warning: 'bg-few-soft', urgent: 'bg-bad-soft' }

/**
 * Announcements above the page: in its HTML, so that they move nothing and are there without a script, and outside of what is
 * hydrated. Both languages, because readers change theirs without loading a page; styles.css shows one. The start script
 * closes them.
 */
const barsOf = ({ items, label, close }: PageAnnouncements): Markup =>
  html`${items.map(
    ({ id, text_en, text_fr, severity, link }) =>
      html`<aside
        aria-label="${label}"
        data-announcement="${id}"
        class="${tones[severity]} flex items-center justify-center gap-2.5 px-4 py-0.5 text-sm font-medium print:hidden"
      >
        ${[
          ['en', text_en],
          ['fr', text_fr],
        ].map(
          ([language, text]) =>
            html`<p lang="${language}" class="min-w-0 py-1.5 wrap-anywhere">
              ${link === null ? text : html`<a href="${link}" class="underline underline-offset-4">${text}</a>`}
            </p>`,
        )}<button
          type="button"
          data-close
          aria-label="${close}"
          title="${close}"
          class="grid size-9 shrink-0 place-items-center rounded-md touch:size-11 [&_svg]:size-4"
        >
          <svg
            viewBox="0 0 24 24"
            fill="none"
            stroke="currentColor"
            stroke-width="2"
            stroke-linecap="round"
            aria-hidden="true"
          >
            <path d="M18 6 6 18M6 6l12 12" />
          </svg>
        </button>
      </aside>`,
  )}`

function headOf(
  { state, head, picture_text }: RenderedPage,
  { company }: Settings,
  publicUrl: string,
  config: PageConfig,
) {
  const { language } = state
  const { title, description, address, data, picture, article } = head
  const at = (language: Language) => publicUrl + inLanguage(address ?? '', language)
  const links =
    address === undefined
      ? [html`<meta name="robots" content="noindex" />`]
      : [
          html`<link rel="canonical" href="${at(language)}" />`,
          html`<link rel="alternate" hreflang="x-default" href="${at(settings().languages.default_language)}" />`,
          ...offeredLanguages().map(
            (language) => html`<link rel="alternate" hreflang="${language}" href="${at(language)}" />`,
          ),
          html`<meta property="og:url" content="${at(language)}" />`,
        ]
  const others = offeredLanguages().filter((candidate) => candidate !== language)
  const image = publicUrl + (picture ?? `/share-${textLanguageOf(language)}.png`)
  return html`<title>${title}</title>
    <meta name="description" content="${description}" />
    ${links}
    <meta property="og:site_name" content="${company.name}" />
    <meta property="og:type" content="${article === undefined ? 'website' : 'article'}" />
    ${article !== undefined && html`<meta property="article:published_time" content="${article}" />`}
    <link
      rel="alternate"
      type="application/rss+xml"
      title="${company.name}"
      href="${inLanguage(feedAddress, language)}"
    />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:locale" content="${openGraphOf(language)}" />
    ${others.map((other) => html`<meta property="og:locale:alternate" content="${openGraphOf(other)}" />`)}
    <meta property="og:image" content="${image}" />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content="${picture_text}" />
    <meta name="twitter:card" content="summary_large_image" />
    <meta name="twitter:title" content="${title}" />
    <meta name="twitter:description" content="${description}" />
    <meta name="twitter:image" content="${image}" />
    ${data.map((entry) => dataBlock('application/ld+json', { '@context': 'https://schema.org', ...entry }))}
    ${dataBlock('application/json', config, 'page-config')} ${watchingStart}`
}

/** Before the style sheets, for which scripts wait. */
const watchingStart = new Markup(`<script>${startScript}</script>`)

const linksToStyles = ({ styles }: PageFiles) =>
  styles.map((href) => html`<link rel="stylesheet" crossorigin href="${href}" />`)

/** The page's code, which `entry-client.ts` requests after the first paint, and what a service worker keeps besides. */
const linksToCode = ({ scripts, offline }: PageFiles) => html`
  <template id="page-code">
    ${scripts.map((href) => html`<link rel="modulepreload" crossorigin href="${href}" />`)}
  </template>
  ${
    offline.length > 0 &&
    html`<template id="offline-code">${offline.map((href) => html`<link rel="prefetch" href="${href}" />`)}</template>`
  }
`

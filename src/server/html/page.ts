import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brand } from '#brand.ts'
import type { Language } from '#contract/places.ts'
import type { PageConfig } from '#contract/system.ts'

export type Head = { title: string; description: string; canonical: string | undefined; listed: boolean }

const built = fileURLToPath(new URL('../../../dist/web/index.html', import.meta.url))
const source = fileURLToPath(new URL('../../../index.html', import.meta.url))
const loading: Record<Language, string> = { en: `Loading ${brand.name}`, fr: `Chargement de ${brand.name}` }

export const escapeHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

/** Reads the page as it was built; without a build (tests of the interface alone) the source serves for its head. */
export function readTemplate(): string {
  return readFileSync(existsSync(built) ? built : source, 'utf8')
}

/** The page's HTML with its own head, complete before any script runs. */
export function renderPage(template: string, language: Language, head: Head, config: PageConfig): string {
  const tags = [
    `<title>${escapeHtml(head.title)}</title>`,
    `<meta name="description" content="${escapeHtml(head.description)}" />`,
    ...(head.canonical === undefined ? [] : [`<link rel="canonical" href="${escapeHtml(head.canonical)}" />`]),
    ...(head.listed ? [] : ['<meta name="robots" content="noindex" />']),
    `<meta property="og:site_name" content="${escapeHtml(brand.name)}" />`,
    '<meta property="og:type" content="website" />',
    `<meta property="og:title" content="${escapeHtml(head.title)}" />`,
    `<meta property="og:description" content="${escapeHtml(head.description)}" />`,
    // A data block, not a script: `<` is escaped so that nothing inside can end it.
    `<script type="application/json" id="page-config">${JSON.stringify(config).replaceAll('<', '\\u003c')}</script>`,
  ]
  return template
    .replaceAll('%LANG%', language)
    .replaceAll('%LOADING%', escapeHtml(loading[language]))
    .replace('<!--head-->', () => tags.join('\n    '))
}

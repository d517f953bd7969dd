import type { FastifyInstance } from 'fastify'
import { inLanguage } from '#contract/addresses/address.ts'
import { pagePath } from '#contract/pages.ts'
import type { Language } from '#contract/places/places.ts'
import { isOffered } from '#contract/settings/languages.ts'
import { settings } from '#contract/settings/settings.ts'
import type { Deps } from '#server/deps.ts'
import { findAllPosts, getHead } from '#server/features/content/queries.ts'
import { feedAddress } from './address.ts'
import { escapeHtml } from './markup.ts'

/** The blog as RSS 2.0, in the language of `?lang=` as every page. */
export function serveFeeds(app: FastifyInstance, deps: Deps): void {
  app.get<{ Querystring: { lang?: string } }>(feedAddress, { schema: { hide: true } }, async ({ query }, reply) =>
    reply
      .type('application/rss+xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(await feedOf(deps, isOffered(query.lang) ? query.lang : settings().languages.default_language)),
  )
}

async function feedOf(deps: Deps, language: Language): Promise<string> {
  const posts = await findAllPosts(deps, language)
  const { title, description } = await getHead(deps, 'blog', language)
  const at = (address: string) => escapeHtml(deps.publicUrl() + inLanguage(address, language))
  const dateOf = (day: string) => new Date(`${day}T08:00:00Z`).toUTCString()
  const items = posts.map(
    (post) => `<item><title>${escapeHtml(post.title)}</title><link>${at(pagePath('post', { post: post.id }))}</link>
<guid isPermaLink="true">${at(pagePath('post', { post: post.id }))}</guid><pubDate>${dateOf(post.date)}</pubDate>
<description>${escapeHtml(post.description)}</description>${post.tags.map((tag) => `<category>${escapeHtml(tag)}</category>`).join('')}</item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${escapeHtml(`${title} | ${settings().company.name}`)}</title><link>${at(pagePath('blog'))}</link>
<description>${escapeHtml(description)}</description><language>${language}</language>
<atom:link href="${at(feedAddress)}" rel="self" type="application/rss+xml"/>
${items.join('\n')}
</channel></rss>
`
}

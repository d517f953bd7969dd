import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findPage, type PageRoute } from '#contract/pages.ts'
import type { Language } from '#contract/places.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { findParkTitle } from '#server/features/parks/titles.ts'
import { readTemplate, renderPage, type Head } from '#server/html/page.ts'
import { languageOf, translate } from '#server/translate.ts'

/** Answers every address that is no file and no call: the page with its own head, or the page of what does not exist, as 404. */
export function servePages(app: FastifyInstance, deps: Deps): void {
  const template = readTemplate()
  const config = {
    demo: deps.config.demo,
    simulated_payments: deps.config.simulators,
    dev_mail: !deps.config.production && deps.config.SMTP_URL === undefined,
    map_style_url: deps.config.MAP_STYLE_URL,
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (request.url.startsWith('/api/')) throw new AppError('not_found')
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new AppError('method_not_allowed')
    const path = pathOf(request.url)
    const language = readerLanguage(request)
    const found = path === undefined ? undefined : findPage(path)
    const head = found === undefined ? undefined : await headOf(deps, language, found.route, found.params, path!)
    return reply
      .code(head === undefined || head.missing ? 404 : 200)
      .type('text/html; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', vary: 'accept-language, cookie' })
      .send(renderPage(template, language, head ?? notFound(language), config))
  })
}

const notFound = (language: Language): Head => ({
  title: translate(language, 'pages.not_found.title'),
  description: translate(language, 'pages.not_found.description'),
  canonical: undefined,
  listed: false,
})

async function headOf(
  deps: Deps,
  language: Language,
  route: PageRoute,
  params: Record<string, string>,
  path: string,
): Promise<Head & { missing: boolean }> {
  const slug = params['slug']
  const park = slug === undefined ? undefined : await findParkTitle(deps.db, slug, language)
  const missing = slug !== undefined && park === undefined
  const key = missing ? 'park_unknown' : route.key
  const name = park?.title ?? ''
  return {
    title: translate(language, `pages.${key}.title`, { name }),
    description: translate(language, `pages.${key}.description`, { name }),
    canonical:
      route.listed && !missing ? deps.publicUrl() + (park === undefined ? path : `/park/${park.slug}`) : undefined,
    listed: route.listed && !missing,
    missing,
  }
}

/** The path, decoded; undefined when it cannot be. */
function pathOf(url: string): string | undefined {
  try {
    return decodeURIComponent(url.split('?', 1)[0]!)
  } catch {
    return undefined
  }
}

/** What the reader chose on this device, else what the browser asks for. */
function readerLanguage(request: FastifyRequest): Language {
  const chosen = /(?:^|;\s*)language=(en|fr)(?:;|$)/.exec(request.headers.cookie ?? '')?.[1]
  return chosen === 'en' || chosen === 'fr' ? chosen : languageOf(request.headers['accept-language'])
}

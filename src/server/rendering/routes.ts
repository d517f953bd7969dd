import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { closedAnnouncements, type ShownAnnouncement } from '#contract/content/content.ts'
import { isDeskAddress } from '#contract/desk/addresses.ts'
import { findVisit } from '#contract/figures/visit.ts'
import { languages } from '#contract/geography.ts'
import { findPage, pagePath } from '#contract/pages.ts'
import type { Language } from '#contract/places/places.ts'
import { isOffered } from '#contract/settings/languages.ts'
import { inReadersLanguage, settings } from '#contract/settings/settings.ts'
import type { ReadOnly } from '#contract/system.ts'
import { quarter_ms } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { hasGrant } from '#server/features/access/grants.ts'
import { shownAnnouncements } from '#server/features/content/announcements/shown.ts'
import { nameOfText } from '#server/features/content/check-texts.ts'
import { addressOfText } from '#server/features/content/desk/pages.ts'
import { publishedTexts } from '#server/features/content/published-texts.ts'
import { currencyFormats } from '#server/features/currencies/formats.ts'
import { hasDemoDesk } from '#server/features/desk/demo-desk.ts'
import { countOpenedPage } from '#server/features/figures/opened-pages.ts'
import { currentSettings } from '#server/features/settings/current.ts'
import { AppError } from '#server/http/errors.ts'
import { isUnchanged } from '#server/http/etag.ts'
import { languageOf, translate } from '#server/output/translate.ts'
import { firebaseOf } from '#server/providers/identity/create-identity.ts'
import { version } from '#server/version.ts'
import type { PageRequest } from '#web/entry-server.tsx'
import { type CachedPage, PageCache } from './page-cache.ts'
import { findSentReference, servePostedForms } from './posted-forms.ts'
import { servePreview } from './preview.ts'
import { answerWithin, createRenderer, type WritePage } from './renderer.ts'

/** When a page whose data cannot be read now may be asked for again, in seconds. */
const retry_s = 5

/** What renders the pages: by default the threads that read the web build. */
export type CreateRenderer = typeof createRenderer

/** Answers every address that is no file and no call: the page with its own head, or the page of what does not exist, as 404. */
export function servePages(app: FastifyInstance, deps: Deps, create: CreateRenderer = createRenderer): void {
  const config = {
    version,
    demo: deps.config.demo,
    demo_reset_minutes: deps.config.demo_reset_minutes,
    simulated_payments: deps.config.simulators,
    dev_mail: !deps.config.production && deps.config.SMTP_URL === undefined,
    demo_desk: hasDemoDesk(deps.config),
    ...(deps.config.is_cell ? { countries: deps.config.COUNTRIES } : {}),
    hosted_map: deps.config.hosted_map,
    ip_lookups: [...(deps.ip_lookups ?? [])],
    sentry_dsn: deps.config.SENTRY_DSN,
    firebase: firebaseOf(deps.config),
  }
  const renderer = create(config)
  const formats = currencyFormats(deps.db)
  const current = currentSettings(deps.db)
  const readMode = (): ReadOnly | undefined => {
    const { state } = deps.read_only
    return state === undefined ? undefined : { until: state.until?.toISOString() }
  }
  const render: WritePage = (request) =>
    renderer.render({ ...request, currencies: formats.changed, settings: current.changed, read_only: readMode() })
  app.addHook('onClose', () => renderer.close())
  servePreview(app, deps, render)
  const answerGet = async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.url.startsWith('/api/')) throw new AppError('not_found')
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new AppError('method_not_allowed')
    const sent = await answer(request, reply)
    countPage(deps, request, reply.statusCode)
    return sent
  }
  const cache = new PageCache(deps.config.page_cache_seconds * 1_000)
  const published = publishedTexts(deps.db)
  const announcements = shownAnnouncements(deps.db)
  const answer = async (request: FastifyRequest, reply: FastifyReply, submitted?: PageRequest['submitted']) => {
    const now = deps.clock()
    const language = readerLanguage(request)
    const elsewhere = withoutLanguage(request.url)
    if (elsewhere !== undefined && submitted === undefined)
      return reply.header('cache-control', 'no-store').redirect(elsewhere, 302)
    const country = chosenCountry(deps, request)
    const signedIn = request.cookies['signed_in'] === '1'
    const sent = findSentReference(request)
    const isShared = submitted === undefined && sent === undefined && !hasGrant(request)
    const closed = closedOn(request)
    const shown = isSite(request.url)
      ? [
          ...findMaintenance(closed),
          ...findCookieNotice(closed),
          ...announcements.find({ now, country, signedIn, closed }),
        ]
      : []
    const cacheKey = `${language} ${country} ${signedIn} ${Math.floor(now.getTime() / quarter_ms)} ${published.version} ${formats.version} ${current.version} ${JSON.stringify(readMode())} ${shown.map(({ id }) => id).join()} ${request.url}`
    const cached = isShared ? cache.find(cacheKey, now) : undefined
    if (cached !== undefined) return sendShared(request, reply, cached)
    const [path = '', query] = request.url.split('?')
    const moved = published.findMoved(nameOfText(path))
    if (moved !== undefined && submitted === undefined) {
      const address = addressOfText(moved)
      return reply.redirect(query === undefined ? address : `${address}?${query}`, 301)
    }
    const publicUrl = deps.publicUrl()
    const pageRequest = {
      url: request.url,
      language,
      country,
      signedIn,
      now,
      publicUrl,
      missing: !isPath(path) || !hasPage(path),
      submitted,
      sent,
      ...(shown.length > 0 && {
        announcements: {
          items: shown,
          label: translate(language, 'seo.announcement.label'),
          close: translate(language, 'seo.announcement.close'),
        },
      }),
      answer: answerWithin(app, request, reply),
    }
    const page = await render(pageRequest).catch((error: unknown) => {
      request.log.error({ err: error, req: request }, 'unforeseen error')
      // A frame, in which the browser asks for the data itself.
      return render({ ...pageRequest, failed: true })
    })
    if ('redirect' in page)
      return reply.header('cache-control', 'no-store').redirect(page.redirect, page.is_permanent ? 301 : 302)
    const { status, is_private, html } = page
    if (isShared && status === 200 && !is_private) {
      cache.add(cacheKey, page, now)
      return sendShared(request, reply, page)
    }
    // A form that was refused has its own status already.
    if (submitted === undefined) reply.code(status)
    if (status === 503) reply.header('retry-after', String(retry_s))
    const isPrivate = is_private || submitted !== undefined || sent !== undefined
    return sendHtml(reply, html, isPrivate ? 'private, no-store' : isShared ? 'no-cache' : 'private, no-cache')
  }
  // As a route, because only what a route answers is compressed.
  app.get('/*', { schema: { hide: true } }, answerGet)
  app.setNotFoundHandler(answerGet)
  servePostedForms(app, deps, readerLanguage, answer)
}

/** Whether a page is one of the site, rather than of the desk or of guards. */
function isSite(url: string): boolean {
  const key = findPage(url.split('?', 1)[0]!)?.route.key
  return key !== 'desk' && key !== 'guard' && key !== 'courier'
}

/** The announcements that were closed on this device. */
const closedOn = ({ cookies }: FastifyRequest): ReadonlySet<string> =>
  new Set(cookies[closedAnnouncements]?.split('_') ?? [])

/** The notice that the settings put above every page; it is shown again once its text has changed. */
function findMaintenance(closed: ReadonlySet<string>): ShownAnnouncement[] {
  const { maintenance_en: en, maintenance_fr: fr } = settings().site
  const [text_en, text_fr] = [inReadersLanguage('en', en, fr), inReadersLanguage('fr', en, fr)]
  if (text_en === null || text_fr === null) return []
  const id = `maintenance-${createHash('sha256').update(`${text_en} ${text_fr}`).digest('hex').slice(0, 12)}`
  return closed.has(id) ? [] : [{ id, text_en, text_fr, severity: 'warning', link: null }]
}

/** What the settings say of data on the device, if anything; it leads to the page that says all of it. */
function findCookieNotice(closed: ReadonlySet<string>): ShownAnnouncement[] {
  const { cookie_notice, cookie_text_en: en, cookie_text_fr: fr } = settings().cookies
  if (!cookie_notice) return []
  const [text_en, text_fr] = (['en', 'fr'] as const).map(
    (language) => inReadersLanguage(language, en, fr) ?? translate(language, 'seo.announcement.cookies'),
  ) as [string, string]
  const id = `cookies-${createHash('sha256').update(`${text_en} ${text_fr}`).digest('hex').slice(0, 12)}`
  const link = `${pagePath('privacy-policy')}#device`
  return closed.has(id) ? [] : [{ id, text_en, text_fr, severity: 'info', link }]
}

/** The country of the cookie, where it is served; the only one where no other is. */
const chosenCountry = ({ config: { COUNTRIES } }: Deps, { cookies }: FastifyRequest) =>
  COUNTRIES.find((code) => code === cookies['country'] || COUNTRIES.length === 1) ?? null

/** Counts a page that a person opens, also if the browser has it already; not one that is fetched in advance. */
function countPage(deps: Deps, request: FastifyRequest, status: number): void {
  const { headers, method, url } = request
  if (method !== 'GET' || (status !== 200 && status !== 304)) return
  const destination = headers['sec-fetch-dest']
  if ((destination !== undefined && destination !== 'document') || headers['sec-purpose'] !== undefined) return
  countOpenedPage(deps, findVisit(url), chosenCountry(deps, request), headers['user-agent'])
}

/** Sends a page that is the same for every visitor with this language and country. */
function sendShared({ headers }: FastifyRequest, reply: FastifyReply, { html, etag }: CachedPage) {
  reply.header('etag', etag)
  return sendHtml(reply.code(isUnchanged(headers['if-none-match'], etag) ? 304 : 200), html, 'no-cache')
}

/** The language depends on the address, the cookie and the browser, so that no cache may give a page to another reader. */
const sendHtml = (reply: FastifyReply, html: CachedPage['html'], cacheControl: string) =>
  reply
    .headers({ 'cache-control': cacheControl, vary: 'accept-language, cookie' })
    .type('text/html; charset=utf-8')
    .send(reply.statusCode === 304 ? undefined : Buffer.from(html.buffer, html.byteOffset, html.byteLength))

/** Whether there is a page at a path. Of the desk, only the names are known: what people may open depends on their roles. */
function hasPage(path: string): boolean {
  const found = findPage(path)
  return found !== undefined && (found.route.key !== 'desk' || isDeskAddress(path))
}

/** Whether a path can be decoded and has no control character: no name has one, and PostgreSQL refuses NUL. */
function isPath(path: string): boolean {
  try {
    return !/[\u0000-\u001f\u007f]/.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

/** The address without its language, where that is one of ours that is not offered; undefined for all others. */
function withoutLanguage(url: string): string | undefined {
  const [path = '', query] = url.split('?', 2)
  if (query === undefined) return undefined
  const params = new URLSearchParams(query)
  const named = params.get('lang')
  if (!languages.some((language) => language === named) || isOffered(named)) return undefined
  params.delete('lang')
  return params.size === 0 ? path : `${path}?${params.toString()}`
}

/** What the address names, else what the reader chose on this device, else what the browser asks for. */
function readerLanguage(request: FastifyRequest): Language {
  const named = new URLSearchParams(request.url.split('?').slice(1).join('?')).get('lang')
  if (isOffered(named)) return named
  const chosen = request.cookies['language']
  return isOffered(chosen) ? chosen : languageOf(request.headers['accept-language'])
}

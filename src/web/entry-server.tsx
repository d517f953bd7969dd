import { AsyncLocalStorage } from 'node:async_hooks'
import { Writable } from 'node:stream'
import { dehydrate, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { addLanguage, inLanguage } from '#contract/addresses/address.ts'
import type { ShownAnnouncement } from '#contract/content/content.ts'
import { type CurrencyFormats, setCurrencyFormats } from '#contract/money.ts'
import { findPage, type PageKey } from '#contract/pages.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import {
  applySettings,
  type ChangedSettings,
  defaultSettings,
  type Settings,
  setSettings,
  settings,
} from '#contract/settings/settings.ts'
import type { PageConfig, ReadOnly } from '#contract/system.ts'
import type { Catalogue } from '#i18n/translate.ts'
import { type AnswerWithin, CallError, setAnswerWithin } from '#web/api/call.ts'
import { servedCountries, setPageConfig } from '#web/api/config.ts'
import { createQueryClient, isSentWithPage } from '#web/api/queries.ts'
import { setReadOnlyReader } from '#web/api/readOnly.ts'
import type { HeadContext, PageHead } from '#web/page/head.ts'
import { Redirect } from '#web/page/lazyWithPreload.tsx'
import { type PageState, RenderedContext, type SubmittedForm } from '#web/page/rendering.ts'
import { createSentences, RequestSentences, type Sentences } from '#web/page/translation.ts'
import { App } from '#web/shell/App.tsx'
import { setClock } from '#web/time/clock.ts'
import { findHead, missingHead, plainHead, unavailableHead } from './heads.ts'
import { listModules, listOfflineModules, NotFoundPage, preloadPage } from './routes.tsx'

/** Announcements with what a screen reader calls them, and the button that closes each. */
export interface PageAnnouncements {
  items: readonly ShownAnnouncement[]
  label: string
  close: string
}

export interface PageRequest {
  /** Path and query. */
  url: string
  language: Language
  /** The chosen country; null if none. */
  country: CountryCode | null
  /** Whether the browser says that somebody is signed in. */
  signedIn: boolean
  now: Date
  /** The origin of the site, without a slash at its end. */
  publicUrl: string
  /** How amounts are written, where that is not as usual. */
  currencies?: CurrencyFormats | undefined
  /** The settings that differ from the default ones. */
  settings?: ChangedSettings | undefined
  /** Set while nothing can be changed. */
  read_only?: ReadOnly | undefined
  /** True if the server knows that there is nothing at this address. */
  missing?: boolean
  /** True if it could not be rendered with its data. */
  failed?: boolean
  /** A form that was posted to this page and refused. */
  submitted?: SubmittedForm | undefined
  /** Reference of a form that this browser has posted, if the address names it. */
  sent?: string | undefined
  /** The lines above the page, which the server writes into its HTML. */
  announcements?: PageAnnouncements
  /** Answers a call of the page within this process, for a visitor who is signed out. */
  answer: (endpoint: string, input: Parameters<AnswerWithin>[1], language: Language) => ReturnType<AnswerWithin>
}

export interface RenderedPage {
  /** 404 and 410 of a page that does not exist, or no longer; 503 of one whose data cannot be read now. */
  status: 200 | 404 | 410 | 503
  /** In parts, one after the other. */
  html: readonly Uint8Array[]
  head: PageHead
  /** Describes the picture of previews. */
  picture_text: string
  state: PageState
  modules: string[]
  /** What browsers keep besides, to open the page without a network. */
  offline_modules: readonly string[]
}

/** The path and query of the page that an address stands for. */
export interface PageRedirect {
  redirect: string
  is_permanent: boolean
}

export type RenderPage = (request: PageRequest) => Promise<RenderedPage | PageRedirect>

/** The request that is being rendered, for what is not a component. */
const requests = new AsyncLocalStorage<PageRequest & { applied: Settings }>()

const webs = import.meta.glob<Catalogue>('../i18n/*/web.ts', { eager: true, import: 'web' })
const seos = import.meta.glob<Catalogue>('../i18n/*/site/seo.ts', { eager: true, import: 'seo' })
const findWeb = (language: Language): Catalogue => webs[`../i18n/${language}/web.ts`]!

/** The sentences of each language, made again where the desk has changed others since. */
const createCache = (findCatalogue: (language: Language) => Catalogue) => {
  const cached = new Map<Language, { own: string; sentences: Sentences }>()
  return (language: Language): Sentences => {
    const own = JSON.stringify(settings().sentences)
    const known = cached.get(language)
    if (known?.own === own) return known.sentences
    const sentences = createSentences(language, findCatalogue(language), () => undefined)
    cached.set(language, { own, sentences })
    return sentences
  }
}

const findSentences = createCache(findWeb)

/** With the sentences of heads, which browsers do not load. */
const findHeadSentences = createCache((language) => ({
  ...findWeb(language),
  seo: seos[`../i18n/${language}/site/seo.ts`]!,
}))

/** What a browser needs of the settings: of the changed sentences those of its page. */
function settingsFor(page: PageKey | undefined, changed: ChangedSettings | undefined): ChangedSettings | undefined {
  if (changed?.sentences === undefined) return changed
  const { sentences, ...others } = changed
  const isNeeded = (area: string) => Object.hasOwn(findWeb('en'), area) || area === page
  const needed = Object.entries(sentences).filter(([field]) => isNeeded(field.split('.', 2)[1]!))
  return { ...others, ...(needed.length > 0 && { sentences: Object.fromEntries(needed) }) }
}

/** Returns a function that renders an address; of a page without `preload`, the frame alone. */
export function createRenderer(config: PageConfig): RenderPage {
  setPageConfig(config)
  setCurrencyFormats(() => requests.getStore()?.currencies)
  setSettings(() => requests.getStore()?.applied ?? defaultSettings)
  setReadOnlyReader(() => requests.getStore()?.read_only)
  setClock(() => requests.getStore()?.now ?? new Date())
  setAnswerWithin((endpoint, input) => {
    const rendered = requests.getStore()
    return rendered?.answer(endpoint, input, rendered.language)
  })
  return (request) => requests.run({ ...request, applied: applySettings(request.settings) }, () => renderPage(request))
}

async function renderPage(request: PageRequest): ReturnType<RenderPage> {
  const { url, language, country, signedIn, now, publicUrl, submitted = null, sent = null } = request
  const [path = '', query = ''] = url.split('?', 2)
  const pathname = `/${path.split('/').filter(Boolean).join('/')}`
  const location = { pathname, search: query === '' ? '' : `?${query}` }
  const found = findPage(pathname)
  const params = found?.params ?? {}
  const search = new URLSearchParams(query)
  const { t: translate, locale } = findHeadSentences(language).for(country)
  const t = translate as HeadContext['t']
  const queries = createQueryClient()
  queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, retry: false } })

  const renderWith = async (status: RenderedPage['status'], head: PageHead, isFrame = false): Promise<RenderedPage> => {
    const addressLanguage = search.get('lang') === language ? language : undefined
    // A frame shows by itself what is missing, as the desk does.
    const isRefused = status !== 200 && !isFrame
    const refusedAddress = isRefused ? location.pathname + location.search : null
    const html = await renderToBytes(
      <QueryClientProvider client={queries}>
        <RenderedContext value={{ country, addressLanguage, refusedAddress, submitted, sent, isFrame }}>
          <RequestSentences value={findSentences(language)}>
            <StaticRouter location={location}>
              <App />
            </StaticRouter>
          </RequestSentences>
        </RenderedContext>
      </QueryClientProvider>,
    )
    const shown = settingsFor(found?.route.key, request.settings)
    const state = {
      rendered_at: now.toISOString(),
      language,
      country,
      is_frame: isFrame,
      refused: isRefused,
      submitted,
      sent,
      ...(request.currencies && { currencies: request.currencies }),
      ...(shown && { settings: shown }),
      ...(request.read_only && { read_only: request.read_only }),
    }
    const modules = listModules(pathname, language, isRefused)
    return {
      status,
      html,
      head,
      picture_text: head.picture === undefined ? t('seo.image', { brand: settings().company.name }) : head.title,
      state: { ...state, queries: dehydrate(queries, { shouldDehydrateQuery: isSentWithPage }) },
      modules,
      offline_modules: isFrame ? listOfflineModules(pathname, language) : [],
    }
  }
  const renderMissing = async (status: 404 | 410) => {
    queries.clear()
    await NotFoundPage.load()
    return renderWith(status, missingHead(found?.route.key, t))
  }
  try {
    if (found?.route.key === 'desk' && request.missing === true)
      return await renderWith(404, plainHead(found.route.key, t), true)
    if (found === undefined || request.missing === true) return await renderMissing(404)
    if (request.failed === true) return await renderWith(503, unavailableHead(t), true)
    const page = { key: found.route.key, params, search, language, now, signedIn }
    const preloaded = await preloadPage({ ...page, queries, country: country ?? servedCountries()[0]! })
    if (preloaded === undefined) return await renderWith(200, plainHead(page.key, t), true)
    const urlOf = (address: string) => publicUrl + inLanguage(address, language)
    return await renderWith(
      200,
      findHead(page.key, preloaded.module)(preloaded.data, { ...page, t, locale, publicUrl, urlOf }),
    )
  } catch (error) {
    if (error instanceof Redirect)
      return {
        redirect: search.get('lang') === language ? addLanguage(error.address, language) : error.address,
        is_permanent: error.isPermanent,
      }
    // What does not exist, and what no address of this page can ask for.
    if (error instanceof CallError && error.status >= 400 && error.status < 500)
      return await renderMissing(error.status === 410 ? 410 : 404)
    // A frame, in which the browser asks again for what could not be read.
    if (error instanceof CallError && error.status === 503 && found !== undefined) {
      queries.clear()
      return await renderWith(503, unavailableHead(t), true)
    }
    throw error
  } finally {
    queries.clear()
  }
}

/**
 * Renders to the end, with an unlimited chunk size, which keeps React from hiding content until a script has run. In bytes as
 * React writes them: joining them to a text of 100 kB and encoding that took a quarter of a page's time.
 */
async function renderToBytes(page: ReactNode): Promise<Uint8Array[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array[]>()
  const parts: Uint8Array[] = []
  const written = new Writable({
    write: (part: Uint8Array, _encoding, done) => {
      parts.push(part)
      done()
    },
    final: (done) => {
      resolve(parts)
      done()
    },
  })
  const stream = renderToPipeableStream(page, {
    progressiveChunkSize: Infinity,
    onAllReady: () => void stream.pipe(written),
    onError: reject,
  })
  return promise
}

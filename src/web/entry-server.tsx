import { AsyncLocalStorage } from 'node:async_hooks'
import { Writable } from 'node:stream'
import { dehydrate, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import type { CountryCode, Language } from '#contract/places.ts'
import type { PageConfig } from '#contract/system.ts'
import { web as en } from '#i18n/en/web.ts'
import { web as fr } from '#i18n/fr/web.ts'
import { CallError, setTransport } from '#web/lib/call.ts'
import { setClock } from '#web/lib/clock.ts'
import { setPageConfig } from '#web/lib/config.ts'
import { createQueryClient } from '#web/lib/queries.ts'
import { type PageState, RenderedCountry } from '#web/lib/rendering.ts'
import { createTranslation, RequestTranslation } from '#web/lib/translation.ts'
import { preloadPage } from '#web/routes.tsx'
import { App } from '#web/shell/App.tsx'

export interface PageRequest {
  /** Path and query. */
  url: string
  language: Language
  /** The chosen country; null if none. */
  country: CountryCode | null
  now: Date
  /** Answers a call of the page within this process, for a visitor who is signed out. */
  send: (address: string, init: RequestInit) => Promise<Response>
}

export interface RenderedPage {
  html: string
  state: PageState
}

export type RenderPage = (request: PageRequest) => Promise<RenderedPage | undefined>

/** The request that is being rendered, for what is not a component. */
const requests = new AsyncLocalStorage<PageRequest>()

const translations = {
  en: createTranslation('en', en, () => undefined),
  fr: createTranslation('fr', fr, () => undefined),
}

/**
 * Returns a function that renders an address. It gives undefined for a page that is rendered in the browser only, and
 * for one whose data the server refuses.
 */
export function createRenderer(config: PageConfig): RenderPage {
  setPageConfig(config)
  setClock(() => requests.getStore()?.now ?? new Date())
  setTransport((address, { headers, ...init }) => {
    const { send, language } = requests.getStore()!
    return send(address, { ...init, headers: { ...headers, 'accept-language': language } })
  })
  return (request) => requests.run(request, () => renderPage(request))
}

async function renderPage({ url, language, country, now }: PageRequest): Promise<RenderedPage | undefined> {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const queries = createQueryClient()
  queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, retry: false } })
  const context = { queries, search: searchParams, language, country: country ?? 'NG', now }
  try {
    if (!(await preloadPage(pathname, context))) return undefined
    const html = await renderToText(
      <QueryClientProvider client={queries}>
        <RenderedCountry value={country}>
          <RequestTranslation value={translations[language]}>
            <StaticRouter location={url}>
              <App />
            </StaticRouter>
          </RequestTranslation>
        </RenderedCountry>
      </QueryClientProvider>,
    )
    return { html, state: { rendered_at: now.toISOString(), language, country, queries: dehydrate(queries) } }
  } catch (error) {
    if (error instanceof CallError) return undefined
    throw error
  } finally {
    queries.clear()
  }
}

/** Renders to the end. An unlimited chunk size keeps React from hiding content until a script has run. */
const renderToText = (page: ReactNode): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const target = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString())
        done()
      },
    })
    const stream = renderToPipeableStream(page, {
      progressiveChunkSize: Infinity,
      onAllReady: () => void stream.pipe(target),
      onError: reject,
    })
  })

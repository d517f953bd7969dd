import { hydrate, QueryClientProvider } from '@tanstack/react-query'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { setCurrencyFormats } from '#contract/money.ts'
import { applySettings, setSettings } from '#contract/settings/settings.ts'
import { createQueryClient } from '#web/api/queries.ts'
import { startReadOnly } from '#web/api/readOnly.ts'
import { resumeSession } from '#web/api/session.ts'
import { replayEarlyInput } from '#web/page/earlyInput.ts'
import { watchInstallPrompt } from '#web/page/installPrompt.ts'
import { readAddressLanguage } from '#web/page/language.ts'
import { ignoreLateClicks } from '#web/page/lateClicks.ts'
import { isLoadingFailure } from '#web/page/loadingFailures.ts'
import {
  type PageState,
  RenderedContext,
  beginHydration,
  whenDeviceRendered,
  whenHydrated,
} from '#web/page/rendering.ts'
import { App } from '#web/shell/App.tsx'
import { watchErrors } from '#web/shell/errors/reports.ts'
import { setClock } from '#web/time/clock.ts'
import { followReadersLanguage, startI18n } from './i18n.ts'
import { loadPage } from './routes.tsx'

/** The code of a page of which only the frame is rendered is awaited for this long before the loader moves. */
const PAGE_WAIT_MS = 1_000

/** What the server rendered. */
const readState = () => JSON.parse(document.getElementById('page-state')!.textContent) as PageState

const start = async () => {
  watchErrors()
  ignoreLateClicks()
  watchInstallPrompt()
  const state = readState()
  resumeSession()
  setCurrencyFormats(() => state.currencies)
  const applied = applySettings(state.settings)
  setSettings(() => applied)
  startReadOnly(state.read_only, new Date(state.rendered_at))
  beginHydration()
  const catalogue = startI18n(state.language)
  const page = loadPage(window.location.pathname, state.refused)
  await catalogue
  // A page from the server stays as it is until its code is here.
  await (state.is_frame ? Promise.race([page, new Promise((resolve) => setTimeout(resolve, PAGE_WAIT_MS))]) : page)
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no root')
  // The error boundary handles loading failures, and the browser has logged them.
  const onCaughtError = (error: unknown) => {
    if (!isLoadingFailure(error)) console.error(error)
  }
  // React renders again after a failed load, and says so with the failure as the cause.
  const onRecoverableError = (error: unknown) => {
    if (!(error instanceof Error && isLoadingFailure(error.cause))) reportError(error)
  }
  const queries = createQueryClient()
  const renderedAt = new Date(state.rendered_at)
  const ahead_ms = renderedAt.getTime() - Date.now()
  setClock(() => renderedAt)
  whenHydrated(() => {
    // Parts that are hydrated later, and prices, follow the server's time on a device whose clock is wrong.
    setClock(() => new Date(Date.now() + ahead_ms))
    void followReadersLanguage()
  })
  whenDeviceRendered(() => void setTimeout(replayEarlyInput))
  hydrate(queries, state.queries)
  const rendered = {
    country: state.country,
    addressLanguage: readAddressLanguage(),
    refusedAddress: state.refused ? window.location.pathname + window.location.search : null,
    submitted: state.submitted,
    sent: state.sent,
    isFrame: state.is_frame,
  }
  const app = (
    <QueryClientProvider client={queries}>
      <RenderedContext value={rendered}>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </RenderedContext>
    </QueryClientProvider>
  )
  // As a transition, which renders in small steps and stays responsive to input.
  startTransition(() => void hydrateRoot(root, app, { onCaughtError, onRecoverableError }))
}

// Not awaited: a top-level await keeps the bundler from joining chunks, and can deadlock on itself.
void start()

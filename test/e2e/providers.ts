import type { BrowserContext } from '@playwright/test'
import type { Person } from '#simulators/firebase.ts'
import type { Staged } from './staged.ts'

/**
 * What of the provider a browser would load: its calls go to the stand-in, its pages and its script are stubs that say
 * what the real ones would when `person` logs in. Everything else that is not ours is refused, and listed.
 */
export async function routeProviders(
  context: BrowserContext,
  { address, firebase }: Staged,
  person: Person,
): Promise<{ strangers: string[]; asked: string[] }> {
  firebase.admit('driver', person)
  const strangers: string[] = []
  const asked: string[] = []
  await context.route(
    // The product, and the stand-ins that it runs itself.
    (url) => url.hostname !== new URL(address).hostname,
    async (route) => {
      const url = new URL(route.request().url())
      const html = (body: string) => route.fulfill({ contentType: 'text/html', body })
      asked.push(url.host)
      if (url.host === 'apis.google.com')
        return route.fulfill({ contentType: 'text/javascript', body: `(${String(gapiStub)})()` })
      if (url.host === 'login.example.com')
        return html(url.pathname.endsWith('/handler') ? `<script>(${String(handlerPage)})()</script>` : '')
      if (/^(identitytoolkit|securetoken)\.googleapis\.com$/.test(url.host)) {
        const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
        if (route.request().method() === 'OPTIONS') return route.fulfill({ status: 200, headers })
        const body = route.request().postDataBuffer()
        const answer = await fetch(firebase.origin + url.pathname, {
          method: route.request().method(),
          headers: { 'content-type': route.request().headers()['content-type'] ?? 'application/json' },
          ...(body === null ? {} : { body: new Uint8Array(body) }),
        })
        return route.fulfill({
          status: answer.status,
          headers: { ...headers, 'content-type': 'application/json' },
          body: await answer.text(),
        })
      }
      strangers.push(url.href)
      return route.abort()
    },
  )
  return { strangers, asked }
}

/** In the page: the frame that passes on what the provider's window, or the provider's page before this one, has said. */
function gapiStub() {
  type Handler = (message: unknown) => unknown
  const handlers: Record<string, Handler> = {}
  const tell = (type: string, eventId: string | null, provider: string) =>
    handlers['authEvent']?.({
      type: 'authEvent',
      authEvent: {
        type,
        eventId,
        sessionId: 'session',
        postBody: null,
        tenantId: null,
        urlResponse: `https://login.example.com/__/auth/handler?person=driver&provider=${provider}`,
      },
    })
  const frame = {
    register: (name: string, handler: Handler) => {
      handlers[name] = handler
      const returned = sessionStorage.getItem('stub_returned')
      if (name === 'authEvent' && returned !== null) {
        sessionStorage.removeItem('stub_returned')
        setTimeout(() => tell('signInViaRedirect', null, returned))
      }
    },
    send: (_name: string, _message: unknown, done?: (answer: unknown) => void) => {
      try {
        done?.([{ webStorageSupport: true }])
      } catch {
        // The library always throws at its end, as the real script knows.
      }
    },
    ping: (done: () => void) => {
      done()
      return new Promise(() => undefined)
    },
    restyle: () => undefined,
  }
  window.addEventListener('message', ({ data }) => {
    const { eventId, provider } = (data ?? {}) as { eventId?: string; provider?: string }
    if (eventId !== undefined && provider !== undefined) tell('signInViaPopup', eventId, provider)
  })
  const gapi = {
    load: (_name: string, wanted: { callback: () => void }) => wanted.callback(),
    iframes: {
      CROSS_ORIGIN_IFRAMES_FILTER: {},
      Iframe: class {},
      getContext: () => ({ open: (_how: unknown, done: (opened: unknown) => void) => done(frame) }),
    },
  }
  Object.assign(window, { gapi })
  const name = new URL((document.currentScript as HTMLScriptElement).src).searchParams.get('onload')
  if (name !== null) (window as unknown as Record<string, () => void>)[name]?.()
}

/** The provider's own page: who comes by a window is told of there, who comes by the page goes back. */
function handlerPage() {
  const query = new URLSearchParams(location.search)
  const provider = query.get('providerId')
  if (query.get('authType') === 'signInViaPopup') {
    window.opener.postMessage({ eventId: query.get('eventId'), provider }, '*')
    window.close()
  } else {
    location.replace(`${query.get('redirectUrl')}#returned`)
  }
}

import type { BrowserContext } from '@playwright/test'
import type { Person } from '#simulators/firebase.ts'

type Providers = {
  /** Sets who signs in next. */
  admit(person: Person): Promise<void>
  unexpected_urls: string[]
  hosts: string[]
}

/**
 * Routes the identity provider's requests: API calls go to the simulator, its pages and script are stubs that behave as
 * if the admitted person signed in. All other external requests are aborted and returned in `unexpected_urls`.
 */
export async function routeProviders(context: BrowserContext): Promise<Providers> {
  const firebase = process.env['FIREBASE_ORIGIN']!
  // Tests run at the same time.
  const name = crypto.randomUUID()
  const unexpected_urls: string[] = []
  const hosts: string[] = []
  await context.route(
    // Requests to our own host, simulators included, are not routed.
    (url) => url.hostname !== '127.0.0.1',
    async (route) => {
      const url = new URL(route.request().url())
      const html = (body: string) => route.fulfill({ contentType: 'text/html', body })
      hosts.push(url.host)
      if (url.host === 'apis.google.com')
        return route.fulfill({ contentType: 'text/javascript', body: `(${String(gapiStub)})('${name}')` })
      if (url.host === 'login.example.com')
        return html(url.pathname.endsWith('/handler') ? `<script>(${String(handlerPage)})()</script>` : '')
      if (/^(identitytoolkit|securetoken)\.googleapis\.com$/.test(url.host)) {
        const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
        if (route.request().method() === 'OPTIONS') return route.fulfill({ status: 200, headers })
        const body = route.request().postDataBuffer()
        const answer = await fetch(firebase + url.pathname, {
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
      unexpected_urls.push(url.href)
      return route.abort()
    },
  )
  const admit = async (person: Person) => {
    const answer = await fetch(`${firebase}/people/${name}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(person),
    })
    if (!answer.ok) throw new Error(`admitting a person: ${answer.status}`)
  }
  return { admit, unexpected_urls, hosts }
}

/** Runs in the page: stubs Google's script, which passes on the result of the pop-up or of the redirect. */
function gapiStub(person: string) {
  type Handler = (message: unknown) => unknown
  const handlers: Record<string, Handler> = {}
  const emitAuthEvent = (type: string, eventId: string | null, provider: string) =>
    handlers['authEvent']?.({
      type: 'authEvent',
      authEvent: {
        type,
        eventId,
        sessionId: 'session',
        postBody: null,
        tenantId: null,
        urlResponse: `https://login.example.com/__/auth/handler?person=${person}&provider=${provider}`,
      },
    })
  const frame = {
    register: (name: string, handler: Handler) => {
      handlers[name] = handler
      const returned = sessionStorage.getItem('stub_returned')
      if (name === 'authEvent' && returned !== null) {
        sessionStorage.removeItem('stub_returned')
        setTimeout(() => emitAuthEvent('signInViaRedirect', null, returned))
      }
    },
    send: (_name: string, _message: unknown, done?: (answer: unknown) => void) => {
      try {
        done?.([{ webStorageSupport: true }])
      } catch {
        // The callback always throws; the real script ignores that too.
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
    if (eventId !== undefined && provider !== undefined) emitAuthEvent('signInViaPopup', eventId, provider)
  })
  const gapi = {
    load: (_name: string, options: { callback: () => void }) => options.callback(),
    iframes: {
      CROSS_ORIGIN_IFRAMES_FILTER: {},
      Iframe: class {},
      getContext: () => ({ open: (_options: unknown, done: (opened: unknown) => void) => done(frame) }),
    },
  }
  Object.assign(window, { gapi })
  const name = new URL((document.currentScript as HTMLScriptElement).src).searchParams.get('onload')
  if (name !== null) (window as unknown as Record<string, () => void>)[name]?.()
}

/** Runs in the provider's page: a pop-up reports to its opener and closes, a redirect returns to the app. */
function handlerPage() {
  const query = new URLSearchParams(location.search)
  const provider = query.get('providerId')
  if (query.get('authType') === 'signInViaPopup') {
    window.opener.postMessage({ eventId: query.get('eventId'), provider }, '*')
    window.close()
  } else {
    location.replace(`${query.get('redirectUrl')}#returned=${provider}`)
  }
}
